package sample

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// A row by hand: preferred 1, other 2, copies 0, query 3, label -1, then the key's four numbers.
func TestRowsAsText(t *testing.T) {
	const want = "01000000" + "02000000" + "00000000" + "03000000" + "ff" + "0400000000000000" + "ffffffffffffffff" + "0000000000000000" +
		"0000000000000080"
	rows := Rows{{Instance: pairs.Instance{Pos: 1, Neg: 2}, Query: 3, NegLabel: -1, Key: Key{4, 1<<64 - 1, 0, 1 << 63}}}
	text, err := rows.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.StdEncoding.DecodeString(string(text))
	if got := hex.EncodeToString(raw); err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	for _, bad := range []string{"====", "AAAA", "AAA"} {
		if err := new(Rows).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is read as rows", bad)
		}
	}
}

func TestRowsComeBack(t *testing.T) {
	number := rapid.Int32()
	row := rapid.Custom(func(t *rapid.T) PoolInstance {
		d := PoolInstance{Instance: pairs.Instance{Pos: number.Draw(t, "pos"), Neg: number.Draw(t, "neg"), Made: number.Draw(t, "made")},
			Query: number.Draw(t, "query"), NegLabel: rapid.Int8().Draw(t, "label")}
		for i := range d.Key {
			d.Key[i] = rapid.Uint64().Draw(t, "key")
		}
		return d
	})
	rapid.Check(t, func(t *rapid.T) {
		rows := Rows(rapid.SliceOf(row).Draw(t, "rows"))
		raw, err := json.Marshal(rows)
		if err != nil {
			t.Fatal(err)
		}
		var back Rows
		if err := json.Unmarshal(raw, &back); err != nil || !slices.Equal(back, rows) {
			t.Fatalf("%v, %v, want %v", back, err, rows)
		}
	})
}
