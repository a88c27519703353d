// Package division divides the queries of an experiment and finds their candidates.
//
//	division.go    divides, tunes the first stage on dev, retrieves
//	fold.go        the queries of one division;  qrels.go  their judgements
//	firststage.go  scores of the first stage;  firststagetext.go  its name and parameters in records
package division
