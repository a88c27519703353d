package export

import (
	"context"
	"strings"

	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// setWriter writes a data set as shards.
type setWriter struct {
	out      *result.Dir
	dir      string // of the splits' shards below out
	recount  bool   // the rows may be fewer than the manifest's tasks count
	options  shard.Options
	progress *progress.Printer
}

// write writes the splits of sets into one data set, whose manifest has the statistics drawn, and each further test set into a data set of
// its own below tests/, with the manifest of the whole. Test sets of earlier runs that are not among sets are removed.
func (w setWriter) write(ctx context.Context, in shard.Input, draws []shard.PoolRows, sets []dataset.SplitPairs,
	st *progress.Stage) (*shard.Manifest, error) {
	main, o := in, w.options
	main.Manifest.Drawn = draws
	hasSet := map[string]bool{}
	for _, s := range sets {
		if s.Set == "" {
			main.Splits = append(main.Splits, shard.Split{Name: s.Split, Pairs: s.Pairs, Spares: s.Spares})
		}
		hasSet[s.Set] = s.Set != ""
	}
	if w.recount {
		recount(&main.Manifest, main.Splits)
	}
	manifest, err := shard.Write(ctx, w.out, w.dir, main, o, st)
	if err != nil {
		return nil, err
	}
	for _, finding := range manifest.Findings() {
		w.progress.Warn("%s", finding)
	}
	if err := w.out.Retire(func(stage string) bool {
		_, name, ok := strings.Cut(stage, " "+testsDir+"/")
		set, _, _ := strings.Cut(name, "/")
		return ok && !hasSet[set]
	}); err != nil {
		return nil, err
	}
	in.Lenient, in.Rankings, in.Lists, o.Candidates = true, nil, nil, "" // a set of three-class pairs fits no pairwise format
	in.Manifest.Tasks = nil                                              // as its rows have them
	for _, s := range sets {
		if s.Set == "" {
			continue
		}
		in.Splits = []shard.Split{{Name: s.Split, Pairs: s.Pairs}}
		if _, err := shard.Write(ctx, w.out, testsDir+"/"+s.Set, in, o, nil); err != nil {
			return nil, err
		}
	}
	return manifest, nil
}

// recount makes the tasks' Kept the pairs of these splits; those of others are dropped.
func recount(m *shard.Manifest, splits []shard.Split) {
	counts := map[[2]string]int{}
	for _, s := range splits {
		for i := range s.Pairs.Len() {
			p := s.Pairs.Brief(i)
			counts[[2]string{p.Task, p.Axiom}]++
		}
	}
	for i := range m.Tasks {
		t := &m.Tasks[i]
		n := counts[[2]string{t.Name, t.Axiom}]
		if t.Kept > n && t.Dropped != nil {
			t.Dropped["other_split"] += t.Kept - n
		}
		t.Kept = n
	}
}
