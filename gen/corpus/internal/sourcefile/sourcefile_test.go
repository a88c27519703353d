package sourcefile

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// opened returns a source of a file with a text.
func opened(t *testing.T, text string, o Options, rep *Report) *Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.txt")
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	s := must.Get(Open(path, o, rep))(t)
	t.Cleanup(s.Close)
	return s
}

// TestNext: lines end in LF, CRLF, CR alone or the end of the file, whatever the encoding; a byte that is not valid is counted, or an
// error.
func TestNext(t *testing.T) {
	for text, want := range map[string]string{
		"a\nb": "a|b", "a\r\nb\r\n": "a|b", "a\rb\r": "a|b", "\ufeffa\n\nb": "a||b", "\xff\xfea\x00\n\x00b\x00": "a|b", "a\xff\nb": "a\ufffd|b", "": "",
	} {
		rep := new(Report)
		s, lines := opened(t, text, Options{}, rep), []string{}
		for {
			line, err := s.Next()
			if err == io.EOF {
				break
			}
			must.Do(t, err)
			lines = append(lines, string(line))
		}
		if got := strings.Join(lines, "|"); got != want || strings.Contains(rep.String(), InvalidBytes) != strings.Contains(want, "\ufffd") {
			t.Errorf("%q: %q, want %q\n%s", text, got, want, rep)
		}
	}
	if _, err := opened(t, "a\xff", Options{Strict: true}, nil).Next(); err == nil || !strings.Contains(err.Error(), "byte 2 of the line") {
		t.Errorf("under strict: %v", err)
	}
	if _, err := opened(t, "abc", Options{MaxLine: 2}, nil).Next(); err == nil {
		t.Error("a line of three bytes, where two may be held")
	}
}

// TestEncodings: the lines of a file and those of its head are decoded alike, under each name of an encoding; of a line with several bytes
// that are not valid one is counted.
func TestEncodings(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{Mixed, "\xe7\xe3\nç", "çã|ç"}, {"utf-8", "\xe7\xe3", "\ufffd\ufffd"}, {"latin-1", "\xe7\xb3", "ç³"}, {"windows-1250", "wiert\xb3o", "wiertło"}, {"cp1250", "\xb9", "ą"}, {"iso-8859-2", "\xb1", "ą"}, {"koi8-r", "\xc1", "а"}, {"cp852", "\xa5", "ą"},
		{"windows-1250", "\xb9\ną", "ą|ą"}, // a line of UTF-8 stays as it is
	} {
		rep := new(Report)
		s, lines := opened(t, c.text, Options{Encoding: c.name}, rep), []string{}
		head := HeadSource(NewHead(s))
		for _, source := range []*Source{head, s} {
			lines = lines[:0]
			must.Do(t, EachLine(source, func(line []byte) error { lines = append(lines, string(line)); return nil }))
			must.Equal(t, strings.Join(lines, "|"), c.want, "%s", c.name)
		}
		isBad := c.name == Mixed || c.name == "utf-8"
		must.Equal(t, strings.Contains(rep.String(), "noted 1: ") || strings.Contains(rep.String(), ": 1 ("), isBad, "%s: %s", c.name, rep)
	}
}

// TestFields: fields stand between spaces and TABs, or between TABs alone where ids hold spaces. By hand.
func TestFields(t *testing.T) {
	for line, want := range map[string]string{"a b\tc": "a|b|c", "  a\tb c ": "a|b|c", "a b\tc\td": "a b|c|d", "a b": "", "a\t\tb": "", "a\tb\tc\td": ""} {
		var got []string
		for _, field := range FieldsOf([]byte(line), 3, nil) {
			got = append(got, string(field))
		}
		must.Equal(t, strings.Join(got, "|"), want, "%q", line)
	}
}

// TestReasons: reasons that differ in their example are one, and those beyond the first twenty are one.
func TestReasons(t *testing.T) {
	rep := new(Report)
	for i := range 2 * ReasonsShown {
		rep.Skip(RowsNoun, "bad label"+celltext.ExampleMark+strings.Repeat("x", i), "f", i+1)
		rep.Skip(RowsNoun, strings.Repeat("y", i+1), "f", 0)
	}
	if n := len(rep.Reasons); n != ReasonsShown+1 || rep.Reasons[0].Count != 2*ReasonsShown || rep.NumSkipped() != 4*ReasonsShown ||
		len(rep.Reasons[0].Places) != placesShown || rep.Reasons[n-1].Text != otherReasons {
		t.Errorf("%d reasons\n%s", n, rep)
	}
}

// TestOtherScripts: a file in another script is refused with the encoding that reads it, by the tables of golang.org/x/text, and one in
// Latin letters is read.
func TestOtherScripts(t *testing.T) {
	for name, text := range map[string]string{
		"windows-1251": "Поисковый запрос\tНасос центробежный", "koi8-r": "Поисковый запрос\tНасос центробежный",
		"windows-1253": "Ερώτημα αναζήτησης\tαντλία νερού χρήστη",
		"windows-1255": "שאלה של החיפוש\tמשאבת מים לבית ולגינה ועוד", "windows-1250": "żółć źdźbło gęś łąka ścięgno ćwierć święć\t\u00a0\u00a0\u00a0\u00a0",
		"windows-1252": "Größe über Äpfel, façade à côté, ¿dónde está? naïveté" + strings.Repeat(" –—–", 12), // dashes are no words
	} {
		bytes, err := decoders()[name].charmap.NewEncoder().String(text)
		must.Do(t, err)
		path := filepath.Join(t.TempDir(), "rows.tsv")
		must.Do(t, os.WriteFile(path, []byte(bytes), 0o600))
		err = Visit(path, Options{Encoding: Mixed}, func(*Source) error { return nil })
		if isRead := strings.HasPrefix(text, "ż") || strings.HasPrefix(text, "G"); isRead != (err == nil) ||
			!isRead && !strings.Contains(err.Error(), "--encoding "+name+" reads them as "+strings.Fields(text)[0]) {
			t.Errorf("%s: %v", name, err)
		}
		must.Do(t, Visit(path, Options{Encoding: name}, func(*Source) error { return nil }))
	}
}

// TestCutArray: a head that ends inside an array's object, which holds objects itself, has the object before.
func TestCutArray(t *testing.T) {
	head, n := "[{\"list\": 1},\n{\"list\": ["+strings.Repeat("{\"a\": 1}, ", HeadSize), 0
	must.Do(t, EachObject(HeadSource(Head{Text: []byte(head[:HeadSize])}), func([]byte, int) error { n++; return nil }))
	if n != 1 {
		t.Error(n)
	}
}
