package export

import (
	"encoding/csv"
	"io"
	"strconv"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/perturb"
)

// mechIRColumns are those of perturbed pairs as MechIR (Parry et al.) loads them: its MechIRDataset takes query_id, doc_id and perturbed,
// and finds the other texts in ir_datasets; its MechDataset takes query and text. The last three say what a copy is: its id, the axiom, and
// its place in the axiom's order, 1 the preferred.
var mechIRColumns = []string{"query_id", "doc_id", "query", "text", "perturbed", "perturbed_id", "axiom", "place"}

// mechIRRow returns one perturbed pair: a candidate's text and a copy of it with words before it, at a place in an axiom's order from 0.
func mechIRRow(x index.Reader, q *mine.Query, axiom string, place int, c perturb.Copy) []string {
	return []string{q.ID, x.DocID(c.Doc), oneLine(q.Text), oneLine(x.Texts().FullText(c.Doc)), oneLine(c.Text(x)),
		c.ID(x), axiom, strconv.Itoa(place + 1)}
}

// writeMechIR writes the rows of queries under their columns, quoted as pandas does and reads.
func writeMechIR(w io.Writer, byQuery [][][]string) error {
	t := csv.NewWriter(w)
	t.Comma = '\t'
	if err := t.Write(mechIRColumns); err != nil {
		return err
	}
	for _, rows := range byQuery {
		if err := t.WriteAll(rows); err != nil {
			return err
		}
	}
	t.Flush()
	return t.Error()
}
