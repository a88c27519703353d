package export

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// pairFolder is a directory of gen, or of gen sample: files of pairs and what is beside them.
type pairFolder struct {
	dir      string
	manifest shard.Manifest
	queries  map[string]string // texts
	files    []pairFile
}

func openPairFolder(dir string) (d *pairFolder, err error) {
	d = &pairFolder{dir: dir}
	if err := readJSONFile(filepath.Join(dir, dataset.PairsManifest), &d.manifest); err != nil {
		return nil, err
	}
	if d.queries, err = readQueries(filepath.Join(dir, dataset.PairsQueries)); err != nil {
		return nil, err
	}
	d.files, err = pairFiles(dir)
	return d, err
}

// openAll opens directories whose pairs are to be joined.
func openAll(dirs []string) (all []*pairFolder, err error) {
	if err := safefile.RefuseTwice(dirs); err != nil {
		return nil, err
	}
	for i, dir := range dirs {
		if err := result.CheckUnchanged(dir, func(path string) bool { return strings.HasPrefix(path, dataset.PairsDir+"/") }); err != nil {
			return nil, err
		}
		d, err := openPairFolder(dir)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			if err := all[0].agrees(d); err != nil {
				return nil, err
			}
		}
		all = append(all, d)
	}
	return all, nil
}

// agrees refuses pairs of another collection, read otherwise, or in another order. The same id must name the same text.
func (d *pairFolder) agrees(o *pairFolder) error {
	const hint = "join what was drawn from one collection, read in one way"
	here, there := d.documents(), o.documents()
	if len(here) > 0 && len(there) > 0 && !maps.Equal(here, there) {
		return errs.BadUsage(hint, "%s was drawn from other documents than %s: %s, and %s", o.dir, d.dir, shortChecksums(there),
			shortChecksums(here))
	}
	for _, key := range []string{"doc_fields", "encoding", "markup"} {
		if a, b := d.setting(key), o.setting(key); !reflect.DeepEqual(a, b) {
			return errs.BadUsage(hint, "%s was drawn with gen.%s %v, and %s with %v", o.dir, key, b, d.dir, a)
		}
	}
	if d.manifest.Order != o.manifest.Order {
		return errs.BadUsage("draw both in one order", "%s is in the order %s, and %s in %s", o.dir, o.manifest.Order, d.dir, d.manifest.Order)
	}
	for _, id := range slices.Sorted(maps.Keys(o.queries)) {
		if text, ok := d.queries[id]; ok && text != o.queries[id] {
			return errs.BadUsage(hint, "the query %s is %q in %s, and %q in %s", id, o.queries[id], o.dir, text, d.dir)
		}
	}
	return nil
}

// documents returns the names of the collection's files by checksum.
func (d *pairFolder) documents() map[string]string {
	names := map[string]string{}
	for _, in := range d.manifest.Inputs {
		if in.Role == "collection" {
			names[in.SHA256] = in.Name
		}
	}
	return names
}

// shortChecksums returns each file's name and the first 8 digits of its checksum.
func shortChecksums(files map[string]string) string {
	var names []string
	for _, sum := range slices.Sorted(maps.Keys(files)) {
		names = append(names, files[sum]+" ("+sum[:min(8, len(sum))]+")")
	}
	return strings.Join(names, ", ")
}

// setting returns a value of gen that the pairs were drawn with; nil if the manifest has none.
func (d *pairFolder) setting(key string) any {
	config, _ := d.manifest.Config.(map[string]any)
	gen, _ := config["gen"].(map[string]any)
	return gen[key]
}

// join reads the pairs of all directories. Several are put together split by split: a pair that an earlier one has is left out and
// counted, and rows are brought to the order of a data set again.
func join(ctx context.Context, all []*pairFolder, p *progress.Printer) (out []dataset.SplitPairs, repeats int, err error) {
	uids := map[string]map[string]bool{} // uids by split and set
	for _, d := range all {
		for _, f := range d.files {
			st := p.Stage("pairs", f.split+" pairs", 0)
			table, err := pairs.Read(ctx, f.path, st)
			st.Done()
			if err != nil {
				return nil, 0, err
			}
			var spares *pairs.Table
			if f.set == "" {
				if spares, err = readSpares(ctx, d.dir, f.path); err != nil {
					return nil, 0, err
				}
			}
			i := slices.IndexFunc(out, func(j dataset.SplitPairs) bool { return j.Split == f.split && j.Set == f.set })
			if i < 0 {
				out = append(out, dataset.SplitPairs{Split: f.split, Set: f.set, Pairs: table, Spares: spares})
				continue
			}
			target := &out[i]
			name := f.split + "." + f.set
			if uids[name] == nil {
				uids[name] = map[string]bool{}
				for i := range target.Pairs.Len() {
					uids[name][target.Pairs.UID(i)] = true
				}
			}
			for _, row := range table.All() {
				if uids[name][row.UID] {
					repeats++
					continue
				}
				uids[name][row.UID] = true
				target.Pairs.Append(&row)
			}
			switch {
			case target.Spares == nil:
				target.Spares = spares
			case spares != nil:
				for _, row := range spares.All() {
					target.Spares.Append(&row)
				}
			}
		}
	}
	if len(all) > 1 {
		for _, j := range out {
			if err := sample.SortForFiles(ctx, j.Pairs, all[0].manifest.Seed, all[0].manifest.Order, 0, nil); err != nil {
				return nil, 0, err
			}
		}
	}
	return out, repeats, nil
}

// joinedManifest returns the manifest of the pairs of all directories: inputs and tasks together, and each directory's settings.
func joinedManifest(all []*pairFolder, repeats int) shard.Manifest {
	if len(all) == 1 {
		return all[0].manifest
	}
	m := shard.Manifest{Seed: all[0].manifest.Seed, Order: all[0].manifest.Order, Collection: all[0].manifest.Collection,
		Warnings: map[string]int{}, Config: map[string]any{}}
	for _, d := range all {
		source := d.manifest
		m.Joined = append(m.Joined, shard.JoinedSet{Name: filepath.Base(d.dir), ToolVersion: source.ToolVersion, Seed: source.Seed,
			Config: source.Config})
		for _, in := range source.Inputs {
			if !slices.Contains(m.Inputs, in) {
				m.Inputs = append(m.Inputs, in)
			}
		}
		for reason, n := range source.Warnings {
			m.Warnings[reason] += n
		}
		for _, t := range source.Tasks {
			i := slices.IndexFunc(m.Tasks, func(o shard.Task) bool { return o.Name == t.Name && o.Axiom == t.Axiom })
			if i < 0 {
				t.Dropped = maps.Clone(t.Dropped)
				m.Tasks = append(m.Tasks, t)
				continue
			}
			target := &m.Tasks[i]
			target.Wanted, target.Mined, target.Kept = target.Wanted+t.Wanted, target.Mined+t.Mined, target.Kept+t.Kept
			target.Added += t.Added
			for reason, n := range t.Dropped {
				target.Dropped[reason] += n
			}
			if target.AgreementWithQrels != nil && (t.AgreementWithQrels == nil || *t.AgreementWithQrels != *target.AgreementWithQrels) {
				target.AgreementWithQrels = nil // of different queries or candidates
			}
		}
	}
	if repeats > 0 {
		m.Warnings["pairs that an earlier directory has"] = repeats
	}
	return m
}

// RowsOf reads tokenize.rows_of: which splits have rows in shards.
func RowsOf(text string) (func(split string) bool, error) {
	if text == "all" {
		return func(string) bool { return true }, nil
	}
	names := configs.List(text)
	if len(names) == 0 {
		return nil, errs.BadUsage("use all, or names of splits", "tokenize.rows_of names no split")
	}
	for _, name := range names {
		if !slices.Contains([]string{"train", "dev", "test"}, name) {
			return nil, errs.BadUsage(errs.Suggestion(name, "all", "train", "dev", "test")+"use all, or some of train, dev, test",
				"tokenize.rows_of: there is no split %s", name)
		}
	}
	return func(split string) bool { return slices.Contains(names, split) }, nil
}

// text finds an id in the queries of any directory.
func text(all []*pairFolder) func(id string) (string, bool) {
	return func(id string) (string, bool) {
		for _, d := range all {
			if text, ok := d.queries[id]; ok {
				return text, true
			}
		}
		return "", false
	}
}

// planJoin returns the text of what would be joined.
func planJoin(all []*pairFolder) (string, error) {
	var b strings.Builder
	for _, d := range all {
		for _, f := range d.files {
			n, err := pairs.Count(f.path)
			if err != nil {
				return "", err
			}
			name := strings.TrimSuffix(f.split+"."+f.set, ".")
			if len(all) > 1 {
				name = d.dir + " " + name
			}
			fmt.Fprintf(&b, "%s: %s\n", name, terminal.Plural(n, "pair", "pairs"))
		}
	}
	return b.String(), nil
}

// withoutOverlaps leaves out of the training rows of joined directories those of queries whose text another split has, and out of dev those
// of queries that test has. With keep all rows stay. It returns a line for each two splits that share texts.
func withoutOverlaps(data []dataset.SplitPairs, folded func(id string) string, keep bool) (lines []string) {
	for _, learns := range []string{"train", "dev"} {
		texts := map[string]map[string]bool{} // by split
		for _, d := range data {
			if d.Split == learns || learns == "dev" && d.Split != "test" {
				continue
			}
			if texts[d.Split] == nil {
				texts[d.Split] = map[string]bool{}
			}
			for id := range queriesWithRows(d.Pairs) {
				texts[d.Split][folded(id)] = true
			}
		}
		for i := range data {
			if data[i].Split != learns || data[i].Set != "" {
				continue
			}
			left := map[string]bool{}
			for _, other := range []string{"train", "dev", "test"} {
				n := 0
				for id := range queriesWithRows(data[i].Pairs) {
					if texts[other][folded(id)] {
						n, left[id] = n+1, true
					}
				}
				if n > 0 {
					lines = append(lines, overlapLine(n, learns, other, keep))
				}
			}
			if len(left) > 0 && !keep {
				data[i].Pairs, data[i].Spares = withoutQueries(data[i].Pairs, left), withoutQueries(data[i].Spares, left)
			}
		}
	}
	return lines
}

func overlapLine(n int, learns, other string, keep bool) string {
	line := fmt.Sprintf("overlap: %s in %s too (same text)", terminal.Plural(n, "query of "+learns+" is", "queries of "+learns+" are"), other)
	if keep {
		return line + ", and stay in both: they were drawn with --set on_overlap=keep"
	}
	return fmt.Sprintf("%s: their rows are left out of %s", line, learns)
}

// queriesWithRows returns the ids of the queries that a table has rows of.
func queriesWithRows(t *pairs.Table) map[string]bool {
	ids := map[string]bool{}
	for i := range t.Len() {
		query, _, _ := t.Numbers(i)
		ids[t.Queries.String(query)] = true
	}
	return ids
}

// foldedQueries returns the queries' texts without case, by id. The directories agree on texts.
func foldedQueries(all []*pairFolder) map[string]string {
	texts := map[string]string{}
	for _, d := range all {
		for id, text := range d.queries {
			if texts[id] == "" {
				texts[id] = pairs.FoldCase(text)
			}
		}
	}
	return texts
}

// withoutQueries returns a table without the rows of some queries.
func withoutQueries(t *pairs.Table, left map[string]bool) *pairs.Table {
	if t == nil {
		return nil
	}
	out := pairs.TableOf(nil)
	for _, row := range t.All() {
		if !left[row.QueryID] {
			out.Append(&row)
		}
	}
	return out
}

// keepsOverlaps reports whether any of the directories was drawn with gen.on_overlap keep.
func keepsOverlaps(all []*pairFolder) bool {
	for _, d := range all {
		if d.setting("on_overlap") == "keep" {
			return true
		}
	}
	return false
}
