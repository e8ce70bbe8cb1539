--  Smokers: 2 assemblers put together an item of 2 different
--  pieces; each of them has one kind of piece and needs the others.
--
--  In each round the supplier puts all pieces but one on the table and waits
--  until an item is made. Only the assembler who has the missing piece can
--  make it. Whoever looks at the table or changes it locks it meanwhile; an
--  assembler who misses a piece unlocks it at once.
--
--  After S. S. Patil, Limitations and Capabilities of Dijkstra's Semaphore
--  Primitives (1971), as it is described in Cobleigh, Automating and
--  Evaluating Assume-Guarantee Reasoning (2007), appendix A.5, where the
--  properties come from.

with Ada.Numerics.Discrete_Random;

procedure Smokers is

   Assemblers : constant := 2;

   type Piece_Id is range 1 .. Assemblers;

   package Any_Piece is new Ada.Numerics.Discrete_Random (Piece_Id);

   task Table is
      entry Lock;
      entry Unlock;
      entry Put (Piece : Piece_Id);
      entry Finish;
      entry Look (Piece : Piece_Id; There : out Boolean);
      entry Take (Piece : Piece_Id);
   end Table;

   task Supplier is
      entry Done;
   end Supplier;

   task type Assembler (Id : Piece_Id);

   task body Table is
      On : array (Piece_Id) of Boolean := (others => False);
   begin
      loop
         accept Lock;
         loop
            select
               accept Put (Piece : Piece_Id) do
                  On (Piece) := True;
               end Put;
            or
               accept Finish;
            or
               accept Look (Piece : Piece_Id; There : out Boolean) do
                  There := On (Piece);
               end Look;
            or
               accept Take (Piece : Piece_Id) do
                  On (Piece) := False;
               end Take;
            or
               accept Unlock;
               exit;
            end select;
         end loop;
      end loop;
   end Table;

   task body Supplier is
      Dice    : Any_Piece.Generator;
      Missing : Piece_Id;
   begin
      Any_Piece.Reset (Dice);
      loop
         Table.Lock;
         Missing := Any_Piece.Random (Dice);
         for Piece in Piece_Id loop
            if Piece /= Missing then
               Table.Put (Piece);
            end if;
         end loop;
         Table.Finish;
         Table.Unlock;
         accept Done;
      end loop;
   end Supplier;

   task body Assembler is
      Complete : Boolean;
   begin
      loop
         Table.Lock;
         Complete := True;
         for Piece in Piece_Id loop
            if Piece /= Id then
               Table.Look (Piece, Complete);
               exit when not Complete;
            end if;
         end loop;
         if Complete then
            for Piece in Piece_Id loop
               if Piece /= Id then
                  Table.Take (Piece);
               end if;
            end loop;
            Table.Unlock;
            --# event begin_make (Id)
            --# event end_make (Id)
            Supplier.Done;
         else
            Table.Unlock;
         end if;
      end loop;
   end Assembler;

   Assembler_1 : Assembler (1);
   Assembler_2 : Assembler (2);

   --  After the pieces were put out, the assembler who has the missing one
   --  makes the item. Pieces are put out in order, so a gap shows which one is
   --  missing: upto (K) says that all pieces up to K were put, need (K) that
   --  K was left out. When all but the last one were put, the last is missing.
   --# property P1 is
   --#    init upto (0);
   --#    for K in Piece_Id range 1 .. Assemblers - 1 {
   --#       upto (K - 1) -> upto (K) : Table.Put (K);
   --#       upto (K - 1) -> need (K) : Table.Put (K + 1);
   --#       upto (K - 1) -> error    : begin_make;
   --#       need (K)     -> upto (0) : begin_make (K);
   --#       need (K)     -> error    : begin_make (K + 1 .. Assemblers);
   --#       if K > 1 {
   --#          need (K) -> error : begin_make (1 .. K - 1);
   --#       }
   --#    }
   --#    upto (Assemblers - 1) -> upto (0) : begin_make (Assemblers);
   --#    upto (Assemblers - 1) -> error    : begin_make (1 .. Assemblers - 1);
   --# end P1;

   --  When the pieces that assembler 1 needs were put out, assembler 1 makes
   --  the next item.
   --# property P2 is
   --#    init idle;
   --#    idle      -> without_1 : Table.Put (2 .. Assemblers);
   --#    idle      -> with_1    : Table.Put (1);
   --#    without_1 -> with_1    : Table.Put (1);
   --#    without_1 -> due_1     : Table.Finish;
   --#    with_1    -> due_other : Table.Finish;
   --#    due_1     -> idle      : begin_make (1);
   --#    due_1     -> error     : begin_make (2 .. Assemblers);
   --#    due_other -> idle      : begin_make (2 .. Assemblers);
   --# end P2;

   --  No two assemblers make items at the same time.
   --# property P3 is
   --#    init idle;
   --#    idle -> busy  : begin_make;
   --#    busy -> idle  : end_make;
   --#    busy -> error : begin_make;
   --# end P3;

   --  Assemblers 1 and 2 do not make items at the same time.
   --# property P4 is
   --#    init idle;
   --#    idle   -> first  : begin_make (1);
   --#    first  -> idle   : end_make (1);
   --#    idle   -> second : begin_make (2);
   --#    second -> idle   : end_make (2);
   --#    first  -> error  : begin_make (2);
   --#    second -> error  : begin_make (1);
   --# end P4;

   --  The pieces of a whole item are never on the table together: on (K) says
   --  that K pieces are there.
   --# property P5 is
   --#    init on (0);
   --#    for K in 1 .. Assemblers - 1 {
   --#       on (K - 1) -> on (K)     : Table.Put;
   --#       on (K)     -> on (K - 1) : Table.Take;
   --#    }
   --#    on (Assemblers - 1) -> error : Table.Put;
   --# end P5;

   --  For all pieces that are put out together one item is made.
   --# property P6 is
   --#    init idle;
   --#    idle -> due   : Table.Finish;
   --#    due  -> error : Table.Finish;
   --#    due  -> idle  : begin_make;
   --#    idle -> error : begin_make;
   --# end P6;

   --  Piece 1 is put on the table, taken from it, put on it, and so on.
   --# property P7 is
   --#    init away;
   --#    away  -> there : Table.Put (1);
   --#    there -> away  : Table.Take (1);
   --#    there -> error : Table.Put (1);
   --#    away  -> error : Table.Take (1);
   --# end P7;

   --  The table is locked, unlocked, locked, and so on.
   --# property P8 is
   --#    init free;
   --#    free   -> locked : Table.Lock;
   --#    locked -> free   : Table.Unlock;
   --#    locked -> error  : Table.Lock;
   --#    free   -> error  : Table.Unlock;
   --# end P8;

begin
   null;  --  The tasks do the rest.
end Smokers;
