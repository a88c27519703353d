package check

import (
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Pieces holds statistics of the word pieces of sampled rows, by PieceSizes.
type Pieces struct {
	Rows   int       `json:"rows"`
	Longer []float64 `json:"longer"` // the share of rows with a document that is cut at each size
	Equal  []float64 `json:"equal"`  // the share of rows whose positive and negative are the same up to each size
}

// PieceSizes has the numbers of pieces at which most trainers cut.
var PieceSizes = []int{128, 256, 512}

// piecesRows is the maximum number of rows that are tokenized.
const piecesRows = 2000

// CountPieces returns the statistics of the first rows of a sample. pieces tokenizes a text.
func CountPieces(sample *trainset.Sample, pieces func(text string) ([]int32, error)) (*Pieces, error) {
	p := &Pieces{Longer: make([]float64, len(PieceSizes)), Equal: make([]float64, len(PieceSizes))}
	for _, row := range sample.Rows[:min(piecesRows, len(sample.Rows))] {
		lists := make([][]int32, len(row.Docs))
		longest := 0
		for i, doc := range row.Docs {
			var err error
			if lists[i], err = pieces(doc.Text); err != nil {
				return nil, err
			}
			longest = max(longest, len(lists[i]))
		}
		p.Rows++
		for i, size := range PieceSizes {
			limit := size - 2 // without [CLS] and [SEP]
			if longest > limit {
				p.Longer[i]++
			}
			if len(lists) == 2 && row.Docs[0].Text != row.Docs[1].Text &&
				slices.Equal(lists[0][:min(limit, len(lists[0]))], lists[1][:min(limit, len(lists[1]))]) {
				p.Equal[i]++
			}
		}
	}
	for i := range PieceSizes {
		p.Longer[i] /= float64(max(1, p.Rows))
		p.Equal[i] /= float64(max(1, p.Rows))
	}
	return p, nil
}

var cutPieces = Check{
	Code: "cut-pieces", Severity: Note,
	About: "With --tokenizer: more than 10 % of the rows, in a sample of at most 2,000, have a document longer than 254 word pieces, or the " +
		"positive and the negative of more than 1 % are the same up to there. audit.json has the shares at 128, 256 and 512.",
	Advice: "Raise the trainer's maximal length, or split the documents into passages.",
	Find: func(in *Input) Found {
		if in.Pieces == nil {
			return Found{}
		}
		longer, equal := in.Pieces.Longer[1], in.Pieces.Equal[1]
		switch {
		case equal > 0.01:
			return in.inShare(equal, terminal.Percent(equal)+" of the rows have documents that are the same up to 256 pieces")
		case longer > 0.1:
			return in.inShare(longer, terminal.Percent(longer)+" of the rows have a document that is cut at 256 pieces")
		}
		return Found{}
	},
}
