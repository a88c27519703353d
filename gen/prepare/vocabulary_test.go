package prepare

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize"
)

// The fingerprint is in every index of word pieces: with another byte an index of today would be one of another analyser.
func TestWordPiecesKeepTheirFingerprint(t *testing.T) {
	file := filepath.Join(t.TempDir(), "vocab.txt")
	must.Do(t, os.WriteFile(file, []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n##b\n"), 0o644))
	tokenizer := must.Get(tokenize.Load(file, tokenize.Options{StripAccents: true, MaxWordChars: 17}))(t)
	const want = "7ce7335a8e2b795d77565d3d0ad10464b4d2bd3bdbc145fbd39ca4ade634ee3c" +
		" {Lowercase:false StripAccents:true MaxWordChars:17} without [UNK]"
	must.Equal(t, (WordPieces{tokenizer}).Fingerprint(), want)
}
