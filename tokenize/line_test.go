package tokenize

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
	"pgregory.net/rapid"
)

func TestEncodeLines(t *testing.T) {
	tok := small(t, Defaults(), "a", "b")
	in := `{"text":"a <b","id":7}

 {"a": "a", "b": "b a", "max_length": 5, "strategy": "only_second"}
{"a":"a a","b":"b","max_length":3,"strategy":"only_first"}
{"a":"a","b":"b","max_length":1}`
	want := []string{
		`{"text":"a <b","id":7,"got":{"ids":[2,4,1,5,3]}}`,
		`{"a": "a", "b": "b a", "max_length": 5, "strategy": "only_second","got":{"ids":[2,4,3,5,3],"type_ids":[0,0,0,1,1]}}`,
		`{"a":"a a","b":"b","max_length":3,"strategy":"only_first","got":{"ids":[2,3,3],"type_ids":[0,0,1]}}`,
		`{"a":"a","b":"b","max_length":1,"got":{"error":true,"message":"max_length 1 has no room for 3 special tokens; hint: give at least ` +
			`that, or 0 for no limit"}}`,
	}
	var out strings.Builder
	must.Do(t, EncodeLines(context.Background(), tok, "in", strings.NewReader(in), &out))
	if got := strings.TrimSuffix(out.String(), "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func TestBadLines(t *testing.T) {
	tok := small(t, Defaults(), "a")
	for _, line := range []string{`{`, `[]`, `null`, `{}`, `{"text":1}`, `{"text":"a","a":"a","b":"b"}`, `{"a":"a"}`, `{"text":"a"} x`, `x`} {
		err := EncodeLines(context.Background(), tok, "in.jsonl", strings.NewReader("{\"text\":\"\"}\n"+line), new(strings.Builder))
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || e.File != "in.jsonl" || e.Line != 2 {
			t.Errorf("%s: error %v", line, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := EncodeLines(ctx, tok, "in", strings.NewReader(`{"text":""}`), new(strings.Builder)); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancelling: %v", err)
	}
}

// Answers of lines that a tokenizer fills up end where they are far longer than what was read.
func TestEncodedSize(t *testing.T) {
	tok := small(t, Defaults(), "a")
	tok.padding = &pipeline.Padding{Fixed: 1 << 20}
	in := strings.Repeat("{\"text\":\"a\"}\n", 1000)
	var err error
	budgettest.Run(t, len(in), func() { err = EncodeLines(context.Background(), tok, "in", strings.NewReader(in), io.Discard) })
	if err == nil || !strings.Contains(err.Error(), "in:65: the answers have more than 128 MiB and 512 times the 780 bytes read") {
		t.Error(err) // 65 answers of 2 MiB
	}
	tok.padding = &pipeline.Padding{Fixed: 512}
	if err := EncodeLines(context.Background(), tok, "in", strings.NewReader(in), io.Discard); err != nil {
		t.Error(err)
	}
}

// encodeLine encodes one line.
func encodeLine(tok *Tokenizer, line []byte) ([]byte, error) {
	return (&lineEncoder{Tokenizer: tok}).appendLine(nil, line)
}

func FuzzEncodeLine(f *testing.F) {
	tok := small(f, Defaults(), "a")
	f.Add([]byte(`{"text":"a","max_length":3}`))
	f.Add([]byte(`{"a":"a","b":"a","max_length":-3,"strategy":"only_first"}`))
	f.Add([]byte(`{"text":"\ud800"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		var out []byte
		var err error
		budgettest.Run(t, len(line), func() { out, err = encodeLine(tok, line) })
		if err == nil && !json.Valid(out) {
			t.Fatalf("%q gives %q", line, out)
		}
	})
}

// TestLoneText compares the text of a line that is read without encoding/json with what encoding/json reads.
func TestLoneText(t *testing.T) {
	parts := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		`"`, `\`, `"}`, `{"text":"`, `{"text": "`, `{"text":`, `, "a": "b"`, `\u0041`, "\x01", "\xff", "\u2028",
		"}", " ", "\t", `"text":"x"`, "plain words"}))
	if text, ok := loneText([]byte(`{"text": "plain words"}`)); !ok || text != "plain words" {
		t.Errorf("a line of plain words: %q, %v", text, ok)
	}
	rapid.Check(t, func(t *rapid.T) {
		line := []byte(strings.Join(rapid.SliceOfN(parts, 0, 5).Draw(t, "parts"), ""))
		if rapid.Bool().Draw(t, "object") {
			line = fmt.Appendf(nil, `{"text": "%s"}`, line)
		}
		text, ok := loneText(line)
		if !ok {
			return
		}
		var in encodeRequest
		if err := json.Unmarshal(line, &in); err != nil || in.Text == nil || *in.Text != text || in.A != nil || in.B != nil {
			t.Fatalf("%q: %q, where encoding/json reads %+v, %v", line, text, in, err)
		}
	})
}
