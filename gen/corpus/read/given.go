package read

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/shellwords"
)

// withGiven returns the layout with the parts that the user gave. Such a file has the collection's format if it looks like that format. If
// it does not, its format is detected.
func (s Search) withGiven(l Layout) Layout {
	format := l.Format
	if s.Documents != "" {
		l.TopicsFormat, l.QrelsFormat = format, format
		l.Documents, l.Format = s.Documents, s.Format
		if s.isAuto() {
			l.Format = givenFormat(fileform.DocumentsPart, firstFile(s.Documents), format, s.Options)
		}
	}
	if s.Topics != nil {
		l.Queries = s.Topics
		l.TopicsFormat = givenFormat(fileform.TopicsPart, firstOf(s.Topics), format, s.Options)
	}
	if s.Qrels != nil {
		l.Qrels = s.Qrels
		l.QrelsFormat = givenFormat(fileform.QrelsPart, firstOf(s.Qrels), format, s.Options)
	}
	if s.Topics == nil || s.Qrels != nil {
		l.shareQueries()
	}
	return l
}

// isAuto reports whether the user chose no format.
func (s Search) isAuto() bool { return s.Format == Auto || s.Format == "" }

// firstOf returns the file of the first split in byte order, and "" without splits.
func firstOf(bySplit map[string]string) string {
	for _, split := range slices.Sorted(maps.Keys(bySplit)) {
		return bySplit[split]
	}
	return ""
}

// givenFormat returns the format of a file that the user gave. It is auto if the file looks like a known format and not like the
// collection's format, and is the collection's format in all other cases.
func givenFormat(p fileform.Part, file string, format Format, o Options) Format {
	if file == "-" || file == "" {
		return format
	}
	fitsFormat, fitsAny := false, false
	_ = sourcefile.Look(file, o.source(), func(h sourcefile.Head) {
		for _, e := range p.Formats {
			if e.Fits != nil && e.Fits(h) {
				fitsFormat = fitsFormat || e.Name == format || slices.Contains(e.Families, format)
				fitsAny = fitsAny || !e.FamilyOnly
			}
		}
	})
	if fitsAny && !fitsFormat {
		return Auto
	}
	return format
}

// firstFile returns the first file of an argument for documents, or the argument if it has no file.
func firstFile(path string) string { return append(firstFiles(path), path)[0] }

// findTopics finds the topics and judgements in a folder for documents that the user gave. It looks for the file names of the collection
// format that most files match.
func (s Search) findTopics(dir string, entries []string) (l Layout, err error) {
	best, _ := s.nearest(func(p parts) int {
		return len(hubcard.Matches(entries, p.queries)) + len(hubcard.Matches(entries, p.qrels))
	})
	l = Layout{Format: Auto}
	return l, best.findOthers(dir, entries, s, &l)
}

// nearest returns the collection format that most files match, and their number. countFitting returns the number for a format. If the user
// chose a format, nearest tries only this one.
func (s Search) nearest(countFitting func(p parts) int) (best parts, most int) {
	for _, p := range collections {
		if n := countFitting(p); n > most && (s.isAuto() || s.Format == p.format) {
			best, most = p, n
		}
	}
	return best, most
}

// errNoCollection returns the error for a folder without a known collection. The error names the files and the nearest format.
func (s Search) errNoCollection(dir string, entries []string) error {
	if !s.isAuto() {
		var names []string
		for _, p := range collections {
			if p.format == s.Format {
				names = append(names, p.documents...)
			}
		}
		return errs.BadInput(dir, 0, "name the file with --collection, or give --format auto where a preset chose the format",
			"no %s documents known by name (%s)", s.Format, strings.Join(names, ", "))
	}
	nearest, most := s.nearest(func(p parts) int {
		return len(hubcard.Matches(entries, slices.Concat(p.documents, p.queries, p.qrels)))
	})
	if documents := hubcard.Matches(entries, nearest.documents); len(documents) > 0 {
		path := filepath.Join(dir, documents[0].Name)
		if bad := fileform.RefusedFormOf(path, fileform.DocumentsFlag); bad != nil {
			return bad
		}
		return errs.BadInput(path, 0, "--format "+nearest.format+" reads it all the same, and counts what does not fit",
			"it has the name of %s documents, but too many of its first lines do not look like them", nearest.format)
	}
	for _, name := range entries {
		if bad := fileform.UnreadForm(filepath.Join(dir, name)); bad != nil {
			return errs.BadInput(dir, 0, bad.Hint, "no collection: it holds %s, and %s", describeFiles(entries), bad.Problem)
		}
	}
	const tables = "a table with columns such as query, passage, label is enough"
	if most == 0 {
		if tables, err := tablesIn(dir); err == nil && len(tables) == 1 {
			if _, bad := tablePlan(tables[0], s.Options); bad != nil {
				return bad
			}
		}
		hint := tables
		if len(entries) > 0 {
			hint += ": --data " + shellwords.QuoteForSystem(filepath.Join(dir, "*"+filepath.Ext(entries[0]))) + " names such files"
		}
		return errs.BadInput(dir, 0, hint+"; else name the documents with --collection FILE", "no collection: it holds %s",
			describeFiles(entries))
	}
	return errs.BadInput(dir, 0, "name the documents with --collection FILE; "+tables,
		"no collection: it holds %s; the nearest form is %s, whose documents are called %s", describeFiles(entries), nearest.format,
		strings.Join(nearest.documents[:min(3, len(nearest.documents))], ", "))
}

// refuseMissing returns an error if a folder lacks queries or judgements and has a file that holds them in a refused form.
func (s Search) refuseMissing(dir string, entries []string, l *Layout) error {
	var missing []string
	if s.Topics == nil && len(l.Queries) == 0 {
		missing = append(missing, fileform.TopicsFlag)
	}
	if s.Qrels == nil && len(l.Qrels) == 0 {
		missing = append(missing, fileform.QrelsFlag)
	}
	for _, flag := range missing {
		for _, name := range entries {
			if bad := fileform.RefusedFormOf(filepath.Join(dir, name), flag); bad != nil {
				return bad
			}
		}
	}
	return nil
}

// describeFiles returns the names of the first files of a folder.
func describeFiles(entries []string) string {
	if len(entries) == 0 {
		return "nothing"
	}
	return filepath.ToSlash(tabular.FormatFirst(entries, 4))
}

// checkChoices returns an error if the user gave --columns or --labels and no part of the collection has a format that uses it.
func (l Layout) checkChoices(o Options) error {
	if o.Columns == "" && o.Labels == "" {
		return nil
	}
	documents := formOf(fileform.DocumentsPart, l.Documents, l.Format, o)
	forms := []Format{documents}
	for _, file := range sortedFiles(l.Queries) {
		forms = append(forms, formOf(fileform.TopicsPart, file, cmp.Or(l.TopicsFormat, l.Format), o))
	}
	hasLabels := false
	for _, file := range sortedFiles(l.Qrels) {
		form := formOf(fileform.QrelsPart, file, cmp.Or(o.QrelsFormat, l.QrelsFormat, l.Format), o)
		forms = append(forms, form)
		hasLabels = hasLabels || form == Table && !(l.noLabels && slices.Contains(paths(l.Documents), file))
	}
	switch {
	case o.Columns != "" && !slices.Contains(forms, Table):
		return errs.BadUsage("leave it out, or name a table with --data or --collection and say --format rows",
			"--columns %s: %s is read as %s, which has no columns to choose", o.Columns, l.Documents, documents)
	case o.Labels != "" && !hasLabels && !slices.Contains(forms, Table):
		return errs.BadUsage("leave it out", "--labels %s: %s is read as %s, whose judgements are grades", o.Labels, l.Documents, documents)
	case o.Labels != "" && !hasLabels && (len(l.Qrels) == 0 || l.noLabels):
		return errs.BadUsage("choose one with --columns label=NAME", "--labels %s: no column of labels is read", o.Labels)
	}
	return nil
}

// DocumentsForm returns the format in which the documents will be read. With auto, it is the format of their first file.
func (l Layout) DocumentsForm(o Options) Format {
	return formOf(fileform.DocumentsPart, l.Documents, l.Format, o)
}

// TopicsForm returns the format in which the queries will be read. With auto, it is the format of the first file, or auto without a file.
func (l Layout) TopicsForm(o Options) Format {
	form := cmp.Or(o.TopicsFormat, l.TopicsFormat, l.Format)
	if files := sortedFiles(l.Queries); form == Auto && len(files) > 0 {
		return formOf(fileform.TopicsPart, files[0], form, o)
	}
	return form
}

// sortedFiles returns the files of all splits, in byte order of the splits.
func sortedFiles(bySplit map[string]string) (files []string) {
	for _, split := range slices.Sorted(maps.Keys(bySplit)) {
		files = append(files, paths(bySplit[split])...)
	}
	return files
}

// formOf returns the format in which the first file at path will be read. It returns format if the file cannot be read twice.
func formOf(p fileform.Part, path string, format Format, o Options) Format {
	p.Flag = ""
	first := firstFile(path)
	if path == "" || path == "-" && format != Auto || path != "-" && safefile.CheckStored(first) != nil { // a pipe can be read only once
		return format
	}
	_ = sourcefile.Visit(first, o.source(), func(s *sourcefile.Source) error {
		if e, err := p.Choose(format, s); err == nil {
			format = e.Name
		}
		return nil
	})
	return format
}
