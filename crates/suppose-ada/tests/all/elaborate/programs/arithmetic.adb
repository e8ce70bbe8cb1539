with Ada.Text_IO;
procedure Arithmetic is
   subtype Small is Integer range -20 .. 20;
   type Hour is mod 24;
   N : constant := 2 ** 5;
   A, B : Small;
   H : Hour := 20;
   procedure Show (V : Integer) is
   begin
      --# event show (V)
      Ada.Text_IO.Put_Line (Integer'Image (V));
   end Show;
begin
   for I in 1 .. 4 loop
      case I is
         when 1 => A := 17; B := 5;
         when 2 => A := -17; B := 5;
         when 3 => A := 17; B := -5;
         when others => A := -17; B := -5;
      end case;
      Show (A / B);
      Show (A mod B);
      Show (A rem B);
      Show (abs A - abs B * 2);
      Show (-A + B);
   end loop;
   Show (N - 16#1F# + 1_0);
   Show (A ** 2);
   H := H + 7;
   Show (Integer (H));
   H := H - 4;
   Show (Integer (H));
   H := -H;
   Show (Integer (H));
   H := H * 9;
   Show (Integer (H));
   H := Hour'Succ (23);
   Show (Integer (H));
   Show (Integer'Max (A, B) + Integer'Min (3, A));
   Show (2 + 3 * 4 - 10 / 3 mod 2);
   Show (if A > B then 1 elsif A = B then 2 else 3);
end Arithmetic;
