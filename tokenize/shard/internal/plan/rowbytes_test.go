package plan

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestRowsDecideTheFingerprint: every value of a row that stands in some format, and the hash of each of its texts, is in the bytes by
// which finished shards are known again.
func TestRowsDecideTheFingerprint(t *testing.T) {
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b", "r c>d")}), usual(), Needs{})
	var rows []Row
	for r := range p.All()[0].Items.Each {
		rows = append(rows, r)
	}
	first, other := rows[0], rows[1]
	met := map[string]string{}
	for name, change := range map[string]func(r *Row){
		"nothing":          func(*Row) {},
		"uid":              func(r *Row) { r.UID = "x" },
		"task":             func(r *Row) { r.Task = "x" },
		"axiom":            func(r *Row) { r.Axiom = "x" },
		"variant":          func(r *Row) { r.Variant = "x" },
		"query id":         func(r *Row) { r.QueryID = "x" },
		"positive id":      func(r *Row) { r.PosID = "x" },
		"negative id":      func(r *Row) { r.NegID = "x" },
		"ids moved":        func(r *Row) { r.PosID, r.NegID = r.PosID+r.NegID, "" },
		"source":           func(r *Row) { r.Source = pairs.Judged },
		"positive label":   func(r *Row) { r.PosLabel = 9 },
		"negative label":   func(r *Row) { r.NegLabel = 9 },
		"class":            func(r *Row) { r.Class = new(int32(0)) },
		"another class":    func(r *Row) { r.Class = new(int32(1)) },
		"positive grade":   func(r *Row) { r.PosGrade = new(int32(0)) },
		"negative grade":   func(r *Row) { r.NegGrade = new(int32(0)) },
		"positive rank":    func(r *Row) { r.PosRank = new(int32(0)) },
		"negative rank":    func(r *Row) { r.NegRank = new(int32(0)) },
		"weight":           func(r *Row) { r.Weight = 2 },
		"margin":           func(r *Row) { r.Margin = 2 },
		"positive score":   func(r *Row) { r.PosScore = new(0.0) },
		"negative score":   func(r *Row) { r.NegScore = new(0.0) },
		"text of query":    func(r *Row) { r.Query = other.Query },
		"text of positive": func(r *Row) { r.Pos = other.Pos },
		"text of negative": func(r *Row) { r.Neg = other.Neg },
	} {
		r := first
		change(&r)
		text := fmt.Sprintf("%x", p.Store.appendRow(nil, &r))
		if before, has := met[text]; has {
			t.Errorf("%s and %s have the same bytes", name, before)
		}
		met[text] = name
	}
}

// TestOptionalBytes: finished shards are known by these bytes. A value that is not there is 0, another one 1 and its bits.
func TestOptionalBytes(t *testing.T) {
	bits := func(x int32) uint64 { return uint64(x) }
	if got := fmt.Sprint(appendOptional(appendOptional([]byte{9}, nil, bits), new(int32(258)), bits)); got != "[9 0 1 2 1 0 0 0 0 0 0]" {
		t.Error(got)
	}
}

// TestReadersOrRows: files are divided by readers or by rows, and not by both.
func TestReadersOrRows(t *testing.T) {
	for _, c := range []struct {
		readers, rows int
		want          string
	}{{0, 0, "[]"}, {2, 0, "[]"}, {0, 9, "[]"},
		{2, 9, "[readers: 2 and shard_rows: 9 both divide a split into files: give one of them]"},
		{1, 9, "[readers: 1 and shard_rows: 9 both divide a split into files: give one of them]"},
		{2, 1, "[readers: 2 and shard_rows: 1 both divide a split into files: give one of them]"}, {-1, 0, "[readers: -1 is negative]"}} {
		o := usual()
		o.Readers, o.ShardRows, o.Compression = c.readers, c.rows, "none"
		must.Equal(t, fmt.Sprint(o.Faults()), c.want, "%d readers, %d rows", c.readers, c.rows)
	}
}
