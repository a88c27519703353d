package corpus

import (
	"context"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// Reasons of the topic readers.
const (
	noTopicText = "topic without text in the chosen fields"
	noTopicID   = "topic without number"
)

// Queries reads the topics at path, in the file's order. Ids are as the file spells them: Reconcile gives them the
// judgements' spelling. A query id seen before with the same text is skipped; with other text it is an error unless
// o.OnDuplicate says which one counts.
func Queries(ctx context.Context, path string, format Format, o Options, rep *Report) ([]Query, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.TopicsFormat != "" {
		format = o.TopicsFormat
	}
	s, chosen, err := open(topicFormats, format, "--topics-format", "queries", path, o, rep)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if rep == nil {
		rep = new(Report)
		s.rep = rep
	}
	skipped := rep.Skipped()
	repair := chosen.mojibake && o.repairs(true)
	var queries []Query
	at := map[string]int{}
	seen := 0
	err = chosen.read(s, o, func(q Query, line int) error {
		if seen++; seen%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if repair {
			q.Text = s.repaired(q.Text, line)
		}
		if strings.TrimSpace(q.Text) == "" {
			return s.skip(line, noTopicText)
		}
		i, again := at[q.ID]
		switch {
		case !again:
			at[q.ID] = len(queries)
			queries = append(queries, q)
		case queries[i].Text == q.Text:
			rep.skip("query repeated with the same text", path, line)
		case o.OnDuplicate == "first":
			rep.skip("query id repeated, the first one kept", path, line)
		case o.OnDuplicate == "last":
			rep.skip("query id repeated, the last one kept", path, line)
			queries[i] = q
		default:
			return fault.BadInput(path, line, "choose with --on-duplicate first|last", "query %q stands twice with different text", q.ID)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(queries) == 0 {
		return nil, nothing("queries", path, "are --topics-format and --topic-fields right?", rep, skipped)
	}
	rep.keep(len(queries))
	return queries, nil
}

// fieldNames are the names under which formats keep the three fields every track knows, first choice first.
var fieldNames = map[string][]string{
	"title": {"text", "query", "title"},
	"desc":  {"desc", "description", "question"},
	"narr":  {"narr", "narrative"},
}

// topicText is the text to search with: the chosen fields, joined by a space, empty ones left out.
func topicText(fields map[string]string, chosen []string) string {
	if len(chosen) == 0 {
		chosen = []string{"title"}
	}
	var parts []string
	for _, field := range chosen {
		keys := fieldNames[field]
		if keys == nil {
			keys = []string{field}
		}
		for _, key := range keys {
			if text := fields[key]; text != "" {
				parts = append(parts, text)
				break
			}
		}
	}
	return strings.Join(parts, " ")
}
