package read

import (
	"cmp"
	"context"
	"github.com/axiomine/axiomine/internal/markup"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/internal/errs"
)

// Queries returns the topics at path, in the file's order, or of several files separated by commas. Ids are spelled as in the file;
// Layout.Split changes them to the judgements' spelling. A query whose id occurred before is skipped if its text is the same, and is an
// error if not.
func Queries(ctx context.Context, path string, format Format, o Options, rep *Report) ([]corpus.Query, error) {
	rep, start, err := o.begin(rep)
	if err != nil {
		return nil, err
	}
	list := queryList{byID: map[string]int{}, fields: map[string]bool{}}
	err = o.eachFile(fileform.TopicsPart, path, cmp.Or(o.TopicsFormat, format), rep, func(s *sourcefile.Source, e fileform.Entry) error {
		return list.read(ctx, s, e, o)
	})
	if err == nil {
		err = list.checkFields(path, o.TopicFields, rep)
	}
	if err != nil {
		return nil, err
	}
	if len(list.queries) == 0 {
		return nil, sourcefile.EmptyError("queries", path, "are --set topics_format and --set topic_fields right?", rep, start)
	}
	rep.Keep(sourcefile.QueriesNoun, len(list.queries))
	return list.queries, nil
}

// checkFields returns an error for a chosen field that no topic has. For a field of fileform.FieldNames it adds a remark instead.
func (l *queryList) checkFields(path string, fields []string, rep *Report) error {
	for _, field := range fields {
		if slices.ContainsFunc(fileform.FieldKeys(field), func(key string) bool { return l.fields[key] }) || field == fileform.TitleField {
			continue
		}
		if fileform.FieldNames[field] != nil {
			rep.Remark("no topic has the field "+field, 1, path, 0)
			continue
		}
		available := slices.Sorted(maps.Keys(l.fields))
		return errs.BadUsage(errs.Suggestion(field, slices.Concat(available, slices.Sorted(maps.Keys(fileform.FieldNames)))...)+
			"title, desc and narr are known, and those of the topics: "+cmp.Or(strings.Join(available, ", "), "none"),
			"--set topic_fields=%s: no topic of %s has such a field", field, path)
	}
	return nil
}

// queryList collects the queries of files.
type queryList struct {
	queries []corpus.Query
	byID    map[string]int  // index in queries, by id
	fields  map[string]bool // fields that at least one topic has
}

// read adds the queries of a file, whose format is e.
func (l *queryList) read(ctx context.Context, s *sourcefile.Source, e fileform.Entry, o Options) error {
	n := 0
	return e.Topics(s, o.rows(), func(q corpus.Query, line int) error {
		if n++; n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for name := range q.Fields {
			l.fields[name] = true
		}
		if e.Mojibake {
			q.Text = s.RepairText(q.Text, line)
		}
		if o.StripMarkup {
			q.Text = markup.Strip(q.Text)
		}
		if strings.TrimSpace(q.Text) == "" {
			return s.Skip(line, fileform.NoTopicText)
		}
		if err := checkID("query", q.ID, s.Path, line); err != nil {
			return err
		}
		i, again := l.byID[q.ID]
		switch {
		case !again:
			l.byID[q.ID] = len(l.queries)
			l.queries = append(l.queries, q)
		case l.queries[i].Text == q.Text && s.Repeats:
		case l.queries[i].Text == q.Text:
			s.Rep.Repeat(sourcefile.QueriesNoun, "query repeated with the same text", s.Path, line)
		default:
			return errs.BadInput(s.Path, line, "keep one of them", "query %q stands twice with different text", q.ID)
		}
		return nil
	})
}
