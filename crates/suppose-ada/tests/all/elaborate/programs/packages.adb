package Store is
   type Kind is (Small, Large);
   Limit : constant := 4;
   subtype Amount is Integer range 0 .. Limit;
   Level : Amount := 1;
   procedure Fill (By : Amount);
   function Is_Full return Boolean;
   package Inner is
      Depth : constant Amount := 2;
   end Inner;
end Store;
package body Store is
   Times : Amount := 0;
   procedure Fill (By : Amount) is
   begin
      Times := Times + 1;
      Level := Level + By;
   end Fill;
   function Is_Full return Boolean is
   begin
      return Level = Limit or Store.Times > 3;
   end Is_Full;
begin
   Level := 2;
end Store;
with Ada.Text_IO; use Ada.Text_IO;
with Store; use Store;
procedure Packages is
   Limit : constant := 40;
   K : Kind := Large;
   Where : Store.Amount renames Store.Level;
   procedure Show (V : Integer) is
   begin
      --# event show (V)
      Put_Line (Integer'Image (V));
   end Show;
begin
   Show (Level);
   Fill (1);
   Show (Where);
   Where := Where - 1;
   Show (Store.Level);
   Store.Fill (By => Inner.Depth);
   Show (Limit + Store.Limit);
   Show (if Is_Full then 1 else 0);
   Show (Kind'Pos (K) + Kind'Pos (Store.Small));
   Packages.K := Small;
   Show (Kind'Pos (K));
end Packages;
