package suspect

import (
	"math"
	"slices"
)

// The features of a positive. They compare it with the negatives of its query that are not positives too.
const (
	PositiveBM25     = iota // score for the query, as a share of the most that a document can have
	PositiveRank            // share of the negatives with a higher score, with half a negative on either side
	PositiveZ               // score less the negatives' mean, in standard deviations; 0 if they are fewer than three
	PositiveLead            // score less that of the best negative
	PositiveLikeTop         // mean cosine of TF-IDF with the negatives, weighted by their scores
	PositiveLikeMost        // cosine of TF-IDF with the negative that is most like it
	PositiveLength          // logarithm of the words, less the mean of the negatives
	PositiveRunZ            // a model's score, standardised over the query's documents in its run; NaN without one
	PositiveRunLead         // less that of the best negative, in standard deviations
	PositiveRunScore        // as it is: a cosine
	PositiveRunDiff         // less that of the best negative, as it is
	numPositiveFeatures
)

// PositiveNames are the names of the features in positives.parquet and positives.json.
var PositiveNames = [numPositiveFeatures]string{"bm25", "bm25_rank", "bm25_z", "bm25_lead", "like_top", "like_most", "length", "run_z",
	"run_lead", "run_score", "run_difference"}

// PositiveFeatures holds what the texts tell of a positive.
type PositiveFeatures [PositiveRunZ]float32

// PositiveRunFeatures holds what the runs tell of a positive, from PositiveRunZ on.
type PositiveRunFeatures [numPositiveFeatures - PositiveRunZ]float32

// PositiveFeatures returns all features of a positive, by its place in Positives. Those of a run are NaN if no run scores it with a
// negative.
func (c *Collector) PositiveFeatures(i int) (f [numPositiveFeatures]float32) {
	copy(f[:], c.Positives[i].Features[:])
	if len(c.runs) > 0 {
		copy(f[PositiveRunZ:], c.positiveRuns[i][:])
		return f
	}
	for i := PositiveRunZ; i < numPositiveFeatures; i++ {
		f[i] = float32(math.NaN())
	}
	return f
}

// IsPositiveScored reports whether a run scores a positive with a negative, by its place in Positives.
func (c *Collector) IsPositiveScored(i int) bool {
	return len(c.runs) > 0 && !math.IsNaN(float64(c.positiveRuns[i][0]))
}

// Positive is a positive of rows that follow each other with what is known of it.
type Positive struct {
	Row, End uint32 // its first row, and one more than the last row of its query that it was compared in
	Item     uint32 // its place among the documents of its first row
	Query    uint32 // number of the query
	Features PositiveFeatures
	P        float32 // probability that it is not relevant; NaN if it has none

	Words, Holds              uint16 // distinct words of the query, and how many of them it holds
	Negatives, NegativesAbove uint16 // negatives that it was compared with, and how many of them BM25 puts above it
	Evidence                  Span   // of the words of the query that it holds
	RunScored                 uint16 // negatives that the runs score
	RunAbove                  uint16 // how many of them the runs put above it
}

// mostLikened is the number of negatives whose words are compared with those of a positive: the first ones.
const mostLikened = 64

// scorePositive fills what the negatives tell about one positive.
func (c *Collector) scorePositive(p *Positive, number int, g *group) {
	doc := &g.members[number]
	f := &p.Features
	f[PositiveBM25] = float32(doc.bm25)
	p.Holds = doc.common
	higher, best, mean, square, length := 0.5, 0.0, 0.0, 0.0, 0.0
	top, weights := 0.0, 0.0
	n := float64(len(g.negatives))
	for _, i := range g.negatives {
		other := &g.members[i]
		if best = max(best, other.bm25); other.bm25 > doc.bm25 {
			higher++
			p.NegativesAbove++
		} else if other.bm25 == doc.bm25 {
			higher += 0.5
		}
		mean += other.bm25 / n
		length += other.logLength / n
	}
	for _, i := range g.negatives[:min(len(g.negatives), mostLikened)] {
		other := &g.members[i]
		likeness := cosine(doc.document, other.document)
		top += float64(likeness * other.bm25)
		weights += other.bm25
		f[PositiveLikeMost] = max(f[PositiveLikeMost], float32(likeness))
	}
	p.Negatives = uint16(min(len(g.negatives), math.MaxUint16))
	f[PositiveRank] = float32(higher / (n + 1))
	if n > 0 {
		f[PositiveLead] = float32(doc.bm25 - best)
		f[PositiveLength] = float32(doc.logLength - length)
	}
	if weights > 0 {
		f[PositiveLikeTop] = float32(top / weights)
	}
	for _, i := range g.negatives {
		d := g.members[i].bm25 - mean
		square += float64(d * d)
	}
	if deviation := math.Sqrt(square / n); len(g.negatives) >= leastOfQuery && deviation > 1e-9 {
		f[PositiveZ] = float32(max(-limitZ, min(limitZ, (doc.bm25-mean)/deviation)))
	}
	c.scorePositiveByRuns(p, number, g)
}

// scorePositiveByRuns adds what the runs tell of the next positive; NaN if none scores it together with a negative.
func (c *Collector) scorePositiveByRuns(p *Positive, number int, g *group) {
	if len(c.runs) == 0 {
		return
	}
	var f PositiveRunFeatures
	runs := float32(0)
	for _, run := range c.runs {
		runScore, has := run.score(c.id, g.members[number].doc.ID)
		if !has {
			continue
		}
		n, best := 0, math.Inf(-1)
		for _, i := range g.negatives {
			score, has := run.score(c.id, g.members[i].doc.ID)
			if !has {
				continue
			}
			n++
			if best = max(best, score); score > runScore {
				p.RunAbove++
			}
		}
		if n == 0 {
			continue
		}
		runs++
		p.RunScored += uint16(n)
		z := run.standardise(c.id, runScore)
		f[0] += float32(z)
		f[PositiveRunLead-PositiveRunZ] += float32(z - run.standardise(c.id, best))
		f[PositiveRunScore-PositiveRunZ] += float32(runScore)
		f[PositiveRunDiff-PositiveRunZ] += float32(runScore - best)
	}
	for i := range f {
		f[i] = meanOf(f[i], runs)
	}
	c.positiveRuns = append(c.positiveRuns, f)
}

// addPositives adds the positives of the open group, each once.
func (c *Collector) addPositives(g *group) {
	first := len(c.Positives)
	for _, number := range g.positives {
		p := Positive{Query: c.queryNumber, Row: math.MaxUint32, End: c.rows[len(c.rows)-1].row + 1, Words: c.query.words()}
		c.scorePositive(&p, number, g)
		_, p.Evidence = c.seek(&g.members[number])
		c.Positives = append(c.Positives, p)
	}
	missing := len(g.positives)
	for _, row := range c.rows {
		for item, d := range c.docs[row.first:row.end] {
			if missing == 0 {
				return
			}
			if i := slices.Index(g.positives, g.places[row.first+item]); d.Grade > 0 && i >= 0 {
				if p := &c.Positives[first+i]; p.Row == math.MaxUint32 {
					p.Row, p.Item = row.row, uint32(item)
					missing--
				}
			}
		}
	}
}
