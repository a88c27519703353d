package hashes

// LeftOut is the label of an input without a row.
const LeftOut = -1

// Votes holds the weights of the pairs that put an input on each side, positive and negative, and
// how many of these pairs are judged.
type Votes struct {
	weight    [2]float64
	pairs     [2]int
	numJudged [2]int
}

// Add adds a pair that has the input on a side, 0 for the positive.
func (v *Votes) Add(side int, weight float64, isJudged bool) {
	v.weight[side] += weight
	v.pairs[side]++
	if isJudged {
		v.numJudged[side]++
	}
}

// Label returns the label of the larger weight, and LeftOut where both are equal. With soft it
// returns the share of the positive side.
func (v *Votes) Label(soft bool) float64 {
	weight := v.weight
	if weight[0]+weight[1] == 0 {
		weight = [2]float64{float64(v.pairs[0]), float64(v.pairs[1])}
	}
	switch {
	case soft:
		return weight[0] / (weight[0] + weight[1])
	case weight[0] > weight[1], weight[0] == weight[1] && v.numJudged[0] > v.numJudged[1]:
		return 1
	case weight[0] < weight[1], v.numJudged[0] < v.numJudged[1]:
		return 0
	}
	return LeftOut
}
