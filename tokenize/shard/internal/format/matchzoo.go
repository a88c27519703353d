package format

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var matchzooFormat = Format{
	Name:       "matchzoo",
	About:      "MatchZoo: CSV for pack",
	Use:        "matchzoo.pack(pandas.read_csv(\"DIR/matchzoo/train-00000-of-N.csv\"))",
	Needs:      plan.Needs{Flat: true, Groups: true, Weights: true},
	Parts:      matchzooParts,
	Candidates: matchzooCandidates,
	Folders:    []encoding.Folder{{Name: "", As: relations}},
}

// matchzooHeader are the columns that MatchZoo's pack reads.
const matchzooHeader = "id_left,text_left,id_right,text_right,label"

// matchzooLoss are the columns after them where rows have weights or margins.
const matchzooLoss = ",weight,margin"

// missing are the texts that pandas reads as no text.
var missing = []string{"", " ", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA",
	"NULL", "NaN", "None", "n/a", "nan", "null"}

// matchzooParts returns MatchZoo's CSV. MatchZoo draws a positive's negatives from its id_left. So
// each group has an id_left of its own and MatchZoo draws our pairs: q/QUERY/UID, with the uid of
// the group's first pair. The id_right is d/DOCUMENT. With a letter in front pandas cannot read an
// id as a number. Where a row has a weight or a margin other than 1, columns for both follow, which
// pack keeps: for a negative its pair's values, for the positive the means.
func matchzooParts(p *plan.Plan) (parts []encoding.Part) {
	header := matchzooHeader
	if p.Weighted > 0 {
		header += matchzooLoss
	}
	withLoss := func(weight, margin float64, fields ...string) []string {
		if p.Weighted > 0 {
			fields = append(fields, strconv.FormatFloat(weight, 'g', -1, 64), strconv.FormatFloat(margin, 'g', -1, 64))
		}
		return fields
	}
	p.PairwiseTasks("matchzoo", func(t plan.Task, folder string) {
		parts = append(parts, encoding.Lines[plan.Group]{Folder: folder, As: relations, Header: header,
			Rows: func(g plan.Group) int { return 1 + g.Size() },
			Append: func(g plan.Group, line []byte) ([]byte, error) {
				b := bytes.NewBuffer(line)
				out := csv.NewWriter(b)
				first := g.Row(0)
				left, query := "q/"+plan.Unbreak(first.QueryID)+"/"+first.UID, csvText(p.In.QueryText(first.QueryID))
				weight, margin := g.Loss(g.Size())
				out.Write(withLoss(weight, margin, left, query, "d/"+plan.Unbreak(first.PosID), csvText(p.In.DocText(first.PosID)), "1"))
				for i := range g.Size() {
					r := g.Row(i)
					out.Write(withLoss(r.Weight, r.Margin, left, query, "d/"+plan.Unbreak(r.NegID), csvText(p.In.DocText(r.NegID)), "0"))
				}
				out.Flush()
				return bytes.TrimSuffix(b.Bytes(), []byte("\n")), out.Error()
			}}.Parts(p.GroupsUpTo("matchzoo", t, p.Options.Documents(2)-1))...)
	})
	return parts
}

// csvText returns a text on one line that pandas does not read as a missing text.
func csvText(text string) string {
	if text = plan.Field(text); slices.Contains(missing, text) {
		text += " "
	}
	return text
}

// matchzooCandidates returns the candidates with an id_left for every query, as MatchZoo's
// evaluation groups by it.
func matchzooCandidates(p *plan.Plan) []encoding.Part {
	return encoding.Lines[plan.Candidate]{Folder: "matchzoo" + plan.CandidateMark, As: relations, Header: matchzooHeader,
		Append: func(c plan.Candidate, line []byte) ([]byte, error) {
			b := bytes.NewBuffer(line)
			out := csv.NewWriter(b)
			out.Write([]string{"q/" + plan.Unbreak(c.QueryID), csvText(p.In.QueryText(c.QueryID)), "d/" + plan.Unbreak(c.DocID),
				csvText(p.In.DocText(c.DocID)), fmt.Sprint(c.Label())})
			out.Flush()
			return bytes.TrimSuffix(b.Bytes(), []byte("\n")), out.Error()
		}}.Parts(p.Candidates)
}

// relations have a side each of q/ and d/ and a label, below either header.
var relations = encoding.CommaSeparated(func(fields []string) string {
	switch {
	case !strings.HasPrefix(fields[0], "q/") || !strings.HasPrefix(fields[2], "d/"):
		return "has ids that do not begin with q/ and d/"
	case slices.Contains(missing, fields[1]) || slices.Contains(missing, fields[3]):
		return "has a text that pandas reads as none"
	case fields[4] != "0" && fields[4] != "1":
		return fmt.Sprintf("has the label %q, neither 0 nor 1", fields[4])
	}
	return ""
}, matchzooHeader, matchzooHeader+matchzooLoss)
