package serve

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestFaultsKeepTheID: whatever is wrong behind the id is an error that has it.
func TestFaultsKeepTheID(t *testing.T) {
	faults := map[string]func(line string) string{
		"second object":  func(line string) string { return line + " {}" },
		"second value":   func(line string) string { return line + "1" },
		"cut":            func(line string) string { return line[:len(line)-1] },
		"unknown field":  func(line string) string { return line[:len(line)-1] + `,"lists ":[]}` },
		"other letters":  func(line string) string { return line[:len(line)-1] + `,"Margin":1}` },
		"twice":          func(line string) string { return line[:len(line)-1] + `,"op":"texts"}` },
		"second id":      func(line string) string { return line[:len(line)-1] + `,"id":7}` },
		"null in a list": func(line string) string { return line[:len(line)-1] + `,"documents":["a",null]}` },
		"null scores":    func(line string) string { return line[:len(line)-1] + `,"lists":[{"scores":[null]}]}` },
		"NaN":            func(line string) string { return line[:len(line)-1] + `,"margin":NaN}` },
		"beyond floats":  func(line string) string { return line[:len(line)-1] + `,"margin":1e999}` },
		"nested":         func(line string) string { return line[:len(line)-1] + `,"documents":[["a"]]}` },
		"half a pair":    func(line string) string { return line[:len(line)-1] + `,"documents":["\ud800x"]}` },
		"second half":    func(line string) string { return line[:len(line)-1] + `,"documents":["\udc00"]}` },
		"not UTF-8":      func(line string) string { return line[:len(line)-1] + ",\"documents\":[\"\xff\"]}" },
	}
	for name, spoil := range faults {
		for _, op := range []string{`"op":"texts"`, `"op":"draw"`} {
			line := spoil(`{"id":"x7",` + op + `}`)
			r, err := parse([]byte(line))
			if err == nil || string(r.ID) != `"x7"` {
				t.Errorf("%s: %s: id %s, error %v", name, line, r.ID, err)
			}
		}
	}
}

// TestKindsOfValues: every field with every other kind of value is an error that names the field and what it holds, in no words of Go.
func TestKindsOfValues(t *testing.T) {
	values := map[string]string{"a text": `"a"`, "a number": "1.5", "a whole number of at least 0": "7", "a truth": "true", "an object": "{}",
		"a list of texts": `["a"]`, "a list of numbers": "[1.5]"}
	fits := func(want, kind string) bool {
		return want == kind || want == "a number" && kind == "a whole number of at least 0"
	}
	for _, name := range append(slices.Clone(requestFields), listFields...) {
		want, known := fieldKinds[name]
		if !known && name != "id" {
			t.Errorf("%s has no kind", name)
		}
		for kind, value := range values {
			line := `{"op":"draw","` + name + `":` + value + `}`
			if name == "op" {
				line = `{"op":` + value + `}`
			}
			if slices.Contains(listFields, name) && name != "documents" {
				line = `{"op":"draw","lists":[{"` + name + `":` + value + `}]}`
			}
			if name == "id" || fits(want, kind) {
				continue
			}
			_, err := parse([]byte(line))
			if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "Go ") {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
}

// FuzzParse: no line ends the process, and what is accepted is one object with an operation that exists.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"id":1,"op":"texts","documents":["a"]}`))
	f.Add([]byte(`{"op":"violated","margin":1,"lists":[{"query":"q","documents":["a"],"scores":[1]}]}`))
	f.Add([]byte(`{"op":"\ud83d\ude00"}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, line []byte) {
		var r *request
		var err error
		budgettest.Run(t, len(line), func() { r, err = parse(line) })
		if err != nil {
			return
		}
		must.Get(operationOf(r.Op))(t)
		var object map[string]json.RawMessage
		must.Do(t, json.Unmarshal(line, &object))
	})
}

// TestReadLine: lines of all lengths about the limit, read in one go or in pieces.
func TestReadLine(t *testing.T) {
	const most = 40
	for length := range 120 {
		text := strings.Repeat("x", length)
		in := bufio.NewReaderSize(strings.NewReader(text+"\nnext\nlast"), 16)
		line, err := readLine(in, most)
		if length <= most && (err != nil || string(line) != text) {
			t.Errorf("%d: %q, %v", length, line, err)
		}
		if length > most && (!errors.Is(err, errLong) || string(line) != text[:most]) {
			t.Errorf("%d: %q, %v", length, line, err)
		}
		for _, want := range []string{"next", "last"} {
			if line, err := readLine(in, most); err != nil || string(line) != want {
				t.Errorf("after %d: %q, %v", length, line, err)
			}
		}
		if _, err := readLine(in, most); !errors.Is(err, io.EOF) {
			t.Errorf("after %d: %v", length, err)
		}
	}
}
