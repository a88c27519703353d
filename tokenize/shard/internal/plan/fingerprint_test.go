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
		GroupSize: 5, ShortGroup: "drop", TeacherConflict: "clip", Pointwise: "soft", Prompt: "p q", Template: "{}", Layout: LayoutB,
		MTDNNRanking: "group", MTDNNSan: true, Compat: "dl4marco", Candidates: "dev", Threads: 7}
	info := TokenizerInfo{Model: "WordPiece", VocabSHA256: "ab", Template: "[CLS] A", Options: tokenize.Defaults(), MaxLength: 8,
		MaxQueryLength: 9}
	const options = "{Formats:[] ShardRows:1 ShardBytes:2 Compression:zstd MaxLength:3 MaxQueryLength:4 GroupSize:5 ShortGroup:drop " +
		"TeacherConflict:clip Pointwise:soft Prompt:p q Template:{} Layout:B MTDNNRanking:group MTDNNSan:true Compat:dl4marco " +
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
