--  A relay of 2 runners: whoever finds its number in the shared variable
--  puts in the number of the next.
--
--  A task keeps the variable, so that only one runner at a time gets or sets
--  it. Runners have the numbers from 0 on; the variable is 0 at first.
--
--  After S. F. Siegel and G. S. Avrunin, Improving the Precision of INCA by
--  Eliminating Solutions with Spurious Cycles (2002), as it is described in
--  Cobleigh, Automating and Evaluating Assume-Guarantee Reasoning (2007),
--  appendix A.4, where the property comes from.

procedure Relay is

   Runners : constant := 2;

   type Runner_Id is mod Runners;

   task Variable is
      entry Get (Value : out Runner_Id);
      entry Set (Value : Runner_Id);
   end Variable;

   task type Runner (Id : Runner_Id);

   task body Variable is
      Current : Runner_Id := 0;
   begin
      loop
         select
            accept Get (Value : out Runner_Id) do
               Value := Current;
            end Get;
         or
            accept Set (Value : Runner_Id) do
               Current := Value;
            end Set;
         end select;
      end loop;
   end Variable;

   task body Runner is
      Seen : Runner_Id;
   begin
      loop
         Variable.Get (Seen);
         if Seen = Id then
            Variable.Set (Id + 1);  --  The last one is followed by 0.
         else
            null;  --# event miss (Id)
         end if;
      end loop;
   end Runner;

   Runner_0 : Runner (0);
   Runner_1 : Runner (1);

   --  Between two times that the variable is set to 0, it is set to 1.
   --# property P1 is
   --#    init other;
   --#    other -> zero  : Variable.Set (0);
   --#    zero  -> other : Variable.Set (1);
   --#    zero  -> error : Variable.Set (0);
   --# end P1;

begin
   null;  --  The tasks do the rest.
end Relay;
