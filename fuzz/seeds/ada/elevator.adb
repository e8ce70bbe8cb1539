--  An elevator: a controller tells a car when to open its doors, when to close
--  them and when to move.
--
--  Both tasks set X before they meet at Sync, so X has a value then, but which
--  one depends on who was last. Afterwards nobody changes it: either both open
--  and close the doors, or none does. The doors are closed at first.
--
--  The program of Cobleigh, Automating and Evaluating Assume-Guarantee
--  Reasoning (2007), figure 3.1.

procedure Elevator is

   X : Boolean;
   pragma Atomic (X);

   task Car is
      entry Sync;         --# event sync
      entry Open_Doors;   --# event open
      entry Close_Doors;  --# event close
      entry Move_Car;     --# event move
   end Car;

   task Controller;

   task body Car is
   begin
      X := True;
      accept Sync;
      if X then
         accept Open_Doors;
      end if;
      if X then
         accept Close_Doors;
      end if;
      accept Move_Car;
   end Car;

   task body Controller is
   begin
      X := False;
      Car.Sync;
      if X then
         Car.Open_Doors;
      end if;
      if X then
         Car.Close_Doors;
      end if;
      Car.Move_Car;
   end Controller;

   --  The car never moves while its doors are open.
   --# property Doors_Closed is
   --#    init closed;
   --#    closed -> opened : Car.Open_Doors;
   --#    opened -> closed : Car.Close_Doors;
   --#    opened -> error  : Car.Move_Car;
   --# end Doors_Closed;

begin
   null;  --  The tasks do the rest.
end Elevator;
