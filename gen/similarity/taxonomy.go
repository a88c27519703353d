package similarity

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
)

// taxonomy is the part of WordNet that is above the synsets added to it.
type taxonomy struct {
	wordnet *WordNet
	ids     map[synset]int32
	nodes   []node
}

// node is a synset with its direct hypernyms, as nodes.
type node struct {
	name     string
	parents  []int32
	shortest int32 // ways to a top, in steps
	longest  int32
}

// root is the node of the simulated root; its name is NLTK's, since of equals the first by name counts.
const root = 0

// opened marks a synset whose hypernyms are being added.
const opened = -1

func newTaxonomy(w *WordNet) *taxonomy {
	return &taxonomy{wordnet: w, ids: map[synset]int32{}, nodes: []node{{name: "*ROOT*"}}}
}

// add adds a synset and all that is above it.
func (t *taxonomy) add(s synset) (int32, error) {
	if id, ok := t.ids[s]; ok {
		if id == opened {
			return 0, errs.BadInput(t.wordnet.parts[s.part].path, 0, dictHint, "the hypernyms of the synset at %08d lead back to it", s.offset)
		}
		return id, nil
	}
	m, err := t.wordnet.read(s)
	if err != nil {
		return 0, err
	}
	t.ids[s] = opened
	n := node{name: m.name}
	for i, hypernym := range m.hypernyms {
		parent, err := t.add(hypernym)
		if err != nil {
			return 0, err
		}
		n.parents = append(n.parents, parent)
		up := &t.nodes[parent]
		if i == 0 || up.shortest+1 < n.shortest {
			n.shortest = up.shortest + 1
		}
		n.longest = max(n.longest, up.longest+1)
	}
	id := int32(len(t.nodes))
	t.nodes = append(t.nodes, n)
	t.ids[s] = id
	return id, nil
}

// places orders the nodes by falling length of the shortest way to a top, then by name: of the hypernyms that two synsets
// share the one with the first place is the lowest.
func (t *taxonomy) places() []int32 {
	order := make([]int32, len(t.nodes))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &t.nodes[a], &t.nodes[b]
		return cmp.Or(cmp.Compare(y.shortest, x.shortest), cmp.Compare(x.name, y.name))
	})
	places := make([]int32, len(order))
	for place, n := range order {
		places[n] = int32(place)
	}
	return places
}

// listHypernyms lists the hypernyms of a synset, itself and the simulated root, by place. The way from the synset to one of them may
// lead over a synset above both, where that is shorter.
func (t *taxonomy) listHypernyms(n int32, places []int32) []ancestor {
	stepsUp, all := t.ways(n)
	list := make([]ancestor, 0, len(all)+1)
	farthest := int32(0)
	for _, a := range all {
		steps := stepsUp[a]
		farthest = max(farthest, steps)
		further, higher := t.ways(a)
		for _, b := range higher {
			steps = min(steps, stepsUp[b]+further[b])
		}
		list = append(list, ancestor{places[a], a, steps})
	}
	list = append(list, ancestor{places[root], root, farthest + 1})
	slices.SortFunc(list, func(a, b ancestor) int { return cmp.Compare(a.place, b.place) })
	return list
}

// ways returns the shortest way up to every node above n, and these nodes, n the first, in the order of the ways' lengths.
func (t *taxonomy) ways(n int32) (steps map[int32]int32, nodes []int32) {
	steps = map[int32]int32{n: 0}
	nodes = []int32{n}
	for i := 0; i < len(nodes); i++ {
		for _, parent := range t.nodes[nodes[i]].parents {
			if _, isVisited := steps[parent]; !isVisited {
				steps[parent] = steps[nodes[i]] + 1
				nodes = append(nodes, parent)
			}
		}
	}
	return steps, nodes
}
