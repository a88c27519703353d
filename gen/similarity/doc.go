// Package similarity answers how alike two terms are: by word vectors, by WordNet, or by a table. Vectors are read from
// files; package embed trains them on a collection.
//
// Words, WordNet and WordPairs know words, as files give them. Bind turns each into what the semantic axioms and DRMM ask, by
// term id of an index: a Table of vectors, Concepts, TermPairs.
package similarity
