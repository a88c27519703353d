package celltext

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// wanted returns the members of an object as encoding/json reads them; ok is false if the object is malformed, or not flat.
func wanted(object string) (members map[string]Member, ok bool) {
	var values map[string]any
	decoder := json.NewDecoder(strings.NewReader(object))
	decoder.UseNumber()
	if err := decoder.Decode(&values); err != nil || strings.TrimSpace(object[decoder.InputOffset():]) != "" {
		return nil, false
	}
	members = map[string]Member{}
	for name, value := range values {
		m := Member{Name: name, Texts: []string{}, Null: value == nil}
		list, isList := value.([]any)
		if m.Listed = isList; !isList {
			list = []any{value}
		}
		for _, item := range list {
			switch item := item.(type) {
			case string:
				m.Texts = append(m.Texts, item)
			case json.Number:
				m.Texts = append(m.Texts, WholeSpelling(item.String()))
			case bool:
				m.Texts = append(m.Texts, map[bool]string{true: "true", false: "false"}[item])
			case nil:
				m.Texts = append(m.Texts, "")
			default:
				return nil, false
			}
		}
		members[name] = m
	}
	return members, true
}

// agree fails if a reader takes an object and reads it otherwise than encoding/json; it reports whether the reader takes it.
func agree(t interface{ Fatalf(string, ...any) }, r *Reader, object string) bool {
	list, ok := r.Read([]byte(object))
	if !ok {
		return false
	}
	got := map[string]Member{}
	for _, m := range list {
		m.Texts = append([]string{}, m.Texts...) // an empty list is nil where the reader has read no text before
		got[m.Name] = m
	}
	want, valid := wanted(object)
	if !valid || len(list) != len(got) || !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: read as %#v, by encoding/json as %#v, %t", object, got, want, valid)
	}
	return true
}

func TestReader(t *testing.T) {
	r := new(Reader)
	for object, flat := range map[string]bool{
		`{}`: true, ` { "a" : "b" , "c":["d","é"],"e":12,"f":null, "g":true} `: true, `{"a":"x\ty\"\\\/"}`: true, `{"a":[]}`: true,
		`{"a":0}`: true, `{"a":"\u00e9\u0000\u20AC"}`: true, `{"a":1.5}`: true, `{"a":-1.50e+3}`: true, `{"a":2.0}`: true,
		`{"a":[1, null]}`: true, `{"":""}`: true, `{"a":1E400}`: true,
		`{"a":{"b":1}}`: false, `{"a":["b",["c"]]}`: false, `{"a":"\ud83d\ude00"}`: false, `{"a":"\u+0e9"}`: false, `{"a":"\u00e`: false,
		`{"a":"\u00e"}`: false, `{"a":"\u_0e9"}`: false, `{"a":01}`: false, `{"a":1.}`: false, `{"a":.5}`: false, `{"a":+1}`: false,
		`{"a":1e}`: false, `{"a":-}`: false, `{"a":1e+}`: false, `{"a":1e5x}`: false, `{"a":"b",}`: false, `{"a":"b" "c":1}`: false,
		`{"a":"b","a":"c"}`: false, "{\"a\":\"\x01\"}": false, "{\"a\":\"\xff\"}": false, `{"a":"b"}x`: false, `{"a":}`: false,
		`{"a":["b",]}`: false, `{"a":["b" "c"]}`: false, `{"a":[,"b"]}`: false, `{"a":"\x"}`: false, `{"a":"b`: false, `{,"a":"b"}`: false,
		`["a"]`: false, `{"a":NaN}`: false, `{"a":"\`: false, `{"a":tru}`: false, `{"a":["b"`: false, ``: false,
	} {
		if agree(t, r, object) != flat {
			t.Errorf("%q: read %t", object, !flat)
		}
	}
	if agree(t, r, "{"+strings.Repeat(`"a":1,`, mostMembers)+`"b":1}`) {
		t.Error("an object of too many members is read")
	}
}

// TestReaderIsEncodingJSON: what the reader takes, it reads as encoding/json does, over valid objects and over random parts.
func TestReaderIsEncodingJSON(t *testing.T) {
	r := new(Reader)
	valid := rapid.MapOfN(rapid.String(), rapid.OneOf(rapid.String().AsAny(), rapid.Float64Range(-1e30, 1e30).AsAny(), rapid.Int().AsAny(),
		rapid.Bool().AsAny(), rapid.SliceOf(rapid.String()).AsAny()), 0, 8)
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{`{`, `}`, `"a"`, `"b"`, `"x\n"`, `"é"`, `"\u0041"`, `\u`, `00e9`, `:`, `,`, `[`, `]`,
		`12`, `0`, `-3`, `1e5`, ` `, `null`, `true`, `"`, `\`, "\x02", "\xc3", `"a":"b"`, `"c":["d"]`}), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		object := must.Get(json.Marshal(valid.Draw(t, "valid")))(t)
		if !agree(t, r, string(object)) {
			t.Fatalf("%s is not read", object)
		}
		agree(t, r, "{"+strings.Join(parts.Draw(t, "parts"), "")+"}")
	})
}

func FuzzReader(f *testing.F) {
	for _, object := range []string{`{"a": "b", "c": ["d", 1.5, null]}`, `{"a": "\u00e9\\"}`, `{"a": [`} {
		f.Add([]byte(object))
	}
	budgettest.Fuzz(f, func(t *testing.T, object []byte) { agree(t, new(Reader), string(object)) })
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
