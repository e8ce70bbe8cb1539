# What a C-element and its environment do: both inputs rise, then the output; both fall, then the output.
.model celement
.inputs a b
.outputs z
.graph
a+ z+
b+ z+
z+ a- b-
a- z-
b- z-
z- a+ b+
.marking {<z-,a+> <z-,b+>}
.end
