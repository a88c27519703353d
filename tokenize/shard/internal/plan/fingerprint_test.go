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
	for _, c := range []struct{ got, want string }{
		{o.fingerprint(), "{Formats:[] ShardRows:1 ShardBytes:2 Compression:zstd MaxLength:3 MaxQueryLength:4 GroupSize:5 ShortGroup:drop " +
			"TeacherConflict:clip Pointwise:soft Prompt:p q Template:{} Layout:B MTDNNRanking:group MTDNNSan:true Compat:dl4marco " +
			"Candidates:dev Threads:0}"},
		{info.fingerprint(), "{Model:WordPiece VocabSHA256:ab Template:[CLS] A " +
			"Options:{Lowercase:true StripAccents:true MaxWordChars:100} MaxLength:8 MaxQueryLength:9}"},
	} {
		if c.got != c.want {
			t.Errorf("%s\nwant\n%s", c.got, c.want)
		}
	}
}

// A new option decides bytes too, unless it is named here.
func TestFingerprintsFollowEveryField(t *testing.T) {
	follows(t, Options.fingerprint, "Formats", "Threads")
	follows(t, TokenizerInfo.fingerprint)
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
