package hashed

// LeftOut is the label of an input that gets no row.
const LeftOut = -1

// Votes are the weights of the pairs that put an input on each side, positive and negative, and how many of these are judged.
type Votes struct {
	weight [2]float64
	pairs  [2]int
	judged [2]int
}

// Add takes in a pair that has the input on a side, 0 for the positive.
func (v *Votes) Add(side int, weight float64, judged bool) {
	v.weight[side] += weight
	v.pairs[side]++
	if judged {
		v.judged[side]++
	}
}

// Label is what most say, LeftOut where as many say the other; soft, the share of what is positive.
func (v *Votes) Label(soft bool) float64 {
	of := v.weight
	if of[0]+of[1] == 0 {
		of = [2]float64{float64(v.pairs[0]), float64(v.pairs[1])}
	}
	switch {
	case soft:
		return of[0] / (of[0] + of[1])
	case of[0] > of[1], of[0] == of[1] && v.judged[0] > v.judged[1]:
		return 1
	case of[0] < of[1], v.judged[0] < v.judged[1]:
		return 0
	}
	return LeftOut
}
