package check

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/cespare/xxhash/v2"
)

var repeatedRow = Check{
	Code: "repeated-row", Severity: Warning, Exact: true,
	RowText: "repeats an earlier row", RowsText: "repeat an earlier row",
	About: "The row has the query, the documents and the labels of an earlier row, letter by letter, in whatever order the documents " +
		"stand; where a prompt compares them (duoT5), in the same order.",
	Advice: "Drop them, unless you repeat rows on purpose: a repeated row counts twice.",
	Find:   findRepeated,
	Reason: func(in *Input, f Flag) string {
		return "The row repeats " + rowName(in, f.Other) + "."
	},
}

func findRepeated(in *Input) Found {
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
	first := map[intern.Sum]uint32{} // the first row of each hash that several rows have; MaxUint32 until it is reached
	for i := 1; i < len(order); i++ {
		if order[i] == order[i-1] {
			first[order[i]] = math.MaxUint32
		}
	}
	if len(first) == 0 {
		return Found{}
	}
	return flagRows(in, func(row uint32) (uint32, float32) {
		other, repeats := first[hashes[row]]
		if repeats && other == math.MaxUint32 {
			first[hashes[row]] = row
			return 0, 0
		}
		return other, oneIf(repeats)
	})
}

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
			return "The row has the words of " + rowName(in, f.Other) + "."
		}
		return fmt.Sprintf("Each text shares %.0f %% of its words or more with one of %s.", math.Floor(float64(100*f.Score)), rowName(in, f.Other))
	},
	Evidence: func(in *Input, f Flag) Evidence { // returns the document that differs most
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

// nearKey is a row with a hash, which is the same for rows whose texts are near copies and whose grades are equal.
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

// byGroup appends the items of a row to list, sorted by their group of near copies. list must be empty.
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

// shareOfRows returns the lowest share of common words of two texts at the same place in two rows. repeats reports whether all are equal.
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

// share returns the share of words that two texts have in common, from 0 to 1.
func (in *Input) share(a, b uint32) float32 {
	return in.Set.Copies.Share(in.Set.FirstEqual(a), in.Set.FirstEqual(b))
}

var repeatedNegative = Check{
	Code: "repeated-negative", Severity: Warning,
	RowText: "has one negative several times", RowsText: "have one negative several times",
	About: "Two negatives of the row have the same text, without regard to case and white space. Where all rows have equally many " +
		"documents it is a note: a trainer that wants groups of one size needs short ones filled.",
	Advice: "Fill the group with other negatives: a repeated one counts twice in the softmax.",
	Find: func(in *Input) Found {
		var negatives []uint32
		f := flagRows(in, func(row uint32) (uint32, float32) {
			negatives = in.texts(negatives, in.Set.JudgedItems(row), trainset.Item.IsNegative)
			return 0, oneIf(len(slices.Compact(negatives)) < len(negatives))
		})
		if len(f.Flags) > 0 && len(in.Set.Items)%len(in.Set.Rows) == 0 {
			size := len(in.Set.Items) / len(in.Set.Rows)
			isOther := func(r trainset.Row) bool { return int(r.End-r.First) != size }
			if len(in.Set.Rows) > 1 && !slices.ContainsFunc(in.Set.Rows, isOther) {
				f.Severity = Note
			}
		}
		return f
	},
	Reason: func(*Input, Flag) string { return "Two negatives of the row have the same text." },
}

var queryIsDocument = Check{
	Code: "query-is-document", Severity: Warning, Exact: true,
	RowText: "has the query as a document", RowsText: "have the query as a document",
	About:  "A document of the row has the text of the query, without regard to case and white space.",
	Advice: "Drop them, unless you train on paraphrases: the row teaches that a copy of the query is the best answer.",
	Find: func(in *Input) Found {
		return flagItems(in, func(row uint32, item trainset.Item) float32 {
			first := in.Set.FirstEqual(item.Text)
			return oneIf(first != 0 && first == in.Set.RowQuery(row))
		})
	},
	Reason: func(in *Input, f Flag) string {
		for _, item := range in.Set.RowItems(f.Row) {
			if item.Text == f.Other && item.IsNegative() && !in.Set.Rows[f.Row].Labelled {
				return "A negative has the text of the query."
			}
		}
		return "A document has the text of the query."
	},
	Evidence: flaggedText,
}

// UnreadableRow is the code of the finding that rows cannot be read.
const UnreadableRow = "unreadable-row"

var unreadableRow = Check{
	Code: UnreadableRow, Severity: Error, Exact: true,
	About: "A row, or a line of the file, cannot be read: nothing else is known of it. audit.json has the reasons, each with its first places.",
	Advice: "Mend the lines that are named below: trainers read them otherwise, or stop. --strict stops at the first, " +
		"--fix drop leaves them out.",
	Find: func(in *Input) Found {
		if in.NotRead == 0 {
			return Found{}
		}
		all := in.NotRead + len(in.Set.Rows)
		return Found{Count: in.NotRead, Share: float64(in.NotRead) / float64(all),
			Title: terminal.Group(in.NotRead) + " of " + terminal.Plural(all, "row", "rows") + " cannot be read"}
	},
}
