// The same function in four gates. Wrong: z can rise by one of the and gates while the two that shall keep it are still on their way.
module hazard (input a, b, output z);
  wire set, left, right;
  and gset (set, a, b);
  and gleft (left, a, z);
  and gright (right, b, z);
  or  gz (z, set, left, right);
endmodule
