package commandtest_test

import (
	"errors"
	"os"
)

// pause says that there is no signal for it.
func pause(*os.Process) error { return errors.ErrUnsupported }

func proceed(*os.Process) error { return errors.ErrUnsupported }
