package shard

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
)

// FuzzShape: lines as the formats write them have no fault, whatever the texts, and no line breaks the look at it.
func FuzzShape(f *testing.F) {
	f.Add([]byte("a\tb\tc"), "x", "y")
	f.Add([]byte(`{"task":1,"source":[]}`), "a,\"b", "")
	f.Add([]byte("\""), "\t\n\x00", "\u2028")
	f.Fuzz(func(t *testing.T, line []byte, one, two string) {
		v := &verifier{schemas: map[string]string{}}
		ignore := func(kind) {}
		fieldsOf(line, 3)
		csvOf(line, string(line))
		csvOf(line, matchzooHeader)
		v.members("folder/any.jsonl", line, ignore)

		if one, two := field(one), field(two); one != "" && two != "" {
			if what := fieldsOf([]byte(one+"\t"+two+"\t"+one), 3); what != "" {
				t.Errorf("%q, %q: %s", one, two, what)
			}
		}
		var b bytes.Buffer
		out := csv.NewWriter(&b)
		out.Write([]string{"q/" + unbreak.Replace(one), csvText(one), "d/" + unbreak.Replace(two), csvText(two), "1"})
		out.Flush()
		if what := csvOf(bytes.TrimSuffix(b.Bytes(), []byte("\n")), matchzooHeader); what != "" {
			t.Errorf("%q: %s", b.String(), what)
		}
		for _, text := range []string{one, two} {
			raw, err := json.Marshal(map[string]string{"task": text, "source": "judged"})
			if err != nil {
				t.Fatal(err)
			}
			want := strings.ToValidUTF8(text, "\ufffd")
			if what := v.members("folder/ours.json", raw, func(k kind) {
				if k.source != "judged" || strings.ToValidUTF8(k.task, "") != k.task || len(want) > 0 && k.task == "" {
					t.Errorf("%q is counted as %+v", text, k)
				}
			}); what != "" {
				t.Errorf("%q: %s", raw, what)
			}
		}
	})
}
