// Package collection finds a collection's files, reads its queries and judgements, and divides them into splits.
package collection

import (
	"context"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Collection holds where a run's inputs are and how to read them.
type Collection struct {
	Layout        read.Layout
	Options       read.Options
	OwnCandidates bool // candidates come from the collection's rows, not from a run or retrieval
	// ExcludedByQuery maps a query's id to the ids of documents that must not be its candidates.
	ExcludedByQuery map[string][]string
}

// FindCollection finds the files that the configuration's folder and file keys name. It reads no queries.
func FindCollection(c *configs.Gen) (*Collection, error) {
	col := &Collection{Options: ReadOptions(c)}
	if err := col.Options.Validate(); err != nil {
		return nil, err
	}
	search := read.Search{Format: c.Format, Options: col.Options, Documents: c.Collection}
	var err error
	if search.Topics, err = parseStored("--topics", c.Topics); err != nil {
		return nil, err
	}
	if search.Qrels, err = parseStored("--qrels", c.Qrels); err != nil {
		return nil, err
	}
	for _, path := range []string{c.Data, c.Collection} {
		if err := safefile.CheckStored(path); err != nil {
			return nil, err
		}
	}
	if col.Layout, err = findLayout(c, search); err != nil {
		return nil, err
	}
	if err := checkJudged(&col.Layout, search.Qrels); err != nil {
		return nil, err
	}
	if c.Format != "auto" || col.Layout.Format == "" {
		col.Layout.Format = c.Format
	}
	if col.ExcludedByQuery, err = col.Layout.ExcludedDocuments(); err != nil {
		return nil, err
	}
	if c.DocFields == "auto" {
		col.Options.DocFields = read.DefaultDocFields(col.Layout.DocumentsForm(col.Options))
	}
	if c.Run != "" && c.Run != "given" {
		if col.Layout.Runs, err = parseStored("--run", c.Run); err != nil {
			return nil, err
		}
	}
	if c.Run == "given" && len(col.Layout.Ranked) > 0 {
		return col, nil // use the runs of the folder
	}
	if col.OwnCandidates = c.Run == "given"; c.Run == "" || col.OwnCandidates {
		col.Layout.Runs = nil // the folder's runs are used only on request
	}
	if col.Layout.Scored && !col.Layout.Taught && !col.OwnCandidates {
		col.Layout.Unread.Leave("scores of the rows", "--run given takes the rows of a query as its candidates, in the order of their scores")
	}
	return col, nil
}

// findLayout returns the layout of the configuration's folder, of its file of triples, or of the files that it names.
func findLayout(c *configs.Gen, search read.Search) (read.Layout, error) {
	isTriples := func() bool {
		return search.Topics == nil && search.Qrels == nil && c.Collection != "" &&
			(c.Format == read.Triples || c.Format == read.Auto) &&
			read.IsTriplesFile(c.Collection, search.Options, c.Format == read.Triples)
	}
	switch {
	case c.Data != "":
		return search.In(c.Data)
	case isTriples():
		search.Documents = ""
		return search.In(c.Collection)
	case c.Collection == "" && c.Index == "":
		return read.Layout{}, errs.BadUsage("give the collection's folder with --data, its files with --collection, --topics, --qrels, "+
			"or its index with --index", "no collection is named")
	}
	return search.GivenParts()
}

// parseStored parses a flag's files by split. A pipe is an error.
func parseStored(flag, value string) (map[string]string, error) {
	bySplit, err := ParseBySplit(flag, value)
	for _, split := range slices.Sorted(maps.Keys(bySplit)) {
		if err == nil {
			err = refusePipes(bySplit[split])
		}
	}
	return bySplit, err
}

// refusePipes returns an error if one of the files that a path or pattern names is a pipe or a device: inputs are read more than once.
// A missing file is no error here: its reader reports it.
func refusePipes(path string) error {
	if path == "" {
		return nil
	}
	for file, err := range read.Files(path, read.Auto) {
		if err != nil && safefile.CheckStored(file) != nil {
			return err
		}
	}
	return nil
}

// Retrieves reports whether candidates are retrieved, instead of taken from runs or from the collection.
func (c *Collection) Retrieves() bool { return c.Layout.Runs == nil && !c.OwnCandidates }

// RetrievesSome reports whether the candidates of some split are retrieved: no run is given for it.
func (c *Collection) RetrievesSome() bool {
	switch {
	case c.OwnCandidates:
		return false
	case c.Layout.Runs == nil:
		return true
	}
	for _, files := range []map[string]string{c.Layout.Queries, c.Layout.Qrels} {
		for split := range files {
			if fileFor(c.Layout.Runs, split) == "" {
				return true
			}
		}
	}
	return false
}

// HasRows reports whether the judgements are the user's own rows or triples, which state preferences.
func (c *Collection) HasRows() bool {
	return c.Layout.Format == read.Table || c.Layout.Format == read.Triples
}

// ReadOptions returns the options of the configuration for reading files.
func ReadOptions(c *configs.Gen) read.Options {
	o := read.Defaults()
	o.Encoding, o.Strict, o.StripMarkup = c.Encoding, c.Strict, c.Markup == "strip"
	o.DocFields, o.TopicFields = configs.List(c.DocFields), configs.List(c.TopicFields)
	o.QrelsFormat, o.TopicsFormat = c.QrelsFormat, c.TopicsFormat
	o.Columns, o.Labels = c.Columns, c.Labels
	o.WPQAFilter = c.WPQAFilter
	if c.RequirePositive {
		o.RequirePositive = max(c.MinGrade, 1)
	}
	return o
}

// Topics holds one split's queries and judgements, and its run if candidates come from a run.
type Topics struct {
	Split   string
	Queries []corpus.Query
	Qrels   []corpus.Qrel
	Run     []corpus.RunRow // nil if candidates are retrieved
}

// ReadTopics reads the queries, judgements and runs of all splits, in the order train, dev, test, then others by name.
func (c *Collection) ReadTopics(ctx context.Context, rep *read.Report) ([]Topics, error) {
	layout, err := divideQueries(ctx, c.Layout, c.Options, rep)
	if err != nil {
		return nil, err
	}
	if err := refuseTwins("the collection", layout.Splits()); err != nil {
		return nil, err
	}
	for _, split := range slices.Sorted(maps.Keys(c.Layout.Runs)) {
		if split != read.AllSplits && !slices.Contains(layout.Splits(), split) {
			return nil, errs.BadInput(c.Layout.Runs[split], 0, "splits are "+strings.Join(layout.Splits(), ", "),
				"a run is given for %q, which is no split", split)
		}
	}
	if len(c.Layout.Queries) == 0 {
		return nil, errs.BadUsage("give them with --topics", "no queries are named or found")
	}
	var all []Topics
	for _, split := range layout.Splits() {
		t := Topics{Split: split}
		if t.Queries, t.Qrels, err = layout.Split(ctx, split, c.Options, rep); err != nil {
			return nil, err
		}
		if c.OwnCandidates {
			t.Run, err = c.Layout.Candidates(ctx, split, c.Options)
			if err != nil {
				return nil, err
			}
			has := idsOf(t.Queries, queryID)
			t.keep(func(query string) bool { return has[query] })
		} else if path := fileFor(c.Layout.Runs, split); path != "" {
			if t.Run, err = read.Run(path, c.Layout.Format, c.Options, rep); err != nil {
				return nil, err
			}
		}
		if len(t.Queries) == 0 {
			return nil, errs.BadInput(layout.Queries[split], 0, "check the file and --format", "no query of the split %s was read", split)
		}
		all = append(all, t)
	}
	if c.Layout.Format == read.Table {
		doubtLabels(all, c.Layout.Documents, rep)
	}
	assignToSplits(all)
	return all, nil
}

// doubtLabels adds a remark to rep if the grades of a file of rows look like classes.
func doubtLabels(all []Topics, file string, rep *read.Report) {
	labels := corpus.LabelCounts{}
	for _, t := range all {
		for _, j := range t.Qrels {
			labels.Add(float64(j.Grade))
		}
	}
	if reason := labels.Classes(); reason != "" {
		rep.Remark(reason, labels.Rows(), file, 0)
	}
}

// assignToSplits removes from each split the judgements and run rows of other splits' queries: one file may serve all splits. Rows of
// queries that no split has stay in the first split, so that they are counted once.
func assignToSplits(all []Topics) {
	inAnySplit := map[string]bool{}
	inSplit := make([]map[string]bool, len(all))
	for i := range all {
		inSplit[i] = map[string]bool{}
		for _, q := range all[i].Queries {
			inAnySplit[q.ID], inSplit[i][q.ID] = true, true
		}
	}
	for i := range all {
		all[i].keep(func(query string) bool { return inSplit[i][query] || i == 0 && !inAnySplit[query] })
	}
}

// keep drops, in place, the judgements and run rows of queries for which has is false.
func (t *Topics) keep(has func(query string) bool) {
	t.Qrels = slices.DeleteFunc(t.Qrels, func(j corpus.Qrel) bool { return !has(j.QueryID) })
	t.Run = slices.DeleteFunc(t.Run, func(r corpus.RunRow) bool { return !has(r.QueryID) })
}

// limit keeps the first n queries with their judgements and run rows.
func (t *Topics) limit(n int) {
	t.leaveOut(idsOf(t.Queries[min(n, len(t.Queries)):], queryID))
}

// leaveOut drops the queries with ids in cut, and their judgements and run rows. It changes no slice that other values share.
func (t *Topics) leaveOut(cut map[string]bool) {
	t.Queries = slices.DeleteFunc(slices.Clone(t.Queries), func(q corpus.Query) bool { return cut[q.ID] })
	t.Qrels, t.Run = slices.Clone(t.Qrels), slices.Clone(t.Run)
	t.keep(func(query string) bool { return !cut[query] })
}

// RunOf returns the file of a split's given candidates, or an empty string.
func (c *Collection) RunOf(split string) string { return fileFor(c.Layout.Runs, split) }

// TopicsOf returns the file of a split's queries, or an empty string.
func (c *Collection) TopicsOf(split string) string { return fileFor(c.Layout.Queries, split) }

// LocateCandidate returns the place of a candidate in the run that the user gave, or else the place of its query. It returns "" and 0 for
// a nil collection: a worker has none.
func (c *Collection) LocateCandidate(split, query, doc string) (file string, line int) {
	if c == nil {
		return "", 0
	}
	if run := c.RunOf(split); run != "" {
		return run, read.RunLine(run, "", c.Options, query, doc)
	}
	return c.Layout.QueryLine(split, query, c.Options)
}

// Locator returns a function that returns the place of a query of the split in its file.
func (c *Collection) Locator(split string) func(id string) (file string, line int) {
	return func(id string) (string, int) { return c.Layout.QueryLine(split, id, c.Options) }
}

// fileFor returns a split's file, or the one file that serves all splits.
func fileFor(files map[string]string, split string) string {
	if path, ok := files[split]; ok {
		return path
	}
	return files[read.AllSplits]
}

// Inputs returns every input file with its checksum: documents first, then topics, judgements and runs, each by split.
func (c *Collection) Inputs() (inputs []stage.Input, err error) {
	type part struct{ role, path string }
	parts := []part{{DocumentsRole, c.Layout.Documents}}
	for _, kind := range []struct {
		role  string
		files map[string]string
	}{{"topics", c.Layout.Queries}, {"qrels", c.Layout.Qrels}, {"run", c.Layout.Runs}} {
		for _, split := range slices.SortedFunc(maps.Keys(kind.files), configs.CompareSplits) {
			parts = append(parts, part{kind.role + "." + split, kind.files[split]})
		}
	}
	inputOf := map[string]stage.Input{} // one file may have several roles
	for _, p := range parts {
		switch bytes, sum, isKept := read.InputSum(); {
		case p.path == "" || p.path == "-" && !isKept:
			continue
		case p.path == "-":
			inputs = append(inputs, stage.Input{Role: p.role, Name: p.path, Format: c.Layout.Format, Path: p.path, Bytes: bytes, SHA256: sum})
			continue
		}
		for file, err := range read.Files(p.path, c.Layout.Format) {
			if err != nil {
				return nil, err
			}
			in, again := inputOf[file]
			if !again {
				in = stage.Input{Name: filepath.Base(file), Format: c.Layout.Format, Path: file}
				if in.Bytes, in.SHA256, err = stage.Checksum(file); err != nil {
					return nil, err
				}
				inputOf[file] = in
			}
			in.Role = p.role
			inputs = append(inputs, in)
		}
	}
	return inputs, nil
}

// Documents yields the documents, and then an error if none of them has a text: probably another member or column holds it.
func (c *Collection) Documents(ctx context.Context, rep *read.Report) iter.Seq2[corpus.Doc, error] {
	return func(yield func(corpus.Doc, error) bool) {
		n, hasText := 0, false
		for d, err := range read.Documents(ctx, c.Layout.Documents, c.Layout.Format, c.Options, rep) {
			n++
			hasText = hasText || err != nil || strings.TrimSpace(corpus.DocText(d, c.Options.DocFields)) != ""
			if !yield(d, err) {
				return
			}
		}
		if n > 0 && !hasText {
			const hint = "choose what is read: --doc-fields NAME,NAME, or --columns document=NAME; --format rows reads a table"
			yield(corpus.Doc{}, errs.BadInput(c.Layout.Documents, 0, hint, "none of its %d documents has a text", n))
		}
	}
}
