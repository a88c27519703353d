package check

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/cespare/xxhash/v2"
)

var nearRow = Check{
	Code: "near-row", Severity: Note,
	RowText: "nearly repeats an earlier row", RowsText: "nearly repeat an earlier row",
	About: "Each text of the row is that of an earlier row without regard to case and white space, or has five words or more and shares at " +
		"least 80 % of the words of both. The score is the least share. Rows of `repeated-row` are left out. MinHash chooses the texts that are " +
		"compared, of all rows; it misses one in a thousand at 80 %.",
	Advice: "Keep one of them, unless the difference matters: near copies count twice, and leak between splits.",
	Find:   findNearRows,
	Reason: func(in *Input, f Flag) string {
		if f.Score == 1 {
			return "The row has the words of " + place(in, f.Other) + "."
		}
		return fmt.Sprintf("Each text shares %.0f %% of its words or more with one of %s.", math.Floor(float64(100*f.Score)), place(in, f.Other))
	},
	Evidence: func(in *Input, f Flag) Evidence { // the document that differs most
		a, b := in.byGroup(nil, f.Row), in.byGroup(nil, f.Other)
		e, least := Evidence{Document: -1}, float32(1)
		for i := range a {
			if share := in.share(a[i].Text, b[i].Text); share < least {
				least, e = share, flaggedText(in, Flag{Row: f.Row, Other: a[i].Text})
				e.Earlier = b[i].Text
			}
		}
		return e
	},
}

// nearKey is a row with the hash of the groups of its texts.
type nearKey struct {
	hash uint64
	row  uint32
}

func findNearRows(in *Input) (finding Found) {
	keys := make([]nearKey, len(in.Set.Rows))
	var buffer []byte
	var a, b []trainset.Item
	for row := range in.Set.Rows {
		r := &in.Set.Rows[row]
		buffer = binary.LittleEndian.AppendUint32(buffer[:0], in.Set.Copies.Near(r.Query))
		buffer = binary.LittleEndian.AppendUint32(buffer, r.List)
		for _, item := range in.byGroup(a[:0], uint32(row)) {
			buffer = binary.LittleEndian.AppendUint32(buffer, in.Set.Copies.Near(item.Text))
			buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(item.Grade))
		}
		keys[row] = nearKey{xxhash.Sum64(buffer), uint32(row)}
	}
	slices.SortFunc(keys, func(a, b nearKey) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.row, b.row)) })
	for same := range pairs.Adjacent(keys, func(a, b nearKey) bool { return a.hash == b.hash }) {
		for i, key := range same[1:] {
			for _, other := range []uint32{same[0].row, same[i].row} {
				a, b = in.byGroup(a[:0], key.row), in.byGroup(b[:0], other)
				share, repeats := in.shareOfRows(key.row, other, a, b)
				if repeats {
					break
				}
				if share >= trainset.NearShare {
					finding.Flags = append(finding.Flags, Flag{Row: key.row, Other: other, Score: share})
					break
				}
			}
		}
	}
	return finding.byRow()
}

// byGroup appends the items of a row to an empty list, near copies beside each other.
func (in *Input) byGroup(list []trainset.Item, row uint32) []trainset.Item {
	list = append(list, in.Set.RowItems(row)...)
	if len(list) > 1 {
		slices.SortFunc(list, func(a, b trainset.Item) int {
			return cmp.Or(cmp.Compare(in.Set.Copies.Near(a.Text), in.Set.Copies.Near(b.Text)), cmp.Compare(a.Grade, b.Grade),
				cmp.Compare(a.Text, b.Text))
		})
	}
	return list
}

// shareOfRows returns the least share of words that the texts of two rows have in common, and whether they are the same letter by letter.
func (in *Input) shareOfRows(row, other uint32, a, b []trainset.Item) (share float32, repeats bool) {
	if len(a) != len(b) {
		return 0, false
	}
	first, second := in.Set.Rows[row].Query, in.Set.Rows[other].Query
	share, repeats = in.share(first, second), first == second
	for i := range a {
		share = min(share, in.share(a[i].Text, b[i].Text))
		repeats = repeats && a[i].Text == b[i].Text
	}
	return share, repeats
}

// share returns the share of words that two texts have in common.
func (in *Input) share(a, b uint32) float32 {
	return in.Set.Copies.Share(in.Set.FirstEqual(a), in.Set.FirstEqual(b))
}
