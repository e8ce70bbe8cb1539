with Ada.Text_IO;
procedure Enumerations is
   type Colour is (Red, Green, Blue, Black);
   type Light is (Green, Amber, Red);
   subtype Bright is Colour range Red .. Blue;
   type Flag is new Boolean;
   C : Colour := Green;
   L : Light := Red;
   F : Flag := False;
   B : Boolean := True;
   procedure Show (V : Integer) is
   begin
      --# event show (V)
      Ada.Text_IO.Put_Line (Integer'Image (V));
   end Show;
   procedure Tell (V : Boolean) is
   begin
      Show (Boolean'Pos (V));
   end Tell;
begin
   Show (Colour'Pos (C));
   Show (Light'Pos (L));
   C := Colour'Succ (C);
   Show (Colour'Pos (C));
   C := Colour'Val (Colour'Pos (C) + 1);
   Show (Colour'Pos (C));
   C := Colour'Pred (Black);
   Tell (C = Blue);
   Tell (C in Bright);
   Tell (C not in Red | Blue .. Black);
   Tell (Green < C);
   Tell (L > Green and then L /= Amber);
   F := not F or (F xor True);
   Tell (Boolean (F));
   B := (F = True) and B;
   Tell (B);
   for X in reverse Bright loop
      case X is
         when Red | Green => Show (10 + Colour'Pos (X));
         when Blue => Show (99);
      end case;
   end loop;
   for X in Light loop
      Show (Light'Pos (X));
   end loop;
   Show (Colour'Pos (Colour'Last) * 10 + Light'Pos (Light'First));
   Show (Colour'Pos (Colour'(Red)) + Light'Pos (Light'(Red)));
   case L is
      when Green .. Amber => Show (1);
      when others => Show (2);
   end case;
end Enumerations;
