package fileform

import (
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// FitsRowDocs reports whether a head is that of a table with documents. JSON must also name a query, or be documents with ids that no
// other format reads.
func FitsRowDocs(h sourcefile.Head) bool {
	return fitsRows(h, func(p *tabular.Plan, json bool) bool {
		c := p.Content()
		return c.Texts && (c.Queries || !json || c.Collection && !fitsJSONLDocs(h) && !fitsAnserini(h))
	})
}

// fitsRowTopics reports whether a head is that of a table with queries. JSON must also have judgements, splits, or
// queries that are objects.
func fitsRowTopics(h sourcefile.Head) bool {
	return fitsRows(h, func(p *tabular.Plan, json bool) bool {
		isObject := p.Query >= 0 && strings.Contains(p.Names[p.Query], ".")
		return (p.HasQuery() || p.OnlyQueries()) && (p.Content().Judgements || p.Split >= 0 || !json || isObject)
	})
}

// FitsRowQrels reports whether a head is that of a table with judgements.
func FitsRowQrels(h sourcefile.Head) bool {
	return fitsRows(h, func(p *tabular.Plan, _ bool) bool { return p.Content().Queries && p.JudgesAll() })
}

// gradesOfWords returns ", " and the roles of a table's columns, with the grades of its labels, if these are words; else "".
func gradesOfWords(h sourcefile.Head) string {
	t, p, err := rowtable.PlanOf(h, rowtable.Options{Columns: h.Columns})
	if err != nil || t == nil || !p.Content().Words {
		return ""
	}
	return ", " + p.Columns.String()
}

// fitsRows reports whether a head is that of a table in which two or more columns are recognised or chosen.
// Tables of other formats are excluded.
func fitsRows(h sourcefile.Head, accept func(p *tabular.Plan, json bool) bool) bool {
	if h.Columns == "" && (fitsWikiQA(h) || fitsQuestions(h)) {
		return false
	}
	t, p, err := rowtable.PlanOf(h, rowtable.Options{Columns: h.Columns})
	if t == nil || err != nil || len(p.Names) < 2 {
		return false
	}
	_, json := t.(*rowtable.Records)
	return accept(p, json && h.Columns == "")
}
