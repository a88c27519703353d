package corpus

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// records is a table of JSON objects, one a line or in an array. Members of an object in a column are columns with its name
// before a dot; so are the members of the objects in a list, which have a text for each object.
type records struct {
	names []string
	// late is called, once for each name, with a column that no object of the head has; nil where nobody asks.
	late func(name string) error
}

// headRecords is how many objects of a head are looked at for names.
const headRecords = 100

// newRecords takes the names from a file's head; nil where it holds no object.
func newRecords(h head) *records {
	if !h.opensWith('{') && !h.opensWith('[') {
		return nil
	}
	met := map[string]bool{}
	seen := 0
	_ = eachObject(headSource(h), func(object []byte, _ int) error {
		if seen++; seen > headRecords {
			return errStop
		}
		if members := membersOf(object); members != nil {
			addNames("", members, met)
		}
		return nil
	})
	if len(met) == 0 {
		return nil
	}
	return &records{names: slices.Sorted(maps.Keys(met))}
}

// membersOf reads an object; nil where it is none. The bare words NaN and Infinity, which Python writes, are nulls.
func membersOf(object []byte) map[string]any {
	var members map[string]any
	if decodeNumbers(object, &members) == nil {
		return members
	}
	if mended := withoutNaN(object); mended != nil && decodeNumbers(mended, &members) == nil {
		return members
	}
	return nil
}

// decodeNumbers decodes JSON with numbers as they are written.
func decodeNumbers(raw []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// withoutNaN returns JSON with null for the bare words NaN, Infinity and -Infinity; nil where none stands there.
func withoutNaN(raw []byte) []byte {
	if !bytes.Contains(raw, []byte("NaN")) && !bytes.Contains(raw, []byte("Infinity")) {
		return nil
	}
	var mended []byte
	quoted := false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case quoted && c == '\\' && i+1 < len(raw):
			mended = append(mended, c)
			i++
			c = raw[i]
		case c == '"':
			quoted = !quoted
		case !quoted:
			if word := bareWord(raw[i:]); word > 0 {
				mended = append(mended, "null"...)
				i += word - 1
				continue
			}
		}
		mended = append(mended, c)
	}
	return mended
}

// bareWord returns the length of a word for no number that a text begins with; 0 where it begins with none.
func bareWord(text []byte) int {
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
		if bytes.HasPrefix(text, []byte(word)) {
			return len(word)
		}
	}
	return 0
}

// addNames adds the columns of an object, or of the objects in a list.
func addNames(prefix string, value any, met map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		if prefix != "" {
			prefix += "."
		}
		for name, member := range value {
			addNames(prefix+name, member, met)
		}
	case []any:
		for _, item := range value {
			addNames(prefix, item, met)
		}
	default:
		met[prefix] = true
	}
}

func (r *records) columns() (names []string, loose bool) { return r.names, true }

// each reads the objects; what an object does not have is empty.
func (r *records) each(s *source, names []string, visit func(values []tabular.Cells) error) error {
	values := make([]tabular.Cells, len(names))
	met := map[string]bool{}
	for _, name := range slices.Concat(names, r.names) {
		met[name] = true
	}
	told := maps.Clone(met)
	return eachObject(s, func(object []byte, line int) error {
		end := s.line
		s.line = line
		members := membersOf(object)
		if members == nil {
			return s.skipRow(line, malformedJSON)
		}
		if r.late != nil {
			if err := r.tellLate(members, met, told); err != nil {
				return err
			}
		}
		for i, name := range names {
			values[i] = cellsAt(members, name)
		}
		if err := visit(values); err != nil {
			return err
		}
		s.line = end
		return nil
	})
}

// tellLate calls late with the columns of an object that are not among those told; met holds them and those of the objects before.
func (r *records) tellLate(members map[string]any, met, told map[string]bool) error {
	if addNames("", members, met); len(met) == len(told) {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(met)) {
		if told[name] {
			continue
		}
		told[name] = true
		r.names = append(r.names, name)
		if err := r.late(name); err != nil {
			return err
		}
	}
	return nil
}

// cellsAt returns what an object holds in a column.
func cellsAt(members map[string]any, name string) tabular.Cells {
	var w columnWalk
	w.descend(members, name)
	switch {
	case w.depth > 1:
		return tabular.Cells{Texts: w.texts, Places: w.places}
	case w.depth == 1:
		return tabular.Cells{Texts: w.texts, Listed: true}
	}
	return tabular.Cells{Texts: w.texts}
}

// columnWalk collects the texts of one column in an object.
type columnWalk struct {
	texts  []string
	places [][]int
	place  []int
	depth  int
}

// add takes a text at the present place.
func (w *columnWalk) add(text string) {
	w.texts = append(w.texts, text)
	w.places = append(w.places, slices.Clone(w.place))
}

// descend follows the rest of a column's name. In a list each item that has no such member adds an empty text, so that the items of a
// list have as many texts in each of their columns.
func (w *columnWalk) descend(value any, rest string) {
	switch value := value.(type) {
	case []any:
		w.place = append(w.place, 0)
		w.depth = max(w.depth, len(w.place))
		for i, item := range value {
			w.place[len(w.place)-1] = i
			w.descend(item, rest)
		}
		w.place = w.place[:len(w.place)-1]
	case map[string]any:
		if member, below, ok := memberAt(value, rest); ok {
			w.descend(member, below)
		} else if len(w.place) > 0 {
			w.add("")
		}
	default:
		if rest != "" {
			value = nil
		}
		if value != nil || len(w.place) > 0 || rest == "" {
			w.add(plainText(value))
		}
	}
}

// memberAt returns the member whose name the rest of a column's name is, or begins with before a dot.
func memberAt(object map[string]any, rest string) (member any, below string, ok bool) {
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

// plainText returns a text, a number or a truth value as a text; null is empty. A number that is whole is written without a point.
func plainText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case json.Number:
		return celltext.WholeSpelling(value.String())
	case bool:
		if value {
			return "true"
		}
		return "false"
	}
	return ""
}
