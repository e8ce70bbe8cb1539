// A C-element as one gate: the majority of its two inputs and its own output. Right for the environment celement.g.
module majority (input a, b, output z);
  assign z = a & b | z & (a | b);
endmodule
