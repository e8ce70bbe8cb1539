module top (in, out, vdd);
  input [2:0] in; output [1:0] out; inout vdd;
  part p (.x({in[0], in[2:1]}), .y(out), .n());
endmodule
module part (x, y, n);
  input [2:0] x; output [1:0] y; output n;
  AOI21 \u+1 (.ON(y[0]), .A1(x[2]), .A2(x[1]), .B(x[0]));
  assign y[1] = x == 3'b101 ? &x : ^x | y[1], n = {2{x[0]}} != 2'h2;
  initial begin n = 0; end
endmodule
