package plan

import (
	"reflect"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize"
)

// The texts are in the keys of finished shards: another byte would write all of them anew. They were taken from version 0.1.0.
func TestFingerprintsKeepTheirBytes(t *testing.T) {
	o := Options{Formats: []string{"tsv"}, ShardRows: 1, ShardBytes: 2, Compression: "zstd", MaxLength: 3, MaxQueryLength: 4,
		GroupSize: 5, Pointwise: "soft", Prompt: "p q", Template: "{}", Layout: LayoutB,
		MTDNNRanking: "group", MTDNNSan: true, Compat: "dl4marco", Candidates: "dev", Threads: 7}
	info := TokenizerInfo{Model: "WordPiece", VocabSHA256: "ab", Template: "[CLS] A", Options: tokenize.Defaults(), MaxLength: 8,
		MaxQueryLength: 9}
	const options = "{Formats:[] ShardRows:1 ShardBytes:2 Compression:zstd MaxLength:3 MaxQueryLength:4 GroupSize:5 " +
		"Pointwise:soft Prompt:p q Template:{} Layout:B MTDNNRanking:group MTDNNSan:true Compat:dl4marco " +
		"Candidates:dev Threads:0}"
	const tokenizer = " {Model:WordPiece VocabSHA256:ab Template:[CLS] A " +
		"Options:{Lowercase:true StripAccents:true MaxWordChars:100} MaxLength:8 MaxQueryLength:9}"
	const rest = " train:0:10:000000000000000b ef46db3751d8e999" // the checksum of no rankings
	p := Plan{In: &Input{}, Options: o, Tokenizer: &info, splits: []splitPlan{{View: View[Row]{Split: "train", perShard: 10}, digest: 11}}}
	if got, want := p.Fingerprint(), options+tokenizer+rest; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	p = Plan{In: &Input{Teacher: &Teacher{SHA256: []string{"t"}}}, Options: o}
	if got, want := p.Fingerprint(), options+` ef46db3751d8e999 ["t"]`; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// A new option decides bytes too, unless it is named here.
func TestFingerprintsFollowEveryField(t *testing.T) {
	follows(t, func(o Options) string { return (&Plan{In: &Input{}, Options: o}).Fingerprint() }, "Formats", "Threads")
	follows(t, func(info TokenizerInfo) string { return (&Plan{In: &Input{}, Tokenizer: &info}).Fingerprint() })
}

// follows checks that a text changes with every field but some.
func follows[T any](t *testing.T, text func(T) string, but ...string) {
	t.Helper()
	var zero T
	for field := range reflect.TypeFor[T]().Fields() {
		changed := zero
		value := reflect.ValueOf(&changed).Elem().FieldByIndex(field.Index)
		for value.Kind() == reflect.Struct {
			value = value.Field(0)
		}
		switch value.Kind() {
		case reflect.String:
			value.SetString("other")
		case reflect.Bool:
			value.SetBool(true)
		case reflect.Slice:
			value.Set(reflect.MakeSlice(value.Type(), 1, 1))
		default:
			value.SetInt(12)
		}
		if (text(changed) != text(zero)) == slices.Contains(but, field.Name) {
			t.Errorf("%T.%s: the text follows it: %t", zero, field.Name, text(changed) != text(zero))
		}
	}
}

// TestTypesAndTokenizer: the types are as many times 0 and 1 as a sequence has ids, and the plan says what decided the ids.
func TestTypesAndTokenizer(t *testing.T) {
	o := usual()
	o.MaxLength, o.MaxQueryLength = 6, 3
	p := built(t, letters(t, Split{Name: "train", Pairs: pairsOf("q long>short")}), o, Needs{IDs: IDsAlways})
	if want := []int8{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}; !slices.Equal(p.Sequences.Types, want) {
		t.Errorf("%d, want %d", p.Sequences.Types, want)
	}
	info := p.Tokenizer
	if info.Model != "WordPiece" || len(info.VocabSHA256) != 64 || info.MaxLength != 6 || info.MaxQueryLength != 3 ||
		info.Template != "[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1" {
		t.Errorf("%+v", info)
	}
}

// TestSameInputs: by hand, in six ids. Behind [CLS] a [SEP] two ids of a document are left, so that b b b b is the input that b b is, and
// c c is another one. In seven ids the first two differ.
func TestSameInputs(t *testing.T) {
	o := usual()
	o.MaxLength, o.MaxQueryLength = 7, 3
	p := built(t, letters(t, Split{Name: "train", Pairs: pairsOf("q long>tab", "q long>short")}), o, Needs{IDs: IDsAlways})
	rows := p.All()[0].Items
	long, tab, short := rows.Item(0).Pos, rows.Item(0).Neg, rows.Item(1).Neg
	query := rows.Item(0).Query
	six, seven := p.Sequences.IDsInput(6), p.Sequences.IDsInput(7)
	if six(query, long) != six(query, tab) || six(query, long) == six(query, short) || seven(query, long) == seven(query, tab) {
		t.Error("inputs are the same where their ids are, and only there")
	}
}

// TestInputStays: the splits that a caller gives stay as they are, also where no format takes pairs that fill groups.
func TestInputStays(t *testing.T) {
	in := input(Split{Name: "train", Pairs: pairsOf("q a>b"), Spares: pairsOf("q a>c")})
	if built(t, in, usual(), Needs{}); in.Splits[0].Spares.Len() != 1 {
		t.Error("the pairs that fill groups are gone")
	}
}
