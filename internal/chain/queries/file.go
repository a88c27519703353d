package queries

// File names the method that takes queries from a file.
const File = "file"

// fileTurns returns the turns of a file's queries, which are counted by document in the file's order.
func (m *maker) fileTurns() func(i, _, _ int) turn {
	method := &Method{Name: File}
	numbers, count := make([]int, len(m.Written)), map[string]int{}
	for i, q := range m.Written {
		count[q.Source]++
		numbers[i] = count[q.Source]
	}
	return func(i, _, _ int) turn {
		q := &m.Written[i]
		t := turn{method: method, number: numbers[i], text: q.Text}
		var ok bool
		if t.document, ok = m.x.Doc(q.Source); !ok {
			t.left = Unknown
		}
		return t
	}
}
