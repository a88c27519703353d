package tabular

import "slices"

// NoDocuments returns the columns that are not part of documents.
func (p *Plan) NoDocuments() []string {
	return p.columnsWithout(DocRole, DocIDRole, TitleRole, PositiveRole, NegativeRole)
}

// NoQueries returns the columns that are not part of queries. In a table with queries only, the text may
// have the name of a document's.
func (p *Plan) NoQueries() []string {
	if p.Query < 0 {
		return p.columnsWithout(QueryIDRole, DocRole, DocIDRole, SplitRole)
	}
	return p.columnsWithout(QueryRole, QueryIDRole, SplitRole)
}

// NoJudgements returns the columns that are not part of judgements, which name queries and documents by
// their ids or texts.
func (p *Plan) NoJudgements() []string {
	return p.columnsWithout(QueryRole, QueryIDRole, DocRole, DocIDRole, LabelRole, PositiveRole, NegativeRole, SplitRole)
}

// columnsWithout returns the columns without a role, and those whose role is not among roles.
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
		scores := (a.role == LabelRole || a.role == ScoreRole) && (b.role == LabelRole || b.role == ScoreRole) // the values decide which
		return a.name == b.name && (a.role == b.role || scores)
	})
}

// RoleOf returns the role of a column's name, "" if there is none.
func RoleOf(name string) string {
	for _, r := range Roles {
		if slices.Contains(r.names, plainColumn(name)) {
			return r.Name
		}
	}
	return ""
}
