// Package axioms holds retrieval axioms: statements of which of two documents should rank above the other for a query.
//
// Documents and queries come as term ids; text never enters this package. An axiom is bound to a query and a collection's
// statistics, loads its features once per candidate, and then answers pairs in constant time. The package imports nothing
// of this module's other packages.
package axioms
