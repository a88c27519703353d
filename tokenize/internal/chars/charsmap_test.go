package chars

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// mapOf is the map of the golden file, which answers.py there builds of these replacements.
func mapOf(t testing.TB) (*Charsmap, []byte) {
	t.Helper()
	raw := must.Get(os.ReadFile(filepath.Join("..", "..", "testdata", "families", "xlm_roberta.json")))(t)
	var file struct {
		Normalizer struct {
			Normalizers []struct {
				Map string `json:"precompiled_charsmap"`
			}
		}
	}
	must.Do(t, json.Unmarshal(raw, &file))
	raw = must.Get(base64.StdEncoding.DecodeString(file.Normalizer.Normalizers[0].Map))(t)
	m := must.Get(ParseCharsmap(raw))(t)
	return m, raw
}

var replaced = map[string]string{"ﬁ": "fi", "①": "1", "②": "2", "²": "2", "\u3000": " ", "\n": " ", "\r": " ", "\t": " ", "\u200b": "",
	"a\u0301": "á", "\u0301": ""}

// replacedPlainly is Normalize by the list of replacements: the shortest one that a short cluster begins with, else character by character.
func replacedPlainly(text string) string {
	shortest := func(s string) (string, bool) {
		for n := 1; n <= len(s); n++ {
			if to, ok := replaced[s[:n]]; ok {
				return to, true
			}
		}
		return "", false
	}
	var b strings.Builder
	for clusters := uniseg.NewGraphemes(text); clusters.Next(); {
		cluster := clusters.Str()
		if len(cluster) < 6 {
			if to, ok := shortest(cluster); ok {
				b.WriteString(to)
				continue
			}
		}
		for _, r := range cluster {
			to, ok := shortest(string(r))
			if !ok {
				to = string(r)
			}
			b.WriteString(to)
		}
	}
	return b.String()
}

func TestCharsmap(t *testing.T) {
	m, _ := mapOf(t)
	text := rapid.StringOf(rapid.SampledFrom([]rune("abcá é\u0301\u0301ﬁ①²\u3000\r\n\t\u200b\u200d\u0600😀中각\u1100\u1161\x00")))
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "text")
		if got, want := m.Normalize(s, anySize), replacedPlainly(s); got != want {
			t.Fatalf("%+q: %+q, want %+q", s, got, want)
		}
	})
}

func anySize(int) {}

func TestWhatIsNoCharsmap(t *testing.T) {
	for _, raw := range []string{"", "abc", "\x08\x00\x00\x00abcd", "\x03\x00\x00\x00abcd", "\xff\xff\xff\xff", "\x00\x00\x00\x00\xff"} {
		if _, err := ParseCharsmap([]byte(raw)); err == nil {
			t.Errorf("%q was read", raw)
		}
	}
}

func FuzzCharsmap(f *testing.F) {
	_, raw := mapOf(f)
	f.Add(raw, "ﬁne a\u0301 ①\r\n")
	f.Add([]byte("\x00\x00\x00\x00"), "a")
	budgettest.Fuzz(f, func(t *testing.T, raw []byte, text string) {
		m, err := ParseCharsmap(raw)
		if err == nil && len(m.Normalize(text, anySize)) > len(text)*(len(raw)+1) {
			t.Fatal("a character became more than the map holds")
		}
	})
}
