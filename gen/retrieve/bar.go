package retrieve

import "math"

// bar is the limit that a document's score must exceed to be a result, and what a sum of gains says of a score.
type bar struct {
	limit      float64   // a document whose score is at most this is no result
	room       float64   // more than rounding can move a score or a bound
	unit       float64   // of sums: a list's weight is a number of units a step
	spread     float64   // more than a document's score by its sum is too large
	background float64   // the sum of the tokens' priors under QL and QLJM, times their factors
	factors    float64   // the sum of the tokens' factors
	loss       []float64 // the retriever's
	tally      tally     // of what scores are at least
}

// isBounded reports whether scores have bounds. Infinite weights have none, and then no document is left out.
func (b *bar) isBounded() bool { return b.room <= math.MaxFloat64 }

// setScale sets room and unit for scores of a size that so many tokens have.
func (b *bar) setScale(scale float64, tokens int) {
	// Some ten operations a token are off by at most 2^-53 of the scores' size each; this is 2^9 times as much.
	b.room = float64(scale*float64(tokens+4)/(1<<40)) + math.SmallestNonzeroFloat64
	b.unit = 1
	if b.isBounded() {
		b.unit = max(scale/(1<<30), 1e-300)
	}
}

// backgroundOf returns the background of documents with a loss.
func (b *bar) backgroundOf(loss float64) float64 {
	return b.background - float64(b.factors*loss)
}

// backgroundAt returns the background of documents of a length.
func (b *bar) backgroundAt(length uint32) float64 {
	if b.loss == nil {
		return 0
	}
	return b.backgroundOf(b.loss[length])
}

// need returns the sum that a document with a background must exceed to be a result.
func (b *bar) need(background float64) uint32 {
	need := (b.limit - background) / b.unit
	if !(need > 0) {
		return 0
	}
	return uint32(min(need, 1<<31))
}

// raise raises the limit by a document whose score is at most that.
func (b *bar) raise(most float64) {
	if limit, risen := b.tally.add(most - b.spread); risen {
		b.limit = max(b.limit, limit-2*b.room)
	}
}
