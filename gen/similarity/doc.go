// Package similarity answers how alike two terms are: by word vectors read from files or trained on the collection, by WordNet,
// or by a table.
//
// Words, WordNet and WordPairs know words, as files give them. Bind turns each into what the semantic axioms and DRMM ask, by
// term id of an index: a Table of vectors, Concepts, TermPairs.
package similarity
