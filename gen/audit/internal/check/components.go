package check

import (
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

// componentsOf returns, for each document, a document that represents its strongly connected component. Two documents are in one component
// if a path of preferences leads from each to the other. The algorithm is Kosaraju and Sharir's, without recursion.
func componentsOf(edges []trainset.Edge) map[uint32]uint32 {
	below, above := map[uint32][]uint32{}, map[uint32][]uint32{}
	for _, e := range edges {
		below[e.High] = append(below[e.High], e.Low)
		above[e.Low] = append(above[e.Low], e.High)
	}
	type step struct {
		doc  uint32
		isUp bool // true if all documents below doc were visited
	}
	var path []step
	var order []uint32 // documents, each after the documents below it, except in a circle
	isVisited := map[uint32]bool{}
	for _, e := range edges {
		for path = append(path, step{doc: e.High}); len(path) > 0; {
			last := path[len(path)-1]
			path = path[:len(path)-1]
			if last.isUp {
				order = append(order, last.doc)
			} else if !isVisited[last.doc] {
				isVisited[last.doc] = true
				path = append(path, step{last.doc, true})
				for _, doc := range below[last.doc] {
					path = append(path, step{doc: doc})
				}
			}
		}
	}
	component := map[uint32]uint32{}
	var open []uint32
	for _, first := range slices.Backward(order) {
		for open = append(open, first); len(open) > 0; {
			doc := open[len(open)-1]
			open = open[:len(open)-1]
			if _, has := component[doc]; !has {
				component[doc] = first
				open = append(open, above[doc]...)
			}
		}
	}
	return component
}
