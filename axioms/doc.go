// Package axioms holds retrieval axioms: statements of which of two documents should rank above the other for a query. CONTRACT.md
// says what each of them means.
//
// Parse reads an axiom or an expression over axioms, such as "tfc1(delta=10)" or "m-and & tfc1"; ParseList reads a list of
// them with named sets; All lists what there is. There are three kinds. A Preference compares two documents, a Triple names
// sequences of three (TFC2), a Generative makes documents of documents (LNC2).
//
// Documents and queries come as term ids; Texts gives those of a few texts, an index those of a collection on disk. A preference
// is bound to a query and a collection's statistics, loads its features once per candidate, and then answers pairs in constant
// time:
//
//	judge := axioms.Rows(preference.Bind(query, collection))
//	judge.Load(docs)
//	out := make([]axioms.Verdict, len(docs))
//	for i := range docs {
//		judge.Row(i, out) // out[j] for j > i
//	}
//
// A pair that does not meet an axiom's precondition is Void to it; with precondition=none, which every axiom with a precondition
// takes, it compares all pairs.
//
// Spec().Needs says what an axiom asks of the collection and the candidates; what it does not name may be missing.
//
// Every axiom is an Explainer too: it names the conditions of its definition on given documents, with their numbers, and
// which of them decides.
//
// An axiom is one file with its definition (documentation, parameters, worked example, rule, conditions in words) and a line
// in all.go; `make new-axiom NAME=tf-lnc` begins one. A rule is features of one document and a comparison of two documents'
// features (pairwise.go); variants, length bounds, rows and expressions wrap it. The package axiomtest defines each axiom once
// more in plain words and counts, and holds the rule and its conditions to that. The package imports nothing of this module's
// other packages but the kinds of error.
package axioms
