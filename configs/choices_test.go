package configs

import (
	"slices"
	"testing"
)

func TestChoices(t *testing.T) {
	for doc, want := range map[string][]string{
		"bm25 | ql": {"bm25", "ql"},
		"model of the candidates: bm25 | ql, or so":    {"bm25", "ql"},
		"none | snowball:LANGUAGE | porter":            {"none", "porter"},
		"drop: auto (beir: id | text) | on (id) | off": {"auto", "on", "off"},
		"forms | stems: whose vector":                  {"forms", "stems"},
		"a file":                                       nil,
	} {
		if got := (Field{Doc: doc}).Choices(); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", doc, got, want)
		}
	}
	with := 0
	for _, f := range Fields() {
		choices := f.Choices()
		if len(choices) == 0 {
			continue
		}
		with++
		if f.Default != "" && choice.MatchString(f.Default) && f.Default != "snowball:english" && !slices.Contains(choices, f.Default) {
			t.Errorf("%s: the default %q is none of the choices %q in its help", f.Key, f.Default, choices)
		}
	}
	if with < 10 {
		t.Errorf("only %d keys tell their choices", with)
	}
}
