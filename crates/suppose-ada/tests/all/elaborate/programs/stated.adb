with Ada.Numerics.Discrete_Random;
procedure Stated is
   Size : constant := 2;
   type Id is range 1 .. Size;
   type Colour is (Red, Green);
   package Any_Id is new Ada.Numerics.Discrete_Random (Id);
   Shared : Colour := Red;
   Levels : array (Id) of Id := (others => 1);
   task type Door is
      entry Open (By : Id; Old : out Colour);
      entry Shut (Id) (How : in out Colour);
   end Door;
   Doors : array (Id) of Door;
   task Bell is
      entry Ring;  --# event ring
      entry Stop (Colour);  --# event stop
   end Bell;
   --# any
   function Tired return Boolean is (False);
   task body Door is
      C : Colour := Green;
   begin
      loop
         select
            accept Open (By : Id; Old : out Colour) do
               Old := C;
               if By = 2 then
                  C := Shared;
               end if;
            end Open;
         or
            accept Shut (2) (How : in out Colour) do
               How := C;
            end Shut;
            --# event shut_again (C, 2)
         or
            terminate;
         end select;
      end loop;
   end Door;
   task body Bell is
      G : Any_Id.Generator;
      N : Id;
   begin
      while not Tired loop
         N := Any_Id.Random (G);
         if Levels (N) = 2 and Shared = Green then
            accept Ring;
            Levels (N) := Id'Pred (Levels (N));
         else
            select
               accept Stop (Red);
               exit;
            else
               Shared := Colour'Val (1 - Colour'Pos (Shared));
            end select;
         end if;
      end loop;
      raise Program_Error;
   end Bell;
   C : Colour := Red;
   --# property P is
   --#    init s;
   --#    for I in Id {
   --#       s -> t (I) : Doors (I).Open (I);
   --#       if I < Size { t (I) -> error : Doors (I).Open.end (Red); }
   --#    }
   --#    s -> t (1) : ring;
   --#    t (1), t (2) -> s : shut_again (Green, 1 .. 2), Stated:stop (Red), exception constraint_error;
   --#    t (2) -> error : Shared = Red, Bell:Levels (<>) == 2;
   --# end P;
begin
   for I in Id loop
      Doors (I).Open (I, C);
      Doors (I).Shut (2) (C);
   end loop;
   Bell.Ring;
end Stated;
