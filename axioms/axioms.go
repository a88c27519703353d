// Package axioms holds retrieval axioms: statements of which of two documents should rank above the
// other for a query. CONTRACT.md defines each of them.
//
// Parse reads an axiom or an expression over axioms, such as "tfc1(delta=10)" or "m-and & tfc1". ParseList reads a list of them with named
// sets. All lists all axioms. There are three kinds. A Preference compares two documents. A Triple finds sequences of three (TFC2). A
// Generative makes documents from documents (LNC2).
//
// Documents and queries are lists of term ids. Texts makes them from a few texts, an index from a collection on disk. A preference is
// bound to a query and a collection's statistics, loads its features once per candidate, and then answers pairs in constant time:
//
//	judge := preference.Bind(query, collection)
//	judge.Load(docs)
//	out := make([]axioms.Verdict, len(docs))
//	for i := range docs {
//		judge.Row(i, out) // out[j] for j > i
//	}
//
// The verdict is Void on a pair that does not meet an axiom's precondition. Every axiom with a
// precondition takes precondition=none and then compares all pairs.
//
// Spec().Needs lists what an axiom reads from the collection and the candidates. Everything else may be missing.
//
// Every axiom is an Explainer too: it lists the conditions of its definition on given documents,
// with their numbers, and marks those that decide.
//
// An axiom is one definition (documentation, parameters, worked example, rule, conditions in words) in the file of its family,
// internal/family, and a name in all.go there. To add one, copy the axiom that is most similar. The package internal/rule has the building
// blocks of definitions, and the types below. The package axiomtest implements each axiom a second time by plain counting, and compares
// the rule and its conditions with that implementation. From the rest of the module these packages import only errs and numeral.
package axioms

import "github.com/axiomine/axiomine/axioms/internal/rule"

// What the axioms of all families share.
type (
	Axiom      = rule.Axiom      // has a Spec and a canonical form, String
	Preference = rule.Preference // compares two documents: Bind it to a query and a collection
	Judge      = rule.Judge      // a Preference bound to a query: Load candidates, then ask Compare or Row
	Triple     = rule.Triple     // finds sequences of three documents
	Generative = rule.Generative // makes documents from documents
	Verdict    = rule.Verdict    // the answer on two documents: First, Second, Neither or Void

	Query       = rule.Query       // an analysed query
	Doc         = rule.Doc         // an analysed candidate, with its score, rank and judgement
	Collection  = rule.Collection  // statistics, vectors and files
	Candidates  = rule.Candidates  // the documents of a query with counts that several axioms share
	Texts       = rule.Texts       // a small collection in memory, made by NewTexts
	Similarity  = rule.Similarity  // returns the similarity of two terms
	Vectors     = rule.Vectors     // word vectors; their cosine is a Similarity
	RunScores   = rule.RunScores   // the contents of the file of run(FILE)
	Preferring  = rule.Preferring  // the contents of the file of prefs(FILE)
	Spec        = rule.Spec        // documentation, parameters and worked example
	Example     = rule.Example     // a worked example in words
	Needs       = rule.Needs       // the data that an axiom reads
	Explainer   = rule.Explainer   // explains its answer; every axiom is one
	Case        = rule.Case        // the input of an explanation
	Explanation = rule.Explanation // an answer with its conditions
	Condition   = rule.Condition   // a condition with its numbers
)

// Verdicts on an ordered pair of documents.
const (
	Void    = rule.Void    // the precondition does not hold; the preference is 0
	Second  = rule.Second  // the second document should rank above the first
	Neither = rule.Neither // no preference
	First   = rule.First   // the first document should rank above the second
)

// NewTexts returns an empty collection. split returns the words of a text; an example is strings.Fields.
func NewTexts(split func(text string) []string) *Texts { return rule.NewTexts(split) }

// Wins adds to wins[i] the number of pairs that prefer candidate i minus the number of pairs that
// prefer the other candidate. wins has one element for each candidate.
func Wins(j Judge, wins []int32) { rule.Wins(j, wins) }
