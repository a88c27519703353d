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
func (s Search) with(l Layout) Layout {
	of := l.Format
	if s.Documents != "" {
		l.TopicsFormat, l.QrelsFormat = of, of
		l.Documents, l.Format = s.Documents, s.Format
		if s.auto() {
			l.Format = givenFormat(documentFormats, firstFile(s.Documents), of, s.Options)
		}
	}
	if s.Topics != nil {
		l.Queries = s.Topics
		l.TopicsFormat = ofGiven(topicFormats, s.Topics, of, s.Options)
	}
	if s.Qrels != nil {
		l.Qrels = s.Qrels
		l.QrelsFormat = ofGiven(qrelsFormats, s.Qrels, of, s.Options)
	}
	if s.Topics == nil {
		l.shareQueries()
	}
	return l
}

// auto says that no format is asked for.
func (s Search) auto() bool { return s.Format == Auto || s.Format == "" }

// ofGiven is givenFormat of the first of a part's files.
func ofGiven[R any](table []entry[R], bySplit map[string]string, of Format, o Options) Format {
	for _, split := range slices.Sorted(maps.Keys(bySplit)) {
		return givenFormat(table, bySplit[split], of, o)
	}
	return of
}

// givenFormat is a collection's format where a file looks like it or like none that is known, else auto.
func givenFormat[R any](table []entry[R], file string, of Format, o Options) Format {
	if file == "-" || file == "" {
		return of
	}
	s, err := openSource(file, o, nil)
	if err != nil {
		return of // reading it will tell what is wrong
	}
	defer s.close()
	h := newHead(s)
	fits := func(e entry[R]) bool { return e.fits != nil && e.fits(h) }
	if slices.ContainsFunc(table, func(e entry[R]) bool { return (e.name == of || slices.Contains(e.families, of)) && fits(e) }) ||
		!slices.ContainsFunc(table, func(e entry[R]) bool { return !e.asked && fits(e) }) {
		return of
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
func (s Search) beside(dir string, listed []string) (l Layout, err error) {
	var best parts
	most := 0
	for _, p := range collections {
		if !s.auto() && s.Format != p.format {
			continue
		}
		if n := len(matching(listed, p.queries)) + len(matching(listed, p.qrels)); n > most {
			best, most = p, n
		}
	}
	l = Layout{Format: Auto}
	return l, best.besides(dir, listed, s, &l)
}

// nothing says what was seen in a folder without a known collection, and which form it comes nearest to.
func (s Search) nothing(dir string, listed []string) error {
	if !s.auto() {
		of := slices.DeleteFunc(slices.Clone(collections), func(p parts) bool { return p.format != s.Format })
		return errs.BadInput(dir, 0, "name the file with --collection, or give --format auto where a preset chose the format",
			"no %s documents known by name (%s)", s.Format, documentNames(of))
	}
	var nearest parts
	most := 0
	for _, p := range collections {
		if n := len(matching(listed, slices.Concat(p.documents, p.queries, p.qrels))); n > most {
			nearest, most = p, n
		}
	}
	if named := matching(listed, nearest.documents); len(named) > 0 {
		return errs.BadInput(filepath.Join(dir, named[0].name), 0,
			"--format "+nearest.format+" reads it all the same, and counts what does not fit",
			"it has the name of %s documents, but too many of its first lines do not look like them", nearest.format)
	}
	const tables = "a table with columns such as query, passage, label is enough"
	if most == 0 {
		for _, name := range listed {
			if form, command := unreadForm(filepath.Join(dir, name)); form != "" {
				return errs.BadInput(dir, 0, command, "no collection: it holds %s, and %s is not read", seen(listed), form)
			}
		}
		return errs.BadInput(dir, 0, tables+"; else name the documents with --collection FILE", "no collection: it holds %s", seen(listed))
	}
	return errs.BadInput(dir, 0, "name the documents with --collection FILE; "+tables,
		"no collection: it holds %s; the nearest form is %s, whose documents are called %s", seen(listed), nearest.format,
		strings.Join(nearest.documents[:min(3, len(nearest.documents))], ", "))
}

// seen names the first files of a folder.
func seen(listed []string) string {
	if len(listed) == 0 {
		return "nothing"
	}
	const most = 4
	names := make([]string, 0, most)
	for _, name := range listed[:min(most, len(listed))] {
		names = append(names, filepath.ToSlash(name))
	}
	text := strings.Join(names, ", ")
	if len(listed) > most {
		text += " and " + strconv.Itoa(len(listed)-most) + " more"
	}
	return text
}

func documentNames(of []parts) string {
	var all []string
	for _, p := range of {
		all = append(all, p.documents...)
	}
	return strings.Join(all, ", ")
}
