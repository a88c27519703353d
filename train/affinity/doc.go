// Package affinity finds out which axioms help which: an experiment whose arms are sets of axioms.
//
//	affinity.go  trains on every one and every two of them, then on the clusters of cluster.go
//	result.go    the record, and the mixture that it suggests;  plan.go  what it costs
package affinity
