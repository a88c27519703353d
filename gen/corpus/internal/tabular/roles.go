// Package tabular finds the roles of a table's columns, and reads its rows as queries, documents and labels. Its input is
// names of columns and cells, for all forms of tables.
package tabular

import (
	"slices"
	"strings"
)

// The roles of columns. A column gets its role by its name, or with --columns.
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
	UnusedRole   = "unused" // a column that is not read
)

// answersText is the column of the texts of generated answers that are objects.
const answersText = "answers_text"

// answerNames are the columns of answers, which are documents where a table has no other ones.
var answerNames = []string{"answer", "answers", answersText, "answer_text", "response", "responses", "output", "outputs"}

// pairedAnswers are the columns of single answers, which are positives of their questions where a table has no labels.
var pairedAnswers = []string{"answer", "answer_text", "response", "output"}

// ownQueries are the columns of queries and of nothing else.
var ownQueries = []string{"query", "query_text", "question", "question_text", "anchor", "search_query", "prompt", "queries", "questions",
	"user_input", "search_term", "data_paragraphs_qas_question", "questions_body", "user_query", "utterance"}

// role is the kind of content of a column, with the names of its columns.
type role struct {
	Name  string
	names []string
}

// Roles are the roles with the names of their columns, first choice first, in lower case and with _ for
// other signs. Names of nested columns are joined by a dot. A score is read if it is chosen, or if the
// values of a label are scores.
var Roles = []role{
	{QueryRole, append(ownQueries[:len(ownQueries):len(ownQueries)], "claim", "premise", "instruction", "input", "sentence1", "sentence_1",
		"sentence_a", "sent0", "text1", "text_1", "text_a", "text_left", "question1", "qtext")},
	{QueryIDRole, []string{"query_id", "qid", "question_id", "queryid", "topic_id", "q_id", "query_qid",
		"data_paragraphs_qas_id", "questions_id"}},
	{DocRole, append([]string{"passage", "document", "doc", "text", "passage_text", "document_text", "doc_text", "passages_passage_text",
		"context", "sentence", "contents", "paragraph", "passages", "passages_text", "documents", "documents_text", "docs", "docs_text", "texts",
		"contexts", "sentences", "segment", "content", "candidates_doc_text", "candidates_doc_segment", "candidates_doc_contents",
		"candidates_doc_content", "candidates_doc_body", "candidates_doc_passage", "hits_content", "page_content", "chunk",
		"product_text", "product_description", "ctxs_text", "evidences_evidence", "paragraphs_paragraph_text", "search_results_page_snippet", "retrieved_contexts",
		"data_paragraphs_context"}, answerNames...)},
	{DocIDRole, []string{"document_id", "pid", "passage_id", "doc_id", "docno", "docid", "corpus_id", "sentence_id", "document_ids",
		"doc_ids", "docids", "pids", "passage_ids", "corpus_ids", "gold_ids", "product_id"}},
	{TitleRole, []string{"title", "document_title", "doc_title", "passage_title", "titles", "product_title", "product_name"}},
	{LabelRole, []string{"label", "relevance", "rel", "grade", "is_relevant", "relevant", "is_selected", "labels", "relevances", "grades",
		"rating", "ratings", "judgment", "judgement", "relevance_label", "esci_label", "is_duplicate", "gold_label", "score", "scores",
		"relatedness_score", "similarity", "similarity_score", "quality"}},
	{ScoreRole, nil},
	{PositiveRole, []string{"positive", "pos", "positives", "positive_passage", "positive_passages_text", "positive_ctxs_text", "chosen",
		"relevant_passages", "positive_passages", "positive_document", "positive_documents", "positive_doc", "positive_docs", "positive_text",
		"positive_texts", "positive_contexts", "positive_ctxs", "pos_doc", "pos_docs", "pos_text", "gold_docs_text", "reference_contexts",
		"questions_snippets_text", "chosen_response", "response_chosen", "good", "entailment", "positive_response", "positive_answer",
		"pos_answer", "positive_sentence"}},
	{NegativeRole, []string{"negative", "neg", "negatives", "negative_passage", "negative_passages_text", "hard_negative", "hard_negatives",
		"negative_ctxs_text", "hard_negative_ctxs_text", "rejected", "negative_passages", "negative_document", "negative_documents",
		"negative_doc", "negative_docs", "negative_text", "negative_texts", "negative_contexts", "hard_negative_ctxs", "neg_doc", "neg_docs",
		"neg_text", "negative_docs_text", "hard_negative_passages", "hard_negative_passage",
		"hard_negative_document", "hard_negative_documents", "hard_negative_doc", "hard_negative_text", "hard_neg", "hard_negs", "rejected_response", "response_rejected", "bad", "contradiction",
		"negative_response", "negative_answer", "neg_answer", "negative_sentence", "irrelevant"}},
	{SplitRole, []string{"split"}},
}

// Names of members that belong to the text of a nested document.
var (
	memberIDs    = []string{"docid", "doc_id", "docno", "pid", "passage_id", "document_id", "corpus_id", "id", "_id"}
	memberLabels = []string{"is_selected", "is_supporting", "evidence_label", "label", "labels", "relevance", "rel", "grade", "is_relevant", "relevant",
		"rating"}
	memberScores = []string{"score", "scores"}
)

// knownNames returns the column names of a role.
func knownNames(name string) []string {
	return Roles[slices.IndexFunc(Roles, func(r role) bool { return r.Name == name })].names
}

// isKnown reports whether a column's name is known for some role.
func isKnown(name string) bool {
	plain := plainColumn(name)
	return slices.ContainsFunc(Roles, func(r role) bool { return slices.Contains(r.names, plain) })
}

// roleNames returns the names of all roles.
func roleNames() []string {
	names := make([]string, len(Roles))
	for i, r := range Roles {
		names[i] = r.Name
	}
	return names
}

// underscores replaces what separates the words of a column's name.
var underscores = strings.NewReplacer("-", "_", " ", "_", ".", "_")

// plainColumn returns a column's name in the spelling of Roles.
func plainColumn(name string) string {
	return underscores.Replace(strings.ToLower(strings.TrimSpace(name)))
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

// FirstNamed returns the first of some names that a role knows, in the order of its names; "" without one.
func FirstNamed(role string, names []string) string {
	for _, plain := range knownNames(role) {
		if i := slices.IndexFunc(names, func(name string) bool { return plainColumn(name) == plain }); i >= 0 {
			return names[i]
		}
	}
	return ""
}

// IsRank reports whether a column's name is that of ranks.
func IsRank(name string) bool { return plainColumn(name) == "rank" }

// NamesTable returns a table of the names of columns that each role has, in Markdown.
func NamesTable() string {
	var b strings.Builder
	b.WriteString("| role | names that are known, whatever their case; `-`, space and `.` count as `_` |\n|---|---|\n")
	for _, r := range Roles {
		b.WriteString("| " + r.Name + " | " + strings.Join(r.names, ", ") + " |\n")
	}
	b.WriteString("\n## All forms of columns\n\n| columns | are read as |\n|---|---|\n")
	for _, f := range slices.Concat(forms, trainingForms) {
		b.WriteString("| " + strings.Join(append(slices.Clip(f.before), f.has...), ", ") + " | " + strings.ReplaceAll(f.columns, ",", ", ") + " |\n")
	}
	return b.String()
}
