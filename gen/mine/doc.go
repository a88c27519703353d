// Package mine finds, for every query, the pairs of candidates on which an axiom states a preference.
//
// A query is the unit of work: it is mined whole by one worker, and nothing per pair allocates, hashes or walks a document.
package mine
