--  Chiron, a user interface, with 2 artists, two kinds of events and a
--  dispatcher for each of them.
--
--  Artists draw on the screen. Each of them registers for the events that it
--  wants to hear of. One task takes what comes from artists and from the
--  wrapper, and hands it to the dispatcher of that event, which keeps a list
--  and notifies all artists in it, in the order in which they registered. A
--  client has the manager start all artists and later terminate them,
--  whereupon they unregister.
--
--  A dispatcher can wait for an artist that waits to unregister, so there are
--  deadlocks.
--
--  After R. K. Keller and others, User Interface Development and Software
--  Environments: The Chiron-1 System (1991), and G. S. Avrunin and others,
--  Comparing Finite-State Verification Techniques for Concurrent Software
--  (1999), as it is described in Cobleigh, Automating and Evaluating
--  Assume-Guarantee Reasoning (2007), appendix A.1, where the properties come
--  from.

with Ada.Numerics.Discrete_Random;

procedure Chiron_Multiple is

   Number_Of_Artists : constant := 2;

   type Event_Id is range 1 .. 2;
   type Artist_Or_Nobody is range 0 .. Number_Of_Artists;
   subtype Artist_Id is Artist_Or_Nobody range 1 .. Number_Of_Artists;

   Nobody : constant Artist_Or_Nobody := 0;

   package Any_Event is new Ada.Numerics.Discrete_Random (Event_Id);

   --  Artist 1 wants both events, 2 the first one, 3 the second one, 4 none, 5
   --  both again, and so on.
   function Wants (Id : Artist_Id; Event : Event_Id) return Boolean is
     (if Event = 1 then Id mod 4 = 1 or Id mod 4 = 2
      else Id mod 4 = 1 or Id mod 4 = 3);

   task type Artist (Id : Artist_Id) is
      entry Start;
      entry Notify_Client_Event (Event : Event_Id);
      entry Terminate_Artist;
   end Artist;

   Artist_1 : Artist (1);
   Artist_2 : Artist (2);

   task Dispatcher is
      entry Register (Id : Artist_Id; Event : Event_Id);
      entry Unregister (Id : Artist_Id; Event : Event_Id);
      entry Notify_Artists (Event_Id);
   end Dispatcher;

   task type Event_Dispatcher (Event : Event_Id) is
      entry Register (Id : Artist_Id);
      entry Unregister (Id : Artist_Id);
      entry Notify;
   end Event_Dispatcher;

   Dispatcher_1 : Event_Dispatcher (1);
   Dispatcher_2 : Event_Dispatcher (2);

   task Adt_Wrapper;

   task Artist_Manager is
      entry Start_Artists;
      entry Stop_Artists;
   end Artist_Manager;

   task Client;

   task body Artist is
   begin
      accept Start;
      if Wants (Id, 1) then
         Dispatcher.Register (Id, 1);
      end if;
      if Wants (Id, 2) then
         Dispatcher.Register (Id, 2);
      end if;
      loop
         select
            accept Notify_Client_Event (Event : Event_Id);
         or
            accept Terminate_Artist do
               if Wants (Id, 1) then
                  Dispatcher.Unregister (Id, 1);
               end if;
               if Wants (Id, 2) then
                  Dispatcher.Unregister (Id, 2);
               end if;
            end Terminate_Artist;
            exit;
         end select;
      end loop;
   end Artist;

   task body Dispatcher is
      Who  : Artist_Id;
      What : Event_Id;
   begin
      loop
         select
            accept Register (Id : Artist_Id; Event : Event_Id) do
               Who  := Id;
               What := Event;
            end Register;
            case What is
               when 1 => Dispatcher_1.Register (Who);
               when 2 => Dispatcher_2.Register (Who);
            end case;
         or
            accept Unregister (Id : Artist_Id; Event : Event_Id) do
               Who  := Id;
               What := Event;
            end Unregister;
            case What is
               when 1 => Dispatcher_1.Unregister (Who);
               when 2 => Dispatcher_2.Unregister (Who);
            end case;
         or
            accept Notify_Artists (1) do
               Dispatcher_1.Notify;
            end Notify_Artists;
         or
            accept Notify_Artists (2) do
               Dispatcher_2.Notify;
            end Notify_Artists;
         end select;
      end loop;
   end Dispatcher;

   task body Event_Dispatcher is
      --  The artists that are registered, without gaps.
      List : array (Artist_Id) of Artist_Or_Nobody := (others => Nobody);
      Who  : Artist_Id;

      procedure Add is
      begin
         for Place in Artist_Id loop
            exit when List (Place) = Who;
            if List (Place) = Nobody then
               List (Place) := Who;
               exit;
            end if;
            if Place = Artist_Id'Last then
               null;  --# event out_of_bounds (Event)
            end if;
         end loop;
      end Add;

      procedure Remove is
         Found : Boolean := False;
      begin
         for Place in Artist_Id loop
            Found := Found or List (Place) = Who;
            if Found then
               if Place < Artist_Id'Last then
                  List (Place) := List (Place + 1);
               else
                  List (Place) := Nobody;
               end if;
            end if;
         end loop;
      end Remove;
   begin
      loop
         select
            accept Register (Id : Artist_Id) do
               Who := Id;
            end Register;
            Add;
         or
            accept Unregister (Id : Artist_Id) do
               Who := Id;
            end Unregister;
            Remove;
         or
            accept Notify do
               for Place in Artist_Id loop
                  case List (Place) is
                     when Nobody => exit;
                     when 1 => Artist_1.Notify_Client_Event (Event);
                     when 2 => Artist_2.Notify_Client_Event (Event);
                  end case;
               end loop;
            end Notify;
         end select;
      end loop;
   end Event_Dispatcher;

   task body Adt_Wrapper is
      Dice : Any_Event.Generator;
   begin
      Any_Event.Reset (Dice);
      loop
         case Any_Event.Random (Dice) is
            when 1 => Dispatcher.Notify_Artists (1);
            when 2 => Dispatcher.Notify_Artists (2);
         end case;
      end loop;
   end Adt_Wrapper;

   task body Artist_Manager is
   begin
      accept Start_Artists;
      Artist_1.Start;
      Artist_2.Start;
      accept Stop_Artists;
      Artist_1.Terminate_Artist;
      Artist_2.Terminate_Artist;
      --# event shutdown
   end Artist_Manager;

   task body Client is
   begin
      Artist_Manager.Start_Artists;
      Artist_Manager.Stop_Artists;
   end Client;

   --  Artist 1 does not register for event 1 while it is registered for it.
   --# property P1 is
   --#    init away;
   --#    away -> here  : Dispatcher.Register (1, 1);
   --#    here -> away  : Dispatcher.Unregister (1, 1);
   --#    here -> error : Dispatcher.Register (1, 1);
   --# end P1;

   --  When artist 1 is registered for event 1 and event 1 comes, the
   --  dispatcher accepts no other event before artist 1 is notified of this
   --  one.
   --# property P2 is
   --#    init away;
   --#    away -> here  : Dispatcher.Register (1, 1);
   --#    here -> away  : Dispatcher.Unregister (1, 1);
   --#    here -> due   : Dispatcher.Notify_Artists (1);
   --#    due  -> here  : Artist_1.Notify_Client_Event (1);
   --#    due  -> error : Dispatcher.Notify_Artists;
   --# end P2;

   --  No artist is notified of event 1 before event 1 has come.
   --# property P3 is
   --#    init before;
   --#    before -> come  : Dispatcher.Notify_Artists (1);
   --#    before -> error : Artist_1.Notify_Client_Event (1);
   --#    before -> error : Artist_2.Notify_Client_Event (1);
   --# end P3;

   --  After event 1 has come, and not event 2, no artist is notified of event
   --  2.
   --# property P4 is
   --#    init other;
   --#    other -> first : Dispatcher.Notify_Artists (1);
   --#    first -> other : Dispatcher.Notify_Artists (2);
   --#    first -> error : Artist_1.Notify_Client_Event (2);
   --#    first -> error : Artist_2.Notify_Client_Event (2);
   --# end P4;

   --  While no artist is registered for event 1, none is notified of event 1:
   --  count (K) says that K artists are registered.
   --# property P5 is
   --#    init count (0);
   --#    for K in 1 .. Number_Of_Artists {
   --#       count (K - 1) -> count (K)     : Dispatcher.Register (<>, 1);
   --#       count (K)     -> count (K - 1) : Dispatcher.Unregister (<>, 1);
   --#    }
   --#    count (0) -> error : Artist_1.Notify_Client_Event (1);
   --#    count (0) -> error : Artist_2.Notify_Client_Event (1);
   --# end P5;

   --  Artist 1 is not notified of event 1 while it is not registered for it.
   --# property P6 is
   --#    init away;
   --#    away -> here  : Dispatcher.Register (1, 1);
   --#    here -> away  : Dispatcher.Unregister (1, 1);
   --#    away -> error : Artist_1.Notify_Client_Event (1);
   --# end P6;

   --  When artist 1 has registered for event 1 before artist 2, it is notified
   --  of event 1 before artist 2.
   --# property P7 is
   --#    init none;
   --#    none  -> first : Dispatcher.Register (1, 1);
   --#    none  -> other : Dispatcher.Register (2, 1);
   --#    first -> none  : Dispatcher.Unregister (1, 1);
   --#    first -> both  : Dispatcher.Register (2, 1);
   --#    both  -> other : Dispatcher.Unregister (1 .. 2, 1);
   --#    both  -> due   : Dispatcher.Notify_Artists (1);
   --#    due   -> both  : Artist_1.Notify_Client_Event (1);
   --#    due   -> error : Artist_2.Notify_Client_Event (1);
   --# end P7;

   --  The list of artists that are registered for event 1 is never too short.
   --# property P8 is
   --#    init fine;
   --#    fine -> error : out_of_bounds (1);
   --# end P8;

   --  The manager does not shut down while an artist is registered for
   --  anything: count (K) says that there are K registrations.
   --# property P9 is
   --#    init count (0);
   --#    for K in 1 .. 2 * Number_Of_Artists {
   --#       count (K - 1) -> count (K)     : Dispatcher.Register;
   --#       count (K)     -> count (K - 1) : Dispatcher.Unregister;
   --#       count (K)     -> error         : shutdown;
   --#    }
   --# end P9;

begin
   null;  --  The tasks do the rest.
end Chiron_Multiple;
