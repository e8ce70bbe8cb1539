.inputs a b
.graph
p a+
q b+
a+ r
b+ r
.marking { p q }
.end
