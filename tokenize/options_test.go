package tokenize

import "testing"

// The text is in indexes of word pieces and in keys of shards: another byte would make all of them foreign.
func TestOptionsKeepTheirFingerprint(t *testing.T) {
	for _, c := range []struct {
		options Options
		want    string
	}{
		{Defaults(), "{Lowercase:true StripAccents:true MaxWordChars:100}"},
		{Options{StripAccents: true, MaxWordChars: 7}, "{Lowercase:false StripAccents:true MaxWordChars:7}"},
		{Options{Lowercase: true}, "{Lowercase:true StripAccents:false MaxWordChars:0}"},
	} {
		if got := c.options.Fingerprint(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
