package tabular

import "strings"

// ColumnSet holds the columns that objects have.
type ColumnSet struct {
	Met   map[string]bool
	Fresh []string // those that were added since Fresh was emptied
}

// NewColumnSet returns a set of no columns.
func NewColumnSet() *ColumnSet { return &ColumnSet{Met: map[string]bool{}} }

// Add adds a column if the set does not have it.
func (c *ColumnSet) Add(name string) {
	if !c.Met[name] {
		c.Met[name] = true
		c.Fresh = append(c.Fresh, name)
	}
}

// AddMembers adds the columns of an object, or of the objects in a list.
func (c *ColumnSet) AddMembers(prefix string, value any) {
	switch value := value.(type) {
	case map[string]any:
		if prefix != "" {
			prefix += "."
		}
		for name, member := range value {
			c.AddMembers(prefix+name, member)
		}
	case []any:
		for _, item := range value {
			c.AddMembers(prefix, item)
		}
	default:
		c.Add(prefix)
	}
}

// MemberAt returns the member whose name is rest, or precedes a dot in rest; suffix is the part after that
// dot.
func MemberAt(object map[string]any, rest string) (member any, suffix string, ok bool) {
	if rest == "" {
		return nil, "", false
	}
	if member, ok = object[rest]; ok {
		return member, "", true
	}
	for i := range len(rest) {
		if rest[i] != '.' {
			continue
		}
		if member, ok = object[rest[:i]]; ok {
			return member, rest[i+1:], true
		}
	}
	return nil, "", false
}

// NameTree holds the parts of names that end in a dot: of a.b.c it holds "a." and "a.b.", by the place of the part before. Its memory
// grows with the names, not with the squares of their lengths.
type NameTree map[namePart]int

// namePart is a part of a name behind another one, which is numbered; 0 is the beginning.
type namePart struct {
	end  int
	part string
}

// Add adds a name.
func (t NameTree) Add(name string) {
	place := 0
	for {
		part, rest, dotted := strings.Cut(name, ".")
		if !dotted {
			return
		}
		key := namePart{place, part}
		if _, has := t[key]; !has {
			t[key] = len(t) + 1
		}
		place, name = t[key], rest
	}
}

// Has reports whether a name that was added begins with this one, which ends in a dot.
func (t NameTree) Has(name string) bool {
	place := 0
	for name != "" {
		part, rest, _ := strings.Cut(name, ".")
		next, has := t[namePart{place, part}]
		if !has {
			return false
		}
		place, name = next, rest
	}
	return true
}
