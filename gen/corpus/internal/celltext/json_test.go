package celltext

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// valueOf returns what a parser should return of a value that encoding/json has read.
func valueOf(value any) (v Value) {
	switch value := value.(type) {
	case map[string]any:
		v.Kind = ObjectKind
		for _, name := range slices.Sorted(maps.Keys(value)) {
			member := valueOf(value[name])
			member.Name = name
			v.Items = append(v.Items, member)
		}
	case []any:
		v.Kind = ListKind
		for _, item := range value {
			v.Items = append(v.Items, valueOf(item))
		}
	case string:
		v.Kind, v.Text = TextKind, value
	case json.Number:
		v.Kind, v.Text = WordKind, WholeSpelling(value.String())
	case bool:
		v.Kind, v.Text = WordKind, strconv.FormatBool(value)
	default:
		v.Kind = NullKind
	}
	return v
}

// sorted returns a value with its members in the order of their names, of those of one name the last, in memory of its own.
func sorted(v *Value) (s Value) {
	s = Value{Kind: v.Kind, Name: v.Name, Text: v.Text}
	for i := range v.Items {
		if item := &v.Items[i]; v.Kind == ListKind || v.Member(item.Name) == item {
			s.Items = append(s.Items, sorted(item))
		}
	}
	if v.Kind == ObjectKind {
		slices.SortFunc(s.Items, func(a, b Value) int { return strings.Compare(a.Name, b.Name) })
	}
	return s
}

// agree fails if a parser reads a text otherwise than encoding/json; it reports whether the text begins with a value.
func agree(t interface{ Fatalf(string, ...any) }, p *Parser, text string) bool {
	var value any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	isValid := decoder.Decode(&value) == nil
	got, ok := p.Parse([]byte(text))
	if ok != isValid || ok && !reflect.DeepEqual(sorted(got), valueOf(value)) {
		t.Fatalf("%.200q: read as %.200v, %t, by encoding/json as %.200v, %t", text, got, ok, value, isValid)
	}
	return ok
}

func TestParser(t *testing.T) {
	p := new(Parser)
	for text, isValid := range map[string]bool{
		`{}`: true, ` { "a" : "b" , "c":["d","é"],"e":12,"f":null, "g":true} `: true, `{"a":"x\ty\"\\\/"}`: true, `{"a":[]}`: true,
		`{"a":0}`: true, `{"a":"\u00e9\u0000\u20AC"}`: true, `{"a":1.5}`: true, `{"a":-1.50e+3}`: true, `{"a":2.0}`: true,
		`{"a":[1, null]}`: true, `{"":""}`: true, `{"a":1E400}`: true, `["a", {}]`: true, `"a"`: true, `{"a":"b","a":"c"}`: true,
		`{"a":{"b":1}}`: true, `{"a":["b",["c"]]}`: true, `{"a":"\ud83d\ude00"}`: true, `{"a":"\ud83d"}`: true, `{"a":"b"}x`: true,
		`{"a":"\u+0e9"}`: false, `{"a":"\u00e`: false, `{"a":"\u00e"}`: false, `{"a":"\u_0e9"}`: false, `{"a":01}`: false, `{"a":1.}`: false,
		`{"a":.5}`: false, `{"a":+1}`: false, `{"a":1e}`: false, `{"a":-}`: false, `{"a":1e+}`: false, `{"a":1e5x}`: false, `{"a":"b",}`: false,
		`{"a":"b" "c":1}`: false, "{\"a\":\"\x01\"}": false, `{"a":}`: false, `{"a":["b",]}`: false, `{"a":["b" "c"]}`: false,
		`{"a":[,"b"]}`: false, `{"a":"\x"}`: false, `{"a":"b`: false, `{,"a":"b"}`: false, `{"a":"\`: false, `{"a":tru}`: false,
		`{"a":["b"`: false, ``: false, `{1:2}`: false, `{"a":NaN1}`: false,
	} {
		must.Equal(t, agree(t, p, text), isValid, "%s", text)
	}
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
		v, ok := p.Parse([]byte(`{"a": [` + word + `]}`))
		if !ok || v.Member("a").Items[0].Kind != NullKind {
			t.Errorf("%s is read as %#v", word, v)
		}
	}
	deep := strings.Repeat("[", maxNesting) + strings.Repeat("]", maxNesting)
	if !agree(t, p, deep) || agree(t, p, "["+deep+"]") {
		t.Error("lists are not read as deep as encoding/json reads them")
	}
}

// TestParserIsEncodingJSON compares the parser with encoding/json, over valid objects and over random parts.
func TestParserIsEncodingJSON(t *testing.T) {
	p := new(Parser)
	valid := rapid.MapOfN(rapid.String(), rapid.OneOf(rapid.String().AsAny(), rapid.Float64Range(-1e30, 1e30).AsAny(), rapid.Int().AsAny(),
		rapid.Bool().AsAny(), rapid.SliceOf(rapid.String()).AsAny()), 0, 8)
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{`{`, `}`, `"a"`, `"b"`, `"x\n"`, `"é"`, `"\u0041"`, `\u`, `00e9`, `:`, `,`, `[`, `]`,
		`12`, `0`, `-3`, `1e5`, ` `, `null`, `true`, `"`, `\`, "\x02", `"a":"b"`, `"c":["d"]`, `{"a":1}`}), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		object := must.Get(json.Marshal(valid.Draw(t, "valid")))(t)
		if !agree(t, p, string(object)) {
			t.Fatalf("%s is not read", object)
		}
		agree(t, p, "{"+strings.Join(parts.Draw(t, "parts"), "")+"}")
	})
}

func FuzzParser(f *testing.F) {
	for _, object := range []string{`{"a": "b", "c": ["d", 1.5, null]}`, `{"a": "\u00e9\\"}`, `{"a": [`} {
		f.Add([]byte(object))
	}
	budgettest.Fuzz(f, func(t *testing.T, text []byte) {
		if text := string(text); utf8.ValidString(text) && !strings.Contains(text, "NaN") && !strings.Contains(text, "Infinity") {
			agree(t, new(Parser), text)
		}
	})
}

// TestObject compares the ends of objects with those that encoding/json finds.
func TestObject(t *testing.T) {
	part := rapid.SampledFrom([]string{"{", "}", "[", "]", `"`, `\`, `\"`, `\\`, `"a":`, `"a\"}":`, ",", "1", " ", `"é}"`, `{"a":[1,{}]}`})
	rapid.Check(t, func(t *rapid.T) {
		line := []byte("{" + strings.Join(rapid.SliceOfN(part, 0, 12).Draw(t, "parts"), ""))
		var object json.RawMessage
		decoder := json.NewDecoder(bytes.NewReader(line))
		if decoder.Decode(&object) != nil {
			return
		}
		if got := ObjectSize(line, 100); got != len(object) {
			t.Fatalf("%s: %d, want %d", line, got, len(object))
		}
	})
	for line, want := range map[string]int{
		`{}`: 2, `{"a": 1}{}`: 8, `{"a": [1, 2, 3]}`: 16, // four values: two brackets and two commas
		`{"a": [1, 2, 3, 4, 5, 6]}`: 0, `{"a": "1, 2, 3, 4, 5, 6"}`: 25, `{]`: 0, `{[}]`: 0, `{`: 0, `{"`: 0, `{"a\"}`: 0, `{"a\\"}`: 7,
	} {
		must.Equal(t, ObjectSize([]byte(line), 5), want, "%s", line)
	}
	deep := strings.Repeat("{\"a\":", maxDepth) + "1" + strings.Repeat("}", maxDepth)
	if ObjectSize([]byte(deep), 100) != len(deep) || ObjectSize([]byte("{\"a\":"+deep+"}"), 100) != 0 {
		t.Error("an object of the most brackets has no end, or one of more has")
	}
}
