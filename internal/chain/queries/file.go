package queries

// File names the method that takes queries from a file.
const File = "file"

// written gives the turns of a file's queries, which are counted by document in the file's order.
func (m *maker) written() func(at, _, _ int) turn {
	method := &Method{Name: File}
	numbers, count := make([]int, len(m.Written)), map[string]int{}
	for i, q := range m.Written {
		count[q.Source]++
		numbers[i] = count[q.Source]
	}
	return func(at, _, _ int) turn {
		q := &m.Written[at]
		t := turn{method: method, number: numbers[at], text: q.Text}
		var known bool
		if t.document, known = m.x.Doc(q.Source); !known {
			t.left = Unknown
		}
		return t
	}
}
