module arbiter (r1 r2, g1, g2, k, l);
  input r1, r2; output g1, g2, k, l;
  assign #1 {g1, g2} = {g1, g2, r1, r2} == 4'b0011 ? $urandom_range(1, 2) : {r1 & (~g2 | ~r2), r2 & (~g1 | ~r1)};
  MUTEX_late me (.r1(r1), .g1(k), .r2(r2), .g2(l));
endmodule
