// Package affinity finds out which axioms help which: its experiment has sets of axioms as arms.
//
//	affinity.go  trains on every one and every two of them, then on the clusters of cluster.go
//	result.go    the record, with the suggested mixture;  plan.go  the cost
package affinity
