// Package tabular finds out what the columns of a table hold, and reads its rows as queries, documents and labels. The forms of
// tables give it names of columns and cells.
package tabular

import (
	"slices"
	"strings"
)

// Columns of rows are recognised by their names, or chosen with --columns. What a column holds is its role.
const (
	QueryRole    = "query"
	QueryIDRole  = "query_id"
	DocRole      = "document"
	DocIDRole    = "document_id"
	TitleRole    = "title"
	LabelRole    = "label"
	ScoreRole    = "score" // orders the candidates and judges nothing
	PositiveRole = "positive"
	NegativeRole = "negative"
	SplitRole    = "split"
)

// answersText is the column of generated answers that are objects.
const answersText = "answers_text"

// role is what a column can hold.
type role struct {
	Name  string
	names []string
}

// Roles are the names under which columns are known, first choice first, in lower case and with _ for other signs. Names
// of nested columns are joined by a dot. A score is read where it is chosen, or where a label turns out to be one.
var Roles = []role{
	{QueryRole, []string{"query", "query_text", "question", "question_text", "anchor", "search_query", "prompt", "queries", "questions"}},
	{QueryIDRole, []string{"query_id", "qid", "question_id", "queryid", "topic_id"}},
	{DocRole, []string{"passage", "document", "doc", "text", "passage_text", "document_text", "doc_text", "passages_passage_text", "context",
		"sentence", "answer", "contents", "answers", answersText, "answer_text", "paragraph", "response", "passages", "passages_text",
		"documents", "documents_text", "docs", "docs_text", "texts", "contexts", "sentences", "responses"}},
	{DocIDRole, []string{"document_id", "doc_id", "docno", "docid", "pid", "passage_id", "corpus_id", "sentence_id", "document_ids",
		"doc_ids", "docids", "pids", "passage_ids"}},
	{TitleRole, []string{"title", "document_title", "doc_title", "passage_title", "titles"}},
	{LabelRole, []string{"label", "relevance", "rel", "grade", "is_relevant", "relevant", "is_selected", "labels", "relevances", "grades",
		"rating", "ratings", "score", "scores"}},
	{ScoreRole, nil},
	{PositiveRole, []string{"positive", "pos", "positives", "positive_passage", "positive_passages_text", "positive_ctxs_text", "chosen"}},
	{NegativeRole, []string{"negative", "neg", "negatives", "negative_passage", "negative_passages_text", "hard_negative", "hard_negatives",
		"negative_ctxs_text", "hard_negative_ctxs_text", "rejected"}},
	{SplitRole, []string{"split"}},
}

// Names of the members that belong to the text of a nested document.
var (
	memberIDs    = []string{"docid", "doc_id", "docno", "pid", "passage_id", "document_id", "corpus_id", "id", "_id"}
	memberLabels = []string{"is_selected", "label", "labels", "relevance", "rel", "grade", "is_relevant", "relevant", "rating"}
	memberScores = []string{"score", "scores"}
)

// knownNames returns the names of a role.
func knownNames(name string) []string {
	return Roles[slices.IndexFunc(Roles, func(r role) bool { return r.Name == name })].names
}

// roleNames returns all roles.
func roleNames() []string {
	names := make([]string, len(Roles))
	for i, r := range Roles {
		names[i] = r.Name
	}
	return names
}

// plainColumn returns a column's name as roles spell it.
func plainColumn(name string) string {
	return strings.NewReplacer("-", "_", " ", "_", ".", "_").Replace(strings.ToLower(strings.TrimSpace(name)))
}
