// Package queries makes queries of the documents of a collection that has none, or too few.
//
//	maker.go    draws documents, lets a method write a query of each, and keeps those that pass the filters
//	method.go   the table of methods:  terms.go  phrases.go  sentence.go  contrast.go
//	file.go     queries that somebody else wrote of the documents
//	words.go    a text cut into words and sentences
//	model.go    what words a document prefers to use
//	alike.go    which queries are nearly the same
//	account.go  what was made and what was left out, and why
//
// The queries are words of the documents as they stand there, in the order of the text. A question is nothing that can be made without
// a model of language; the method file takes those of one.
package queries
