package conformance

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
)

// FuzzAnswer: no line ends in a panic, and what is answered is JSON.
func FuzzAnswer(f *testing.F) {
	f.Add(`{"query":["a","b"],"docs":[{"id":"d1","tokens":["a","b"],"score":1,"rank":1},{"id":"d2","tokens":["a"]}],"stats":{"N":2,` +
		`"df":{"a":2}},"vectors":{"a":[1,0],"b":[0,0]},"sims":[["a","b",0.5]],"pairs":[{"d1":"d1","d2":"d2","expect":{"reg":1,"stmc1":null,` +
		`"rs-pl2":1,"lb1":null}}]}`)
	f.Add(`{"query":["a"],"docs":[{"id":"x","tokens":["a"]}],"expect":{"tfc2":[["x","x","x"]]}}`)
	f.Add(`{"lengths":[1,2,3],"params":{"delta":1}}`)
	f.Add(`{"tokens":["a"],"query":["a"],"variant":"camara","params":{"pieces":-3}}`)
	f.Add(`{"op":"majority","share":2,"parts":[[true,1],[false,-1]]}`)
	f.Add(`{"kind":"tfc2","scores":[1,2,1e308]}`)
	f.Add(`{"queries":[{"id":"q","docs":["a","b"],"qrels":{"a":1},"prefs":{"x":[["a","b"],["a","b"]]}}],` +
		`"settings":{"strategy":"multi-graded","ratio":{"all":[1,7]},"mode":"replace"}}`)
	budgettest.Fuzz(f, func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\n\r") {
			return
		}
		var out bytes.Buffer
		if _, err := Answer("cases", strings.NewReader(line), &out); err == nil && out.Len() > 0 && !json.Valid(out.Bytes()) {
			t.Errorf("%q is answered by %q", line, out.String())
		}
	})
}
