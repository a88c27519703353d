package configs

import (
	"strconv"

	"github.com/axiomine/axiomine/internal/safefile"
)

// maxThreads is more than machines have; each thread takes memory of its own.
const maxThreads = 1024

// runKeys are the keys of the whole run.
var runKeys = []Key{
	{Name: "gen.seed", HasFlag: true, Default: "42", Range: atLeast(0), Decides: Topics, Doc: "seed of every draw"},
	{Name: "gen.threads", HasFlag: true, Default: "0", Shorthand: "j", Range: closedRange(0, maxThreads), Decides: Nothing,
		Doc: "threads, and cores in use (0: all cores); changes speed only"},
	{Name: "gen.max_answer", Default: strconv.Itoa(safefile.Answer), Range: atLeast(1), Decides: Nothing,
		Doc: "of serve: bytes of the longest answer; a longer one is refused (128 MiB)"},
}
