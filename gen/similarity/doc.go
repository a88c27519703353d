// Package similarity answers how alike two terms are: word vectors read from files or trained on the collection, bound to
// the terms of an index.
//
// Words holds vectors by word, as a file gives them. Bind turns them into a Table: vectors by term id, which is what the
// semantic axioms and DRMM ask.
package similarity
