.model bus
.inputs dsr ldtack
.outputs lds d dtack
.graph
dsr+ lds+
lds+ ldtack+
ldtack+ d+
d+ dtack+
dtack+ dsr-
dsr- d-
d- dtack- lds-
dtack- dsr+
lds- ldtack-
ldtack- lds+
.marking { <dtack-,dsr+> <ldtack-,lds+> }
.end
