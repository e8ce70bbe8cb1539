with Ada.Text_IO;
procedure Arrays is
   type Day is (Mon, Tue, Wed);
   subtype Small is Integer range 0 .. 50;
   type Grid is array (1 .. 2, Day) of Small;
   type Row is array (Day) of Small;
   Table : constant array (1 .. 5) of Small := (3, 1, 4, 1, 5);
   G : Grid := ((1, 2, 3), (4, 5, 6));
   H : Grid := (others => (others => 7));
   R : Row := (Tue => 20, others => 10);
   S : Row;
   D : Day := Wed;
   K : Small := 2;
   procedure Show (V : Integer) is
   begin
      --# event show (V)
      Ada.Text_IO.Put_Line (Integer'Image (V));
   end Show;
begin
   for I in Table'Range loop
      Show (Table (I));
   end loop;
   Show (Table (3) + Table (K));
   for I in G'Range (1) loop
      for J in G'Range (2) loop
         Show (G (I, J) + H (I, J));
      end loop;
   end loop;
   G (K, Tue) := 30;
   G (1, D) := G (K, Tue) + 1;
   Show (G (2, Tue));
   Show (G (1, Wed));
   H := G;
   G (1, Mon) := 0;
   Show (H (1, Mon));
   S := R;
   R := (S (Wed), S (Mon), S (Tue));
   for X in Day loop
      Show (R (X));
   end loop;
   R := (Mon | Wed => 1, Tue => K);
   Show (R (Mon) + R (Tue) * 10 + R (D) * 100);
   Show (G'Length (1) * 10 + G'Length (2));
   Show (Day'Pos (G'Last (2)));
   K := Table (Table (1));
   Show (K);
end Arrays;
