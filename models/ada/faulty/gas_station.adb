--  A self-service gas station with 2 customers, two pumps and an
--  operator.
--
--  A customer chooses a pump and pays for it in advance. The operator
--  activates the pump; the customer starts and stops it; the pump tells the
--  operator what to charge, and the operator gives the customer the change.
--  While a pump is in use nobody can pay for it: other customers wait in the
--  queue of its entry, so there is no list of who waits.
--
--  Wrong on purpose: the operator remembers who paid last, and gives the
--  change to that customer.
--
--  After D. Helmbold and D. Luckham, Debugging Ada Tasking Programs (1985), as
--  it is described in Cobleigh, Automating and Evaluating Assume-Guarantee
--  Reasoning (2007), appendix A.2, where the properties come from.

with Ada.Numerics.Discrete_Random;

procedure Gas_Station is

   Customers : constant := 2;
   Pumps     : constant := 2;

   type Customer_Id is range 1 .. Customers;
   type Pump_Id is range 1 .. Pumps;

   package Any_Pump is new Ada.Numerics.Discrete_Random (Pump_Id);

   task Operator is
      entry Prepay (Pump_Id) (Customer : Customer_Id);
      entry Charge (Customer : Customer_Id; Pump : Pump_Id);
   end Operator;

   task type Pump (Id : Pump_Id) is
      entry Activate;
      entry Start (Customer : Customer_Id);
      entry Stop (Customer_Id);
   end Pump;

   task type Customer (Id : Customer_Id) is
      entry Change (Pump : Pump_Id);
   end Customer;

   Pump_1 : Pump (1);
   Pump_2 : Pump (2);

   Customer_1 : Customer (1);
   Customer_2 : Customer (2);

   task body Operator is
      In_Use : array (Pump_Id) of Boolean := (others => False);
      Payer  : Customer_Id;
      Used   : Pump_Id;

      procedure Give_Change is
      begin
         case Payer is
            when 1 => Customer_1.Change (Used);
            when 2 => Customer_2.Change (Used);
         end case;
      end Give_Change;
   begin
      loop
         select
            when not In_Use (1) =>
               accept Prepay (1) (Customer : Customer_Id) do
                  Payer := Customer;
               end Prepay;
               In_Use (1) := True;
               Pump_1.Activate;
         or
            when not In_Use (2) =>
               accept Prepay (2) (Customer : Customer_Id) do
                  Payer := Customer;
               end Prepay;
               In_Use (2) := True;
               Pump_2.Activate;
         or
            accept Charge (Customer : Customer_Id; Pump : Pump_Id) do
               Used := Pump;
            end Charge;
            In_Use (Used) := False;
            Give_Change;
         end select;
      end loop;
   end Operator;

   task body Pump is
      Current : Customer_Id;
   begin
      loop
         accept Activate;
         accept Start (Customer : Customer_Id) do
            Current := Customer;
         end Start;
         accept Stop (Current);
         Operator.Charge (Current, Id);
      end loop;
   end Pump;

   task body Customer is
      Dice : Any_Pump.Generator;
   begin
      Any_Pump.Reset (Dice);
      loop
         case Any_Pump.Random (Dice) is
            when 1 =>
               Operator.Prepay (1) (Id);
               Pump_1.Start (Id);
               Pump_1.Stop (Id);
            when 2 =>
               Operator.Prepay (2) (Id);
               Pump_2.Start (Id);
               Pump_2.Stop (Id);
         end case;
         accept Change (Pump : Pump_Id);
      end loop;
   end Customer;

   --  Customers 1 and 2 never use pump 1 at the same time.
   --# property P1 is
   --#    init free;
   --#    free   -> first  : Pump_1.Start (1);
   --#    first  -> free   : Pump_1.Stop (1);
   --#    free   -> second : Pump_1.Start (2);
   --#    second -> free   : Pump_1.Stop (2);
   --#    first  -> error  : Pump_1.Start (2);
   --#    second -> error  : Pump_1.Start (1);
   --# end P1;

   --  Customer 1 starts a pump, stops one, starts one, and so on.
   --# property P2 is
   --#    init off;
   --#    off -> on    : Pump_1.Start (1), Pump_2.Start (1);
   --#    on  -> off   : Pump_1.Stop (1), Pump_2.Stop (1);
   --#    off -> error : Pump_1.Stop (1), Pump_2.Stop (1);
   --#    on  -> error : Pump_1.Start (1), Pump_2.Start (1);
   --# end P2;

   --  Pump 1 is started by some customer, stopped by one, started by one, and
   --  so on.
   --# property P3 is
   --#    init off;
   --#    off -> on    : Pump_1.Start;
   --#    on  -> off   : Pump_1.Stop;
   --#    off -> error : Pump_1.Stop;
   --#    on  -> error : Pump_1.Start;
   --# end P3;

   --  When customer 1 has paid for pump 1, the change that customer 1 gets
   --  next is for pump 1.
   --# property P4 is
   --#    init idle;
   --#    idle -> paid  : Operator.Prepay (1) (1);
   --#    paid -> idle  : Customer_1.Change (1);
   --#    paid -> error : Customer_1.Change (2);
   --# end P4;

begin
   null;  --  The tasks do the rest.
end Gas_Station;
