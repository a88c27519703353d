package corpus

import (
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// hubPartOf returns the part of a configuration: by its name, or as judgements by its columns.
func hubPartOf(c hubcard.Config) hubcard.Part {
	if part := c.Part(); part != hubcard.Other {
		return part
	}
	s, err := openSource(c.Files()[0], Options{}, nil)
	if err != nil {
		return hubcard.Other
	}
	defer s.close()
	if h := newHead(s); fitsRowQrels(h) && !fitsRowDocs(h) || fitsJSONLQrels(h) && !fitsRowDocs(h) && !fitsJSONLDocs(h) || fitsBEIRQrels(h) {
		return hubcard.Qrels
	}
	return hubcard.Other
}

// discoverHub finds a collection whose documents, queries and judgements are configurations of a data-set folder: by its card, or by the
// names of its folders. ok reports whether documents and queries are there.
func discoverHub(dir string) (l Layout, ok bool, err error) {
	configs, err := hubcard.Read(dir, splitOf)
	if err != nil {
		return l, false, err
	}
	byPart := map[hubcard.Part][]hubcard.Config{}
	for _, c := range configs {
		part := hubPartOf(c)
		byPart[part] = append(byPart[part], c)
	}
	if len(byPart[hubcard.Documents]) == 0 || len(byPart[hubcard.Queries]) == 0 {
		return l, false, nil
	}
	const hint = "name the files of one: --collection, --topics and --qrels take patterns and folders"
	for _, part := range []hubcard.Part{hubcard.Documents, hubcard.Queries, hubcard.Qrels, hubcard.Ranked} {
		if list := byPart[part]; len(list) > 1 {
			return l, false, errs.BadInput(dir, 0, hint, "several configurations hold the same part: %s and %s", list[0].Name, list[1].Name)
		}
	}
	documents, queries := byPart[hubcard.Documents][0], byPart[hubcard.Queries][0]
	l = Layout{Format: Auto, Documents: strings.Join(documents.Files(), ","), Queries: queries.Join(splitOf, AllSplits), DropSelf: true}
	domains := slices.Sorted(maps.Keys(documents.Join(splitOf, AllSplits)))
	if len(domains) > 1 && splitOf(domains[0]) == "" && l.Queries[domains[0]] != "" {
		return l, false, errs.BadInput(dir, 0, hint, "it holds several collections: %s", tabular.FormatList(domains))
	}
	if list := byPart[hubcard.Qrels]; len(list) > 0 {
		l.Qrels = list[0].Join(splitOf, AllSplits)
	} else if formOf(qrelsFormats, Auto, queries.Files()[0], Options{}) == Table { // queries with the ids of their documents
		l.Qrels = maps.Clone(l.Queries)
		if slices.ContainsFunc(queries.Files(), hasExcluded) {
			l.Excluded = l.Queries
		}
	}
	if list := byPart[hubcard.Ranked]; len(list) > 0 {
		l.Runs, l.Ranked = list[0].Join(splitOf, AllSplits), true
	}
	l.shareHubQueries()
	return l, true, nil
}

// hasExcluded reports whether a file is a table with ids that are excluded.
func hasExcluded(file string) bool {
	s, err := openSource(file, Options{}, nil)
	if err != nil {
		return false
	}
	defer s.close()
	t, _, err := planOfHead(newHead(s), Options{})
	return err == nil && slices.Contains(columnsOf(t), excludedIDs)
}

// shareHubQueries makes a single file of queries that of all splits with judgements, if these are others or several. Judgements of splits
// without queries are listed as unread.
func (l *Layout) shareHubQueries() {
	if splits := l.Splits(); len(splits) == 1 && len(l.Qrels) > 0 && (len(l.Qrels) > 1 || l.Qrels[splits[0]] == "") {
		l.Queries = map[string]string{AllSplits: l.Queries[splits[0]]}
		l.mixedQueries = true
	}
	for _, split := range slices.Sorted(maps.Keys(l.Qrels)) {
		if l.Queries[split] == "" && l.Queries[AllSplits] == "" {
			l.Unread = append(l.Unread, split+": judgements of a split without queries")
		}
	}
}

// excludedIDs is the column of ids that are no candidates.
const excludedIDs = "excluded_ids"

// ExcludedDocuments returns the ids of documents that are no candidates of a query, by its id.
func (l Layout) ExcludedDocuments() (map[string][]string, error) {
	excluded := map[string][]string{}
	for _, file := range sortedFiles(l.Excluded) {
		s, err := openSource(file, Options{Columns: "document_id=" + excludedIDs}, nil)
		if err != nil {
			return nil, err
		}
		s.counted = true
		err = eachRow(s, Options{Columns: s.columns}, (*tabular.Plan).NamesPairs, func(r tabular.Row) error {
			for _, d := range r.Docs {
				excluded[r.Key()] = append(excluded[r.Key()], d.Key())
			}
			return nil
		})
		s.close()
		if err != nil {
			return nil, err
		}
	}
	return excluded, nil
}
