package shard

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
)

// FuzzLines: lines as the formats write them have no fault, whatever the texts, and no line breaks the look at it.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\tb\tc"), "x", "y")
	f.Add([]byte(`{"task":1,"source":[]}`), "a,\"b", "")
	f.Add([]byte("\""), "\t\n\x00", "\u2028")
	f.Fuzz(func(t *testing.T, line []byte, one, two string) {
		for _, format := range formats {
			for _, folder := range format.folders {
				if as, ok := folder.as.(lineFiles); ok {
					c := &checking{name: "folder/any." + as.ending, alike: map[string]string{}, pair: func(kind) {}}
					as.wrong(line, matchzooHeader, nil)
					if as.object {
						as.alike(line, c)
					}
				}
			}
		}
		if one, two := field(one), field(two); one != "" && two != "" && one != two {
			if what := textTriples.wrong([]byte(one+"\t"+two+"\t"+one), "", nil); what != "" {
				t.Errorf("%q, %q: %s", one, two, what)
			}
		}
		var b bytes.Buffer
		out := csv.NewWriter(&b)
		out.Write([]string{"q/" + unbreak.Replace(one), csvText(one), "d/" + unbreak.Replace(two), csvText(two), "1"})
		out.Flush()
		if what := relations.wrong(bytes.TrimSuffix(b.Bytes(), []byte("\n")), matchzooHeader, nil); what != "" {
			t.Errorf("%q: %s", b.String(), what)
		}
		for _, text := range []string{one, two} {
			raw, err := json.Marshal(map[string]string{"task": text, "source": "judged"})
			if err != nil {
				t.Fatal(err)
			}
			want := strings.ToValidUTF8(text, "\ufffd")
			named := lineFiles{members: func([]string) string { return "" }}
			c := &checking{name: "folder/ours.jsonl", alike: map[string]string{}, pair: func(k kind) {
				if k.source != "judged" || strings.ToValidUTF8(k.task, "") != k.task || len(want) > 0 && k.task == "" {
					t.Errorf("%q is counted as %+v", text, k)
				}
			}}
			if what := named.alike(raw, c); what != "" {
				t.Errorf("%q: %s", raw, what)
			}
		}
	})
}
