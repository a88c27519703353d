package read

import (
	"cmp"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// checkChoices returns an error if --columns or --labels is given and no part of the collection has a
// format that uses it.
func (l Layout) checkChoices(o Options) error {
	if o.Columns == "" && o.Labels == "" {
		return nil
	}
	documents := formOf(documentFormats, l.Format, l.Documents, o)
	forms := []Format{documents}
	for _, file := range sortedFiles(l.Queries) {
		forms = append(forms, formOf(topicFormats, cmp.Or(l.TopicsFormat, l.Format), file, o))
	}
	hasLabels := false
	for _, file := range sortedFiles(l.Qrels) {
		form := formOf(qrelsFormats, cmp.Or(o.QrelsFormat, l.QrelsFormat, l.Format), file, o)
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

// DocumentsForm returns the format in which the documents will be read: under auto, that of their first file.
func (l Layout) DocumentsForm(o Options) Format {
	return formOf(documentFormats, l.Format, l.Documents, o)
}

// TopicsForm returns the format in which the queries will be read: under auto, that of the first file. It is auto without a file.
func (l Layout) TopicsForm(o Options) Format {
	form := cmp.Or(o.TopicsFormat, l.TopicsFormat, l.Format)
	if files := sortedFiles(l.Queries); form == Auto && len(files) > 0 {
		return formOf(topicFormats, form, files[0], o)
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

// formOf returns the format in which a file will be read.
func formOf[R any](table []entry[R], format Format, path string, o Options) Format {
	first := firstFile(path)
	if path == "" || path == "-" && format != Auto || path != "-" && safefile.CheckStored(first) != nil { // a pipe is read once
		return format
	}
	s, err := openSource(first, o, nil)
	if err != nil {
		return format // the reader reports the error
	}
	defer s.close()
	e, err := pick(table, format, "", s, nil)
	if err != nil {
		return format
	}
	return e.name
}
