// Package axioms holds retrieval axioms: statements of which of two documents should rank above the
// other for a query. CONTRACT.md defines each of them.
//
// Parse reads an axiom or an expression over axioms, such as "tfc1(delta=10)" or "m-and & tfc1".
// ParseList reads a list of them with named sets. All lists all axioms. There are three kinds. A
// Preference compares two documents. A Triple finds sequences of three (TFC2). A Generative makes
// documents from documents (LNC2).
//
// Documents and queries are lists of term ids. Texts makes them from a few texts, an index from a
// collection on disk. A preference is bound to a query and a collection's statistics, loads its
// features once per candidate, and then answers pairs in constant time:
//
//	judge := axioms.Rows(preference.Bind(query, collection))
//	judge.Load(docs)
//	out := make([]axioms.Verdict, len(docs))
//	for i := range docs {
//		judge.Row(i, out) // out[j] for j > i
//	}
//
// The verdict is Void on a pair that does not meet an axiom's precondition. Every axiom with a
// precondition takes precondition=none and then compares all pairs.
//
// Spec().Needs lists what an axiom reads from the collection and the candidates. Everything else
// may be missing.
//
// Every axiom is an Explainer too: it lists the conditions of its definition on given documents,
// with their numbers, and marks those that decide.
//
// An axiom is one file with its definition (documentation, parameters, worked example, rule,
// conditions in words) and a line in all.go; begin with a copy of the file of its nearest neighbour. A rule is
// features of one document and a comparison of two documents' features (pairwise.go). Variants,
// length bounds, rows and expressions wrap it. The package axiomtest defines each axiom a second
// time in plain words and counts, and compares the rule and its conditions with that definition.
// This package imports no other package of the module but the kinds of error.
package axioms
