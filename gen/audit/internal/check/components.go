package check

// components returns the number of each node's strongly connected component: two nodes have the same one if each is reached from the
// other. next lists the nodes that edges of each node lead to. Components are numbered by their first node, from 0 on (Tarjan 1972,
// without recursion).
func components(next [][]int32) (component []int32) {
	const open = -1
	n := len(next)
	index, low := make([]int32, n), make([]int32, n) // index counts from 1; 0 means not visited
	root := make([]int32, n)                         // a node of the node's component; open until that is complete
	type visit struct {
		node int32
		edge int // of next[node], the one to follow
	}
	var stack []int32
	var path []visit
	numVisited := int32(0)
	enter := func(a int32) {
		numVisited++
		index[a], low[a], root[a] = numVisited, numVisited, open
		stack, path = append(stack, a), append(path, visit{node: a})
	}
	for first := range int32(n) {
		if index[first] > 0 {
			continue
		}
		enter(first)
		for len(path) > 0 {
			v := &path[len(path)-1]
			a := v.node
			if v.edge < len(next[a]) {
				b := next[a][v.edge]
				v.edge++
				if index[b] == 0 {
					enter(b)
				} else if root[b] == open {
					low[a] = min(low[a], index[b])
				}
				continue
			}
			if path = path[:len(path)-1]; len(path) > 0 {
				parent := path[len(path)-1].node
				low[parent] = min(low[parent], low[a])
			}
			for isRoot := low[a] == index[a]; isRoot; {
				b := stack[len(stack)-1]
				stack, root[b] = stack[:len(stack)-1], a
				isRoot = b != a
			}
		}
	}
	component = make([]int32, n)
	number := map[int32]int32{}
	for a := range component {
		c, ok := number[root[a]]
		if !ok {
			c = int32(len(number))
			number[root[a]] = c
		}
		component[a] = c
	}
	return component
}
