with Ada.Text_IO;
procedure Meetings is
   subtype Small is Integer range 0 .. 100;
   type Id is range 1 .. 3;
   X, Y : Small := 1;
   V : array (Id) of Small := (others => 0);
   procedure Show (V : Integer) is
   begin
      --# event show (V)
      Ada.Text_IO.Put_Line (Integer'Image (V));
   end Show;
   task Server is
      entry Add (A, B : Small; R : out Small);
      entry Turn (A : in out Small);
      entry Member (Id) (A : Small);
      entry Leave;
   end Server;
   task type Cell (First : Small := 7) is
      entry Put (A : Small);
      entry Get (A : out Small);
   end Cell;
   Cells : array (Id) of Cell;
   Extra : Cell (First => 30);
   task body Server is
      Total : Small := 0;
   begin
      accept Add (A, B : Small; R : out Small) do
         R := A + B;
         Total := A;
      end Add;
      accept Turn (A : in out Small) do
         if A > 50 then
            A := 0;
            return;
         end if;
         A := A + Total;
         accept Member (2) (A : Small) do
            Turn.A := Turn.A + A;
            X := A;
         end Member;
      end Turn;
      for I in Id loop
         accept Member (I) (A : Small) do
            Total := Total + A;
         end Member;
      end loop;
      loop
         select
            when Total > 10 =>
               accept Turn (A : in out Small) do
                  A := Total;
                  Total := Total / 2;
               end Turn;
         or
            when Total <= 10 =>
               accept Leave;
               exit;
         end select;
      end loop;
   end Server;
   task Helper;
   task body Helper is
   begin
      Server.Member (2) (9);
   end Helper;
   task body Cell is
      Held : Small := First;
   begin
      loop
         select
            accept Put (A : Small) do
               Held := A;
            end Put;
         or
            accept Get (A : out Small) do
               A := Held;
            end Get;
         or
            terminate;
         end select;
      end loop;
   end Cell;
begin
   Server.Add (3, 4, X);
   Show (X);
   Server.Turn (Y);
   Show (Y);
   Show (X);
   for I in Id loop
      Server.Member (I) (A => Small (I) * 5);
   end loop;
   Server.Turn (Y);
   Show (Y);
   select
      Server.Leave;
      Show (1000 - 999);
   or
      delay 1.0;
      Show (2);
   end select;
   Server.Turn (V (2));
   Show (V (2));
   Server.Leave;
   Cells (2).Put (11);
   for I in Id loop
      Cells (I).Get (V (I));
      Show (V (I));
   end loop;
   Extra.Get (X);
   Show (X);
end Meetings;
