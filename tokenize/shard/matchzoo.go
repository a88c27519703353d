package shard

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
)

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
		parts = append(parts, lines[group]{folder: folder, extension: "csv", header: header,
			rows: func(g group) int { return 1 + g.size() },
			append: func(g group, line []byte) ([]byte, error) {
				b := bytes.NewBuffer(line)
				out := csv.NewWriter(b)
				first := g.row(0)
				left, query := "q/"+unbreak.Replace(first.QueryID)+"/"+first.UID, csvText(p.in.query(first.QueryID))
				weight, margin := g.loss(g.size())
				out.Write(weighted(weight, margin, left, query, "d/"+unbreak.Replace(first.PosID), csvText(p.in.doc(first.PosID)), "1"))
				for i := range g.size() {
					r := g.row(i)
					out.Write(weighted(r.Weight, r.Margin, left, query, "d/"+unbreak.Replace(r.NegID), csvText(p.in.doc(r.NegID)), "0"))
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

// rowsInCSV counts the lines below the header; no field has a line break.
func rowsInCSV(path string) (int, error) {
	n, err := linesIn(path)
	return max(0, n-1), err
}
