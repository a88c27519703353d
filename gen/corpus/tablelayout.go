package corpus

import (
	"cmp"
	"context"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// tableEndings are those of the names of tables in a folder.
var tableEndings = []string{".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet"}

// discoverTable finds rows at path: a file, a pattern of files, "-" for standard input, or a folder. asked says that they must be
// there; else found tells it.
func discoverTable(path string, o Options, asked bool) (l Layout, found bool, err error) {
	files, folder, err := tableFiles(path)
	if err != nil {
		return l, false, err
	}
	l = Layout{Format: Table, Queries: map[string]string{}, Qrels: map[string]string{}}
	var kept []string
	var plans []*plan
	for _, file := range files {
		p, err := tablePlan(file, o)
		switch {
		case err != nil && (asked || !folder):
			return l, false, err
		case err != nil:
			continue
		}
		kept, plans = append(kept, file), append(plans, p)
	}
	if len(kept) == 0 {
		if asked {
			err = fault.BadInput(path, 0, "name its files, or use --format auto", "no table with a query and a document in each row")
		}
		return l, false, err
	}
	l.Documents, l.Columns = strings.Join(kept, ","), plans[0].String()
	bySplit, err := tableSplits(path, kept, plans, o)
	if err != nil {
		return l, false, err
	}
	for split, files := range bySplit {
		l.Queries[split] = strings.Join(files, ",")
		judging := slices.DeleteFunc(files, func(file string) bool { return !plans[slices.Index(kept, file)].judges() })
		if len(judging) > 0 {
			l.Qrels[split] = strings.Join(judging, ",")
		}
	}
	return l, true, nil
}

// tablePlan tells the columns of a file that holds queries and documents.
func tablePlan(file string, o Options) (*plan, error) {
	s, err := openSource(file, o, nil)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if s.empty() {
		return nil, nothing("rows", file, "", nil, mark{})
	}
	h, err := tableHead(s)
	if err != nil {
		return nil, err
	}
	t, p, err := planOfHead(h, o.Columns)
	if err != nil {
		return nil, err
	}
	if t == nil || !p.texts() || p.query < 0 {
		return nil, noColumns(file, t)
	}
	return p, nil
}

// tableFiles lists the files at path, in byte order; folder says that it is one, where other files may lie beside them.
func tableFiles(path string) (files []string, folder bool, err error) {
	if path == "-" {
		return []string{path}, false, keepInput()
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.IsDir():
		return []string{path}, false, nil
	case err != nil:
		if strings.ContainsAny(path, "*?[") {
			files, bad := filepath.Glob(path)
			if bad == nil && len(files) > 0 {
				slices.Sort(files)
				return files, false, nil
			}
			return nil, false, fault.BadInput(path, 0, "check the pattern", "no file fits it")
		}
		return nil, false, fault.CannotOpen(path, err)
	}
	files, err = tablesIn(path)
	return files, true, err
}

// tablesIn lists the tables in a folder; those of its folder data, or of the folders that splits have, where it has none itself.
func tablesIn(folder string) (files []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fault.CannotOpen(folder, err)
	}
	var inside []string
	for _, e := range entries {
		name, path := e.Name(), filepath.Join(folder, e.Name())
		if strings.HasPrefix(name, ".") || strings.HasPrefix(strings.ToLower(name), "readme") {
			continue
		}
		to, err := os.Stat(path)
		switch plain := withoutPacking(strings.ToLower(name)); {
		case err != nil:
		case to.IsDir():
			inside = append(inside, path)
		case slices.Contains(tableEndings, filepath.Ext(plain)):
			files = append(files, path)
		}
	}
	if len(files) > 0 {
		return files, nil
	}
	var held []string // folders with tables
	for _, path := range inside {
		below, err := tablesIn(path)
		if err != nil {
			return nil, err
		}
		if len(below) > 0 {
			held, files = append(held, filepath.Base(path)), append(files, below...)
		}
	}
	if len(held) > 1 && slices.ContainsFunc(held, func(name string) bool { return splitOf(name) == "" }) {
		return nil, fault.BadInput(folder, 0, "name one of them with --data", "its folders %s hold tables each", listed(held))
	}
	return files, nil
}

// tableSplits shares files out by their names, or by a column; else all are one.
func tableSplits(path string, files []string, plans []*plan, o Options) (map[string][]string, error) {
	splits := map[string][]string{}
	named := func(file string) string {
		if split := splitOf(withoutTableEnding(filepath.Base(file))); split != "" {
			return split
		}
		if folder := filepath.Dir(file); folder != filepath.Clean(path) && file != path {
			return splitOf(filepath.Base(folder))
		}
		return ""
	}
	if slices.ContainsFunc(files, func(file string) bool { return named(file) != "" }) {
		for _, file := range files {
			split := cmp.Or(named(file), withoutTableEnding(filepath.Base(file)))
			splits[split] = append(splits[split], file)
		}
		return splits, nil
	}
	for i, file := range files {
		values, err := splitsWithin(file, plans[i], o)
		if err != nil {
			return nil, err
		}
		for _, split := range values {
			splits[split] = append(splits[split], file)
		}
	}
	return splits, nil
}

// splitsWithin lists the splits that a column names.
func splitsWithin(file string, p *plan, o Options) ([]string, error) {
	if p.split < 0 {
		return []string{AllSplits}, nil
	}
	s, err := openSource(file, o, nil)
	if err != nil {
		return nil, err
	}
	defer s.close()
	h, err := tableHead(s)
	if err != nil {
		return nil, err
	}
	t, _, err := planOfHead(h, o.Columns)
	if err != nil {
		return nil, err
	}
	met := map[string]bool{}
	err = t.each(s, p.names[p.split:p.split+1], func(values [][]string) error {
		text := ""
		if len(values[0]) > 0 {
			text = values[0][0]
		}
		met[splitNamed(text)] = true
		if len(met) > mostSplits {
			return fault.BadInput(file, s.line, "choose another with --columns split=NAME", "the column %s has more than %d values: it is no split",
				p.names[p.split], mostSplits)
		}
		return nil
	})
	return slices.Sorted(maps.Keys(met)), err
}

// mostSplits is more than any collection has.
const mostSplits = 100

// splitNamed is the split that the value of a column means.
func splitNamed(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	return cmp.Or(splitOf(text), text, AllSplits)
}

// splitOf is the split that a name means, "" where it means none.
func splitOf(name string) string {
	m := match{middle: strings.ToLower(name)}
	if m.middle == "" {
		return ""
	}
	return m.split()
}

func withoutTableEnding(name string) string {
	name = withoutPacking(strings.ToLower(name))
	if ending := filepath.Ext(name); slices.Contains(tableEndings, ending) {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

// tableCandidates are the candidates that rows name: a query's documents, in the order of their scores where the rows have some,
// else in that of the files.
func (l Layout) tableCandidates(ctx context.Context, split string, o Options) ([]Scored, error) {
	o.split, o.counted = split, true
	type scored struct {
		doc   string
		score float64
	}
	byQuery := map[string][]scored{}
	var order []string
	met := map[[2]string]bool{}
	ordered := false
	for _, file := range paths(l.Queries[split]) {
		s, err := openSource(file, o, nil)
		if err != nil {
			return nil, err
		}
		err = eachRow(s, o, (*plan).asks, func(r tableRow) error {
			query := r.key()
			for _, d := range r.docs {
				doc := d.key()
				if key := [2]string{query, doc}; query == "" || met[key] {
					continue
				} else {
					met[key] = true
				}
				if byQuery[query] == nil {
					order = append(order, query)
				}
				x := 0.0
				if d.columns.scores {
					if x, err = strconv.ParseFloat(d.label, 64); err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
						return fault.BadInput(file, s.line, "give every document of a query a number, or none a score", "score %q is no number", d.label)
					}
					ordered = true
				}
				byQuery[query] = append(byQuery[query], scored{doc, x})
			}
			return ctx.Err()
		})
		s.close()
		if err != nil {
			return nil, err
		}
	}
	var c ownCandidates
	for _, query := range order {
		docs := byQuery[query]
		if !ordered {
			for _, d := range docs {
				c.add(query, d.doc)
			}
			continue
		}
		slices.SortStableFunc(docs, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
		for rank, d := range docs {
			c.rows = append(c.rows, Scored{QueryID: query, DocID: d.doc, Rank: rank + 1, Score: d.score})
		}
	}
	return c.rows, nil
}
