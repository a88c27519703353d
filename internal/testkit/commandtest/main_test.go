package commandtest_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/commandtest"
)

// TestMain builds axiomine and puts it on the path.
func TestMain(m *testing.M) {
	remove, err := commandtest.Build("../../..")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	remove()
	os.Exit(code)
}
