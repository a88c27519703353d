package suspect

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
)

// The features of a labelled pair of texts. None depends on their order but for the two shares.
const (
	pairOne     = iota // 1
	pairQuery          // share of the distinct words of the query that the document has
	pairDoc            // likewise of the document
	pairJaccard        // share of the words of both that both have
	pairStretch        // share of the stretches of two words of both that both have
	pairCosine         // of TF-IDF
	pairSquare         // its square
	pairLength         // the difference of the logarithms of the numbers of words, without its sign
	numPairFeatures
)

// Pairs holds the rows of a set of labelled pairs with their features.
type Pairs struct {
	Rows     []uint32
	Features []float32 // of the first row, then of the next

	stats     *Statistics
	documents [2]document
	stretches [2][]uint32
}

// NewPairs returns an empty collection with room for so many rows.
func NewPairs(stats *Statistics, rows int) *Pairs {
	return &Pairs{Rows: make([]uint32, 0, rows), Features: make([]float32, 0, rows*numPairFeatures), stats: stats}
}

// Add adds a row of one document.
func (p *Pairs) Add(row uint32, r *corpus.TrainingRow) {
	for i, text := range []string{r.Query, r.Docs[0].Text} {
		d := &p.documents[i]
		p.stats.read(d, text)
		list := p.stretches[i][:0]
		for j := 1; j < len(d.order); j++ {
			list = append(list, d.order[j-1]*0x9e3779b1^d.order[j])
		}
		slices.Sort(list)
		p.stretches[i] = slices.Compact(list)
	}
	query, doc := &p.documents[0], &p.documents[1]
	common, cosine := trainset.Common(query.words, doc.words), cosine(query, doc)
	share := func(n, of int) float32 { return float32(n) / float32(max(1, of)) }
	stretches := trainset.Common(p.stretches[0], p.stretches[1])
	p.Rows = append(p.Rows, row)
	p.Features = append(p.Features, 1, share(common, len(query.words)), share(common, len(doc.words)),
		share(common, len(query.words)+len(doc.words)-common),
		share(stretches, len(p.stretches[0])+len(p.stretches[1])-stretches), float32(cosine), float32(cosine*cosine),
		float32(math.Abs(query.logLength-doc.logLength)))
}

// Shared returns the share of the words of both texts of a pair, by its place in Rows, that both have.
func (p *Pairs) Shared(i int) float32 { return p.Features[i*numPairFeatures+pairJaccard] }
