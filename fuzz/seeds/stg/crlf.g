.inputs a
.outputs b
#@.init_state [0X]
.mode TIMED
.graph
a+ b+ #@ <a>[1,2]
b+ a-
a- b-
b- a+
.marking{<b-,a+>}
.end
