package shard

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
)

// otherOptions have another value for an option, by its key, in a set of which they change something wherever a format reads it.
var otherOptions = map[string]func(in *Input, o *Options){
	"max_length":       func(_ *Input, o *Options) { o.MaxLength, o.MaxQueryLength = 30, 4 },
	"max_query_length": func(_ *Input, o *Options) { o.MaxQueryLength = 4 },
	"readers":          func(_ *Input, o *Options) { o.ShardRows, o.Readers = 0, 3 },
	"spread_queries":   func(_ *Input, o *Options) { o.SpreadQueries = 2 },
	"group_size":       func(_ *Input, o *Options) { o.GroupSize = 4 },
	"pointwise":        func(_ *Input, o *Options) { o.Pointwise = PointwiseKeep },
	"prompt":           func(_ *Input, o *Options) { o.Prompt = "Which passage?" },
	"layout":           func(_ *Input, o *Options) { o.Layout = "A" },
	"mtdnn_ranking":    func(_ *Input, o *Options) { o.MTDNNRanking = "pointwise" },
	"compat":           func(_ *Input, o *Options) { o.Compat, o.MaxLength, o.MaxQueryLength = "dl4marco", 30, 4 },
}

// companions are options that an option's other value goes with.
var companions = map[string]string{"compat": "max_length"}

// TestReadersAreTheFormatsThatRead: another value of an option changes the files of a format if and only if Readers names it.
func TestReadersAreTheFormatsThatRead(t *testing.T) {
	if testing.Short() {
		t.Skip("writes every format some times")
	}
	for key := range maps.Keys(readers) {
		if otherOptions[key] == nil && !slices.Contains([]string{"scores", "template"}, key) {
			t.Errorf("no other value of %s", key)
		}
	}
	c := shardtest.NewCollection(t, 5, 20)
	rows := slices.Concat(c.Pairs(50, 1), c.ClassRows(8, 2))
	for _, p := range c.Pairs(5, 1) { // inputs with two labels
		p.PosID, p.NegID = p.NegID, p.PosID
		rows = append(rows, p)
	}
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	made := func(name string, change func(in *Input, o *Options)) (map[string]string, error) {
		in := inputOf(c, Split{Name: "train", Pairs: pairs.TableOf(rows)}, Split{Name: "dev", Pairs: pairs.TableOf(c.Pairs(8, 5))})
		in.Rankings, in.Lists = toEvaluate, toLearn
		o := Defaults()
		o.Formats, o.ShardRows, o.MaxLength, o.MaxQueryLength, o.GroupSize = []string{name}, 20, 400, 100, 3
		if change != nil {
			change(&in, &o)
		}
		dir := t.TempDir()
		if _, err := write(t, dir, result.Fresh, in, o); err != nil {
			return nil, err
		}
		all := files(t, dir)
		delete(all, "manifest.json")
		return all, nil
	}
	part := nightly.Stride(t, "pairs of a format and a key", 6)
	for i, f := range format.All {
		plain, err := made(f.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for j, key := range slices.Sorted(maps.Keys(otherOptions)) {
			if (i+j)%part != 0 {
				continue
			}
			change, o := otherOptions[key], Defaults()
			o.Formats = []string{f.Name}
			change(&Input{}, &o)
			reads := slices.Contains(Readers(key, o, true), f.Name)
			base := plain
			if beside := companions[key]; beside != "" {
				if base, err = made(f.Name, otherOptions[beside]); err != nil {
					t.Fatal(err)
				}
			}
			got, err := made(f.Name, change)
			if bad, is := errors.AsType[*errs.Error](err); is && bad.Kind == errs.Usage {
				continue // refused
			}
			if err != nil {
				t.Fatal(err)
			}
			if changes := !maps.Equal(base, got); changes != reads {
				t.Errorf("%s changes with %s: %v, and Readers says %v", f.Name, key, changes, reads)
			}
		}
	}
}
