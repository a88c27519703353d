package pairs

// Instance is one mined preference between two candidates of a query: number Pos should rank above
// number Neg. With Made = k > 0 the preferred document is made from candidate Pos by repeating it k
// times (LNC2); then Pos = Neg.
type Instance struct {
	Pos, Neg, Made int32
}
