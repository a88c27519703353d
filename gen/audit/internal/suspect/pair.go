package suspect

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/lists"
)

// The features of a labelled pair of texts. Only pairQuery and pairDoc depend on the order of the texts.
const (
	pairOne     = iota // 1, the constant
	pairQuery          // share of the distinct words of the query that the document has
	pairDoc            // share of the distinct words of the document that the query has
	pairJaccard        // Jaccard index of the distinct words
	pairStretch        // Jaccard index of the pairs of neighbouring words
	pairCosine         // TF-IDF cosine
	pairSquare         // square of pairCosine
	pairLength         // absolute difference of the logarithms of the numbers of words
	numPairFeatures
)

// Pairs holds the rows of a set of labelled pairs with their features.
type Pairs struct {
	Rows     []uint32
	Features []float32 // numPairFeatures for each of Rows

	stats     *Statistics
	documents [2]document
	stretches [2][]uint32
}

// NewPairs returns an empty Pairs with capacity for the given number of rows.
func NewPairs(stats *Statistics, rows int) *Pairs {
	return &Pairs{Rows: make([]uint32, 0, rows), Features: make([]float32, 0, rows*numPairFeatures), stats: stats}
}

// Add adds a row, which has one document, with its features.
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
	common, cosine := lists.Common(query.words, doc.words), cosine(query, doc)
	share := func(n, total int) float32 { return float32(n) / float32(max(1, total)) }
	stretches := lists.Common(p.stretches[0], p.stretches[1])
	p.Rows = append(p.Rows, row)
	p.Features = append(p.Features, 1, share(common, len(query.words)), share(common, len(doc.words)),
		share(common, len(query.words)+len(doc.words)-common),
		share(stretches, len(p.stretches[0])+len(p.stretches[1])-stretches), float32(cosine), float32(cosine*cosine),
		float32(math.Abs(query.logLength-doc.logLength)))
}

// Shared returns the Jaccard index of the words of a pair. i is its index in Rows.
func (p *Pairs) Shared(i int) float32 { return p.Features[i*numPairFeatures+pairJaccard] }
