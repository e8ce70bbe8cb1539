with Ada.Text_IO;
procedure Procedures is
   subtype Small is Integer range 0 .. 100;
   type Vector is array (1 .. 3) of Small;
   A, B : Small := 0;
   V : Vector := (5, 6, 7);
   I : Small := 1;
   procedure Show (V : Integer) is
   begin
      --# event show (V)
      Ada.Text_IO.Put_Line (Integer'Image (V));
   end Show;
   procedure Later (X : in out Small);
   function Half (X : Small) return Small is (X / 2);
   function Sum (X, Y : Small; Z : Small := 3) return Small is
   begin
      return X + Y + Z;
   end Sum;
   procedure Swap (X, Y : in out Small) is
      Old : constant Small := X;
   begin
      X := Y;
      Y := Old;
   end Swap;
   procedure Split (X : Small; High, Low : out Small) is
   begin
      High := X / 10;
      if X < 10 then
         Low := X;
         return;
      end if;
      Low := X mod 10;
   end Split;
   procedure Move (X : in out Small) is
   begin
      I := I + 1;
      X := X + I;
   end Move;
   procedure Later (X : in out Small) is
      procedure Twice is
      begin
         X := X * 2;
      end Twice;
   begin
      Twice;
      Twice;
      X := X + Half (Sum (X, 1));
   end Later;
   procedure Count (Last : Small) is
   begin
      for K in 1 .. Last loop
         Show (K);
      end loop;
   end Count;
begin
   A := 1;
   B := 2;
   Swap (A, B);
   Show (A * 10 + B);
   Swap (Y => V (1), X => V (3));
   Show (V (1) * 10 + V (3));
   Split (47, A, B);
   Show (A * 10 + B);
   Split (High => B, Low => A, X => 8);
   Show (A * 10 + B);
   Move (V (I));
   Show (I);
   Show (V (1));
   Show (V (2));
   A := 3;
   Later (A);
   Show (A);
   Show (Sum (1, 2));
   Show (Sum (X => 1, Y => 2, Z => Half (20)));
   Count (2);
   Count (3);
   Count (I);
end Procedures;
