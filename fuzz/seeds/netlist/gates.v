module ring (input a, output [1:0] z, output q);
  wire w = ~a;
  C2 c (.A(w), .B(z[0]), .Q(q));
  nand #1 (z[1], a, q), n (z[0], w, 1'b1);
  // signal values at the initial state:
  // !a w !q z[1]
endmodule
