package check

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/intern"
)

var repeatedRow = Check{
	Code: "repeated-row", Severity: Warning, Exact: true,
	RowText: "repeats an earlier row", RowsText: "repeat an earlier row",
	About: "The row has the query, the documents and the labels of an earlier row, letter by letter, in whatever order the documents " +
		"stand; where a prompt compares them (duoT5), in the same order.",
	Advice: "Drop them, unless you repeat rows on purpose: a repeated row counts twice.",
	Find:   findRepeated,
	Reason: func(in *Input, f Flag) string {
		return "The row repeats " + place(in, f.Other) + "."
	},
}

func findRepeated(in *Input) (finding Found) {
	hashes := make([]intern.Sum, len(in.Set.Rows))
	var buffer []byte
	var items []trainset.Item
	for row := range in.Set.Rows {
		buffer = binary.LittleEndian.AppendUint32(buffer[:0], in.Set.Rows[row].Query)
		buffer = binary.LittleEndian.AppendUint32(buffer, in.Set.Rows[row].List)
		items = append(items[:0], in.Set.RowItems(uint32(row))...)
		if !in.Set.Rows[row].Ordered {
			slices.SortFunc(items, func(a, b trainset.Item) int {
				return cmp.Or(cmp.Compare(a.Text, b.Text), cmp.Compare(a.Grade, b.Grade))
			})
		}
		for _, item := range items {
			buffer = binary.LittleEndian.AppendUint32(buffer, item.Text)
			buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(item.Grade))
		}
		hashes[row] = intern.SumOfBytes(buffer)
	}
	order := slices.Clone(hashes)
	slices.SortFunc(order, func(a, b intern.Sum) int { return cmp.Or(cmp.Compare(a.High, b.High), cmp.Compare(a.Low, b.Low)) })
	first := map[intern.Sum]uint32{} // the first row of each hash that several rows have
	for i := 1; i < len(order); i++ {
		if order[i] == order[i-1] {
			first[order[i]] = math.MaxUint32
		}
	}
	if len(first) == 0 {
		return finding
	}
	for row, hash := range hashes {
		switch other, repeats := first[hash]; {
		case !repeats:
		case other == math.MaxUint32:
			first[hash] = uint32(row)
		default:
			finding.Flags = append(finding.Flags, Flag{Row: uint32(row), Other: other, Score: 1})
		}
	}
	return finding
}
