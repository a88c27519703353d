package model

import (
	"testing"
	"unicode/utf8"
)

func TestAlphabet(t *testing.T) {
	for b := range 256 {
		piece := string(alphabet[b])
		if raw, ok := bytesOf(piece); !ok || raw != string([]byte{byte(b)}) || utf8.RuneCountInString(piece) != 1 {
			t.Errorf("byte %#02x is %q, which is %q", b, piece, raw)
		}
	}
	if alphabet[' '] != 'Ġ' || alphabet['\n'] != 'Ċ' || alphabet[0xff] != 'ÿ' { // as GPT-2's vocabulary has them
		t.Errorf("space is %q, line feed %q", alphabet[' '], alphabet['\n'])
	}
	if got := DecodeBytes([]string{"Ġcaf", "Ã", "©", "<|中|>", "Ã"}); got != " café<|中|>\ufffd" {
		t.Errorf("decoded %q", got)
	}
}
