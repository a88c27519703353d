// Package divisiontest divides the queries of a test's collection as an experiment does, and retrieves their candidates.
package divisiontest

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/trial"
)

// Divide returns the division of a configuration's queries with their candidates, or the error of either step. The test closes its index.
func Divide(t testing.TB, c *configs.Config) (*trial.Division, error) {
	t.Helper()
	d, err := trial.ReadDivision(t.Context(), chaintest.Start(t, c))
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { d.Chain.Close() })
	measure, err := eval.Parse("map")
	if err != nil {
		t.Fatal(err)
	}
	return d.Retrieve(t.Context(), measure)
}
