package tabular

import "slices"

// NoDocuments returns the columns that are no part of documents.
func (p *Plan) NoDocuments() []string {
	return p.columnsWithout(DocRole, DocIDRole, TitleRole, PositiveRole, NegativeRole)
}

// NoQueries returns the columns that are no part of queries. In a table of queries alone the text may have the name of a document's.
func (p *Plan) NoQueries() []string {
	if p.Query < 0 {
		return p.columnsWithout(QueryIDRole, DocRole, DocIDRole)
	}
	return p.columnsWithout(QueryRole, QueryIDRole, SplitRole)
}

// NoJudgements returns the columns that are no part of judgements: these name queries and documents by their ids, or by their texts.
func (p *Plan) NoJudgements() []string {
	return p.columnsWithout(QueryRole, QueryIDRole, DocRole, DocIDRole, LabelRole, PositiveRole, NegativeRole, SplitRole)
}

// without returns the columns without a role, and those that have none of some roles.
func (p *Plan) columnsWithout(roles ...string) []string {
	names := slices.Clone(p.unread)
	for _, r := range p.readings {
		if !slices.Contains(roles, r.role) {
			names = append(names, r.name)
		}
	}
	return names
}

// IsSame reports whether two plans read the same columns in the same roles.
func (p *Plan) IsSame(o *Plan) bool {
	return slices.EqualFunc(p.readings, o.readings, func(a, b reading) bool {
		scores := (a.role == LabelRole || a.role == ScoreRole) && (b.role == LabelRole || b.role == ScoreRole) // told from values
		return a.name == b.name && (a.role == b.role || scores)
	})
}

// RoleOf returns the role that a column's name is known for; "" where there is none.
func RoleOf(name string) string {
	for _, r := range Roles {
		if slices.Contains(r.names, plainColumn(name)) {
			return r.Name
		}
	}
	return ""
}
