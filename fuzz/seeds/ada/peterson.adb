--  Mutual exclusion of 2 processes by Peterson's algorithm, with nothing
--  but shared variables.
--
--  To enter, a process climbs some stages, one less than there are processes.
--  At each it says where it is and makes itself the victim; it goes on when no
--  other process is as far as itself, or when another one has become the
--  victim. One process can be left behind at each stage, so one at most
--  arrives.
--
--  G. L. Peterson, Myths about the Mutual Exclusion Problem (1981). The
--  property is that of Cobleigh, Automating and Evaluating Assume-Guarantee
--  Reasoning (2007), appendix A.3.

procedure Peterson is

   Processes : constant := 2;

   type Process_Id is range 1 .. Processes;
   type Stage_Or_None is range 0 .. Processes - 1;
   subtype Stage is Stage_Or_None range 1 .. Stage_Or_None'Last;

   Level : array (Process_Id) of Stage_Or_None := (others => 0);
   pragma Atomic_Components (Level);

   Victim : array (Stage) of Process_Id;
   pragma Atomic_Components (Victim);

   task type Process (Id : Process_Id);

   task body Process is
   begin
      loop
         for Here in Stage loop
            Level (Id) := Here;
            Victim (Here) := Id;
            for Other in Process_Id loop
               if Other /= Id then
                  loop
                     exit when Level (Other) < Here;
                     exit when Victim (Here) /= Id;
                  end loop;
               end if;
            end loop;
         end loop;
         --# event enter (Id)
         --  This is the critical region.
         --# event leave (Id)
         Level (Id) := 0;
      end loop;
   end Process;

   Process_1 : Process (1);
   Process_2 : Process (2);

   --  No two processes are in the critical region at the same time.
   --# property P1 is
   --#    init free;
   --#    free  -> taken : enter;
   --#    taken -> free  : leave;
   --#    taken -> error : enter;
   --# end P1;

begin
   null;  --  The tasks do the rest.
end Peterson;
