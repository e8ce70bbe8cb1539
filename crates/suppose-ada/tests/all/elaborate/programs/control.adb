with Ada.Text_IO;
procedure Control is
   subtype Small is Integer range 0 .. 100;
   X, Y : Small := 0;
   Up : Boolean := True;
   procedure Show (V : Integer) is
   begin
      --# event show (V)
      Ada.Text_IO.Put_Line (Integer'Image (V));
   end Show;
begin
   for I in 3 .. 1 loop
      Show (111);
   end loop;
   for I in reverse 1 .. 3 loop
      Show (I);
   end loop;
   while X < 5 loop
      X := X + 2;
      exit when X = 4;
   end loop;
   Show (X);
   Outer : for I in 1 .. 3 loop
      for J in 1 .. 3 loop
         exit Outer when I * J = 6;
         if J > I then
            exit;
         end if;
         Show (I * 10 + J);
      end loop;
   end loop Outer;
   for I in X .. X + 2 loop
      Show (I);
   end loop;
   loop
      Y := Y + 1;
      if Y mod 2 = 0 then
         null;
      elsif Y > 4 then
         exit;
      else
         Show (Y);
      end if;
   end loop;
   declare
      X : Small := 50;
      Z : constant Small := X + Y;
   begin
      X := Z + 1;
      Show (X);
      Show (Control.X);
   end;
   Named : declare
      Y : Small := 9;
   begin
      Show (Named.Y + Control.Y);
   end Named;
   if Up and then X = 4 then
      Show (1);
   end if;
   if not Up or else 10 / X = 2 then
      Show (2);
   end if;
   Up := X = 0 or else 4 / X > 0;
   Show (if Up then 1 else 0);
   for I in 1 .. 2 loop
      declare
         Fresh : Small := 0;
      begin
         Fresh := Fresh + I;
         Show (Fresh);
      end;
   end loop;
   return;
end Control;
