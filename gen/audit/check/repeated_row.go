package check

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/trainset"
	"github.com/cespare/xxhash/v2"
)

var repeatedRow = Check{
	Code: "repeated-row", Severity: Warning, Exact: true,
	One: "repeats an earlier row", Many: "repeat an earlier row",
	About:  "The row has the query, the documents and the labels of an earlier row, letter by letter, in whatever order the documents stand.",
	Advice: "Drop them, unless you repeat rows on purpose: a repeated row counts twice.",
	Example: Example{
		Rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "c d", "negative": "g h"}
{"query": "a b", "positive": "c d", "negative": "e f"}`,
		Flagged: []int{2},
		Clean: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "c d", "negative": "g h"}`,
	},
	Find: findRepeated,
	Reason: func(in *Input, f Flag) string {
		return "The row repeats " + place(in, f.Other) + "."
	},
}

func findRepeated(in *Input) (found Found) {
	type hashed struct {
		hash uint64
		row  uint32
	}
	all := make([]hashed, len(in.Set.Rows))
	var buffer []byte
	var items []trainset.Item
	for row := range in.Set.Rows {
		buffer = binary.LittleEndian.AppendUint32(buffer[:0], in.Set.Rows[row].Query)
		buffer = binary.LittleEndian.AppendUint32(buffer, in.Set.Rows[row].List)
		items = append(items[:0], in.Set.RowItems(uint32(row))...)
		slices.SortFunc(items, func(a, b trainset.Item) int {
			return cmp.Or(cmp.Compare(a.Text, b.Text), cmp.Compare(a.Grade, b.Grade))
		})
		for _, item := range items {
			buffer = binary.LittleEndian.AppendUint32(buffer, item.Text)
			buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(item.Grade))
		}
		all[row] = hashed{xxhash.Sum64(buffer), uint32(row)}
	}
	slices.SortFunc(all, func(a, b hashed) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.row, b.row)) })
	for i, first := 1, 0; i < len(all); i++ {
		if all[i].hash != all[first].hash {
			first = i
			continue
		}
		found.Flags = append(found.Flags, Flag{Row: all[i].row, Other: all[first].row, Score: 1})
	}
	slices.SortFunc(found.Flags, func(a, b Flag) int { return cmp.Compare(a.Row, b.Row) })
	return found
}
