package read

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// hubPartByColumns returns the part that a file's columns are: judgements, candidates with scores, or documents.
func hubPartByColumns(file string) hubcard.Part {
	s, err := openSource(file, Options{}, nil)
	if err != nil {
		return hubcard.Other
	}
	defer s.close()
	h := newHead(s)
	t, p, err := planOfHead(h, Options{})
	if err == nil && t != nil && p.Content().Pairs && p.Content().Scores && !p.Content().Texts {
		return hubcard.Ranked
	}
	if fitsRowQrels(h) && !fitsRowDocs(h) {
		return hubcard.Qrels
	}
	if err == nil && t != nil && p.Content().Collection {
		return hubcard.Documents
	}
	return hubcard.Other
}

// discoverHub finds a collection whose documents, queries and judgements are configurations of a data-set folder: by its card, or by the
// names of its folders. ok reports whether documents and queries are there.
func discoverHub(dir string) (l Layout, ok bool, err error) {
	configs, err := hubcard.Read(dir)
	if err != nil {
		return l, false, err
	}
	parts := hubcard.PartsOf(configs, hubPartByColumns)
	documents, hasDocuments, _, err := parts.Best(dir, hubcard.Documents)
	queries, hasQueries, _, queriesErr := parts.Best(dir, hubcard.Queries)
	qrels, hasQrels, byColumns, qrelsErr := parts.Best(dir, hubcard.Qrels)
	ranked, hasRanked, _, rankedErr := parts.Best(dir, hubcard.Ranked)
	if !hasDocuments || !hasQueries {
		return l, false, nil
	}
	if err := cmp.Or(err, queriesErr, qrelsErr, rankedErr); err != nil {
		return l, false, err
	}
	l = Layout{Format: Auto, Documents: strings.Join(documents.Files(), ","), DropSelf: true}
	l.Queries = queries.Join()
	domains := slices.Sorted(maps.Keys(documents.Join()))
	if len(domains) > 1 && hubcard.SplitOf(domains[0]) == "" && l.Queries[domains[0]] != "" {
		const hint = "name the files of one: --collection, --topics and --qrels"
		return l, false, errs.BadInput(dir, 0, hint, "it holds several collections: %s", tabular.FormatList(domains))
	}
	ownQrels := formOf(qrelsFormats, Auto, queries.Files()[0], Options{}) == Table // queries with the ids of their documents
	if hasQrels && !(byColumns && ownQrels) {
		l.Qrels = qrels.Join()
	} else if ownQrels {
		l.Qrels = maps.Clone(l.Queries)
		if slices.ContainsFunc(queries.Files(), hasExcluded) {
			l.Excluded = l.Queries
		}
	}
	if hasRanked {
		l.Runs = ranked.Join()
		l.Ranked = ranked.Files()
		if queries := l.Splits(); len(l.Qrels) == 0 && len(queries) == 1 && len(l.Runs) == 1 { // the names of files are no splits
			l.Runs = map[string]string{queries[0]: strings.Join(l.Ranked, ",")}
		}
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
			l.Unread.Leave(split, UnaskedJudgements)
		}
	}
}

// excludedIDs is the column of ids that are no candidates.
const excludedIDs = "excluded_ids"

// hasPairs reports whether a table holds ids of queries and of documents.
func hasPairs(p *tabular.Plan) bool { return p.Content().Pairs }

// ExcludedDocuments returns the ids of documents that are no candidates of a query, by its id.
func (l Layout) ExcludedDocuments() (map[string][]string, error) {
	idsByQuery := map[string][]string{}
	for _, file := range sortedFiles(l.Excluded) {
		s, err := openSource(file, Options{Columns: "document_id=" + excludedIDs}, nil)
		if err != nil {
			return nil, err
		}
		s.counted = true
		err = eachRow(s, Options{Columns: s.columns}, hasPairs, func(r tabular.Row) error {
			for _, d := range r.Docs {
				idsByQuery[r.Key()] = append(idsByQuery[r.Key()], d.Key())
			}
			return nil
		})
		s.close()
		if err != nil {
			return nil, err
		}
	}
	return idsByQuery, nil
}
