package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"

	"github.com/axiomine/axiomine/internal/result"
)

// input is standard input, which can be read once: where several readers go through it, it is kept in a temporary file.
var input struct {
	once sync.Once
	file *os.File // nil until it is kept
	size int64
	sum  string
	err  error
}

// keepInput makes "-" readable any number of times.
func keepInput() error {
	input.once.Do(func() {
		file, err := result.Unnamed()
		if err != nil {
			input.err = err
			return
		}
		sum := sha256.New()
		input.size, input.err = io.Copy(io.MultiWriter(file, sum), os.Stdin)
		input.file, input.sum = file, hex.EncodeToString(sum.Sum(nil))
	})
	return input.err
}

// standardInput gives what "-" stands for.
func standardInput() io.Reader {
	if input.file == nil {
		return os.Stdin
	}
	return io.NewSectionReader(input.file, 0, input.size)
}

// InputSum is size and SHA-256 of standard input; kept is false where it is read but once.
func InputSum() (bytes int64, sum string, ok bool) { return input.size, input.sum, input.file != nil }
