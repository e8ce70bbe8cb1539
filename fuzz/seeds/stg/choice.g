# Choice, numbers, silent events, toggles, first values.
.name choice
.inputs a b
.internal c
.silent e f
.initial state !a b
.graph
p@1 a+ \
 e
a+ b~/1
b~/1 q
e f/2
f/2 q
q c
c p@1
.marking {p@1=1}
.capacity q=1
.end
