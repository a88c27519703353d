package shard

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

var matchzooFormat = format{
	name:       "matchzoo",
	about:      "MatchZoo: CSV for pack",
	use:        "matchzoo.pack(pandas.read_csv(\"DIR/matchzoo/train-00000-of-N.csv\"))",
	needs:      needs{flat: true, groups: true, weights: true},
	parts:      matchzooParts,
	candidates: matchzooCandidates,
	folders:    []folder{{"", relations}},
}

// matchzooHeader are the columns that MatchZoo's pack knows.
const matchzooHeader = "id_left,text_left,id_right,text_right,label"

// matchzooLoss are the columns behind them where rows have weights or margins.
const matchzooLoss = ",weight,margin"

// missing are the texts that pandas reads as no text.
var missing = []string{"", " ", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"}

// matchzooParts are MatchZoo's CSV. MatchZoo draws a positive's negatives from its id_left, so each group has an id_left of
// its own and the pairs that it draws are ours: q/QUERY/UID, with the uid of the group's first pair. The id_right is
// d/DOCUMENT. With a letter in front pandas cannot take an id for a number.
// Where a row has a weight or a margin but 1, columns for both follow, which pack takes along: of a negative its pair's, of the
// positive the means.
func matchzooParts(p *plan) (parts []part) {
	header := matchzooHeader
	if p.weighted > 0 {
		header += matchzooLoss
	}
	weighted := func(weight, margin float64, fields ...string) []string {
		if p.weighted > 0 {
			fields = append(fields, strconv.FormatFloat(weight, 'g', -1, 64), strconv.FormatFloat(margin, 'g', -1, 64))
		}
		return fields
	}
	p.pairwiseTasks("matchzoo", func(t task, folder string) {
		parts = append(parts, lines[group]{folder: folder, as: relations, header: header,
			rows: func(g group) int { return 1 + g.size() },
			append: func(g group, line []byte) ([]byte, error) {
				b := bytes.NewBuffer(line)
				out := csv.NewWriter(b)
				first := g.row(0)
				left, query := "q/"+unbreak.Replace(first.QueryID)+"/"+first.UID, csvText(p.in.queryText(first.QueryID))
				weight, margin := g.loss(g.size())
				out.Write(weighted(weight, margin, left, query, "d/"+unbreak.Replace(first.PosID), csvText(p.in.docText(first.PosID)), "1"))
				for i := range g.size() {
					r := g.row(i)
					out.Write(weighted(r.Weight, r.Margin, left, query, "d/"+unbreak.Replace(r.NegID), csvText(p.in.docText(r.NegID)), "0"))
				}
				out.Flush()
				return bytes.TrimSuffix(b.Bytes(), []byte("\n")), out.Error()
			}}.parts(p.upTo("matchzoo", t, p.options.groupSize(2)-1))...)
	})
	return parts
}

// csvText is a text on one line that pandas does not take for a missing one.
func csvText(text string) string {
	if text = field(text); slices.Contains(missing, text) {
		text += " "
	}
	return text
}

// matchzooCandidates have an id_left for every query, as MatchZoo's evaluation groups by it.
func matchzooCandidates(p *plan) []part {
	return lines[candidate]{folder: "matchzoo" + candidateMark, as: relations, header: matchzooHeader, append: func(c candidate, line []byte) ([]byte, error) {
		b := bytes.NewBuffer(line)
		out := csv.NewWriter(b)
		out.Write([]string{"q/" + unbreak.Replace(c.queryID), csvText(p.in.queryText(c.queryID)), "d/" + unbreak.Replace(c.docID), csvText(p.in.docText(c.docID)), fmt.Sprint(c.label())})
		out.Flush()
		return bytes.TrimSuffix(b.Bytes(), []byte("\n")), out.Error()
	}}.parts(p.candidates)
}

// relations have a side each of q/ and d/ and a label, below either header.
var relations = commaSeparated(func(fields []string) string {
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
