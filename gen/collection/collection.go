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
	OwnCandidates bool // true if the candidates are those of the collection's rows, not of a run or of retrieval
	// ExcludedByQuery maps a query's id to the ids of documents that must not be its candidates.
	ExcludedByQuery map[string][]string
	isPrinted       bool // true after PrintReading
}

// FindCollection returns the collection that the configuration's folder and file keys name. It reads no queries.
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
		col.Layout.Runs = nil // the runs of the folder are used only if the user asks for them
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

// parseStored returns ParseBySplit of a flag's value. A pipe among the files is an error.
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

// Retrieves reports whether the candidates of all splits are retrieved: neither runs nor the collection's rows have them.
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

// RunOf returns the file of the run that the user named for a split, or an empty string.
func (c *Collection) RunOf(split string) string { return fileFor(c.Layout.Runs, split) }

// TopicsOf returns the file of a split's queries, or an empty string.
func (c *Collection) TopicsOf(split string) string { return fileFor(c.Layout.Queries, split) }

// LocateCandidate returns the place of a candidate in the run that the user named; without such a run, the place of its query. If c is nil,
// it returns "" and 0: a worker of several machines has no collection.
func (c *Collection) LocateCandidate(split, query, doc string) (file string, line int) {
	if c == nil {
		return "", 0
	}
	if run := c.RunOf(split); run != "" {
		return run, read.RunLine(run, "", c.Options, query, doc)
	}
	return c.Layout.QueryLine(split, query, c.Options)
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
		switch bytes, sum, isRead := read.InputSum(); {
		case p.path == "" || p.path == "-" && !isRead:
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
