package shard

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// otherOptions have another value for an option, by its key, in a set of which they change something wherever a format reads it.
var otherOptions = map[string]func(in *Input, o *Options){
	"max_length":       func(_ *Input, o *Options) { o.MaxLength, o.MaxQueryLength = 30, 4 },
	"max_query_length": func(_ *Input, o *Options) { o.MaxQueryLength = 4 },
	"readers":          func(_ *Input, o *Options) { o.ShardRows, o.Readers = 0, 3 },
	"spread_queries":   func(_ *Input, o *Options) { o.SpreadQueries = 2 },
	"group_size":       func(_ *Input, o *Options) { o.GroupSize = 4 },
	"pointwise":        func(_ *Input, o *Options) { o.Pointwise = plan.Keep },
	"prompt":           func(_ *Input, o *Options) { o.Prompt = "Which passage?" },
	"layout":           func(_ *Input, o *Options) { o.Layout = "A" },
	"mtdnn_ranking":    func(_ *Input, o *Options) { o.MTDNNRanking = "pointwise" },
	"compat":           func(_ *Input, o *Options) { o.Compat, o.MaxLength, o.MaxQueryLength = "dl4marco", 30, 4 },
}

// companions are options that an option's other value goes with.
var companions = map[string][]string{"compat": {"max_length"}}

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
	c := shardtest.NewCollection(t, 4, 8)
	rows := slices.Concat(c.Pairs(30, 1), c.ClassRows(5, 2))
	for _, p := range c.Pairs(5, 1) { // inputs with two labels
		p.PosID, p.NegID = p.NegID, p.PosID
		rows = append(rows, p)
	}
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	// made returns the files of each of some formats, as one text.
	before := map[string]map[string]string{}
	made := func(names []string, keys ...string) map[string]string {
		asked := strings.Join(slices.Concat(names, keys), " ")
		if before[asked] != nil {
			return before[asked]
		}
		in := inputOf(c, Split{Name: "train", Pairs: pairs.TableOf(rows)}, Split{Name: "dev", Pairs: pairs.TableOf(c.Pairs(8, 5))})
		in.Rankings, in.Lists = toEvaluate, toLearn
		o := readersOptions(names...)
		for _, key := range keys {
			otherOptions[key](&in, &o)
		}
		dir, m := mustWrite(t, in, o)
		all, texts := files(t, dir), map[string]string{}
		for _, s := range m.Shards {
			texts[s.Format] += s.Path + "\n" + all[s.Path]
		}
		for _, f := range m.Files { // beside the shards
			folder, _, _ := strings.Cut(f.Path, "/")
			texts[folder] += f.Path + "\n" + all[f.Path]
		}
		before[asked] = texts
		return texts
	}
	check := func(key string, hasIDs bool) { // files of texts have another footer beside such of ids
		change := otherOptions[key]
		var names []string
		for _, f := range format.All {
			o := readersOptions(f.Name)
			if change(&Input{}, &o); (f.Needs.IDs != plan.NoIDs) == hasIDs && o.Validate() == nil { // else it is refused
				names = append(names, f.Name)
			}
		}
		o := readersOptions(names...)
		change(&Input{}, &o)
		base := made(names, companions[key]...)
		changed := made(names, key)
		for _, name := range names {
			if changes, reads := base[name] != changed[name], slices.Contains(Readers(key, o, true), name); changes != reads {
				t.Errorf("%s changes with %s: %v, and Readers says %v", name, key, changes, reads)
			}
		}
	}
	for key := range otherOptions {
		check(key, true)
		check(key, false)
	}
}

// readersOptions are options in which a set has every kind of row of some formats.
func readersOptions(names ...string) Options {
	o := Defaults()
	o.Formats, o.ShardRows, o.MaxLength, o.MaxQueryLength, o.GroupSize = names, 40, 400, 100, 3
	return o
}
