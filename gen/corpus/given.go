package corpus

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// with puts the parts that are given in place of those found. A given file is of the collection's format where it looks like it,
// else of whatever it looks like.
func (s Search) withGiven(l Layout) Layout {
	format := l.Format
	if s.Documents != "" {
		l.TopicsFormat, l.QrelsFormat = format, format
		l.Documents, l.Format = s.Documents, s.Format
		if s.isAuto() {
			l.Format = givenFormat(documentFormats, firstFile(s.Documents), format, s.Options)
		}
	}
	if s.Topics != nil {
		l.Queries = s.Topics
		l.TopicsFormat = givenFormatOfFirst(topicFormats, s.Topics, format, s.Options)
	}
	if s.Qrels != nil {
		l.Qrels = s.Qrels
		l.QrelsFormat = givenFormatOfFirst(qrelsFormats, s.Qrels, format, s.Options)
	}
	if s.Topics == nil {
		l.shareQueries()
	}
	return l
}

// auto says that no format is asked for.
func (s Search) isAuto() bool { return s.Format == Auto || s.Format == "" }

// ofGiven is givenFormat of the first of a part's files.
func givenFormatOfFirst[R any](table []entry[R], bySplit map[string]string, format Format, o Options) Format {
	for _, split := range slices.Sorted(maps.Keys(bySplit)) {
		return givenFormat(table, bySplit[split], format, o)
	}
	return format
}

// givenFormat is a collection's format where a file looks like it or like none that is known, else auto.
func givenFormat[R any](table []entry[R], file string, format Format, o Options) Format {
	if file == "-" || file == "" {
		return format
	}
	s, err := openSource(file, o, nil)
	if err != nil {
		return format // reading it will tell what is wrong
	}
	defer s.close()
	h := newHead(s)
	fits := func(e entry[R]) bool { return e.fits != nil && e.fits(h) }
	if slices.ContainsFunc(table, func(e entry[R]) bool { return (e.name == format || slices.Contains(e.families, format)) && fits(e) }) ||
		!slices.ContainsFunc(table, func(e entry[R]) bool { return !e.familyOnly && fits(e) }) {
		return format
	}
	return Auto
}

// firstFile is the first file of a document argument.
func firstFile(path string) string {
	for file, err := range files(path, trecSkips) {
		if err == nil {
			return file
		}
		break
	}
	return path
}

// beside finds the topics and judgements of given documents by the names that most of them fit.
func (s Search) findTopics(dir string, entries []string) (l Layout, err error) {
	var best parts
	most := 0
	for _, p := range collections {
		if !s.isAuto() && s.Format != p.format {
			continue
		}
		if n := len(matching(entries, p.queries)) + len(matching(entries, p.qrels)); n > most {
			best, most = p, n
		}
	}
	l = Layout{Format: Auto}
	return l, best.findOthers(dir, entries, s, &l)
}

// nothing says what was seen in a folder without a known collection, and which form it comes nearest to.
func (s Search) errNoCollection(dir string, entries []string) error {
	if !s.isAuto() {
		formatParts := slices.DeleteFunc(slices.Clone(collections), func(p parts) bool { return p.format != s.Format })
		return errs.BadInput(dir, 0, "name the file with --collection, or give --format auto where a preset chose the format",
			"no %s documents known by name (%s)", s.Format, documentNames(formatParts))
	}
	var nearest parts
	most := 0
	for _, p := range collections {
		if n := len(matching(entries, slices.Concat(p.documents, p.queries, p.qrels))); n > most {
			nearest, most = p, n
		}
	}
	if documents := matching(entries, nearest.documents); len(documents) > 0 {
		return errs.BadInput(filepath.Join(dir, documents[0].name), 0,
			"--format "+nearest.format+" reads it all the same, and counts what does not fit",
			"it has the name of %s documents, but too many of its first lines do not look like them", nearest.format)
	}
	const tables = "a table with columns such as query, passage, label is enough"
	if most == 0 {
		for _, name := range entries {
			if form, command := unreadForm(filepath.Join(dir, name)); form != "" {
				return errs.BadInput(dir, 0, command, "no collection: it holds %s, and %s is not read", describeFiles(entries), form)
			}
		}
		return errs.BadInput(dir, 0, tables+"; else name the documents with --collection FILE", "no collection: it holds %s",
			describeFiles(entries))
	}
	return errs.BadInput(dir, 0, "name the documents with --collection FILE; "+tables,
		"no collection: it holds %s; the nearest form is %s, whose documents are called %s", describeFiles(entries), nearest.format,
		strings.Join(nearest.documents[:min(3, len(nearest.documents))], ", "))
}

// seen names the first files of a folder.
func describeFiles(entries []string) string {
	if len(entries) == 0 {
		return "nothing"
	}
	const most = 4
	names := make([]string, 0, most)
	for _, name := range entries[:min(most, len(entries))] {
		names = append(names, filepath.ToSlash(name))
	}
	text := strings.Join(names, ", ")
	if len(entries) > most {
		text += " and " + strconv.Itoa(len(entries)-most) + " more"
	}
	return text
}

func documentNames(forms []parts) string {
	var all []string
	for _, p := range forms {
		all = append(all, p.documents...)
	}
	return strings.Join(all, ", ")
}
