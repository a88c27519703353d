package shortcut

import "math"

// Constants of the fits of words.
const (
	wordBits   = 18  // logarithm to the base 2 of the maximum number of weights
	wordRounds = 3   // number of passes over the pairs
	wordRate   = 0.2 // AdaGrad's learning rate
)

// weight is the weight of a word with the sum of its squared gradients.
type weight struct{ value, squares float64 }

// scoreWords returns the score of a pair by the words of its documents: a positive one puts the first document above the second.
func scoreWords(weights []weight, p *pair) (z float64) {
	for _, place := range p.words[0] {
		z += weights[place].value
	}
	for _, place := range p.words[1] {
		z -= weights[place].value
	}
	return z
}

// fitWords fits a logistic regression of the words of documents on all folds except omit, by AdaGrad over wordRounds rounds.
func fitWords(list []pair, omit int, weights []weight) {
	clear(weights)
	step := func(places []uint32, slope float64) {
		square, rate := float64(slope*slope), float64(wordRate*slope)
		for _, place := range places {
			w := &weights[place]
			w.squares += square
			w.value += rate / math.Sqrt(w.squares+1e-8)
		}
	}
	for range wordRounds {
		for i := range list {
			p := &list[i]
			if foldOf(p.query) == omit {
				continue
			}
			miss := 1 / (1 + math.Exp(scoreWords(weights, p)))
			step(p.words[0], miss)
			step(p.words[1], -miss)
		}
	}
}
