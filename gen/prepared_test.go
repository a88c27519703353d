package gen_test

import (
	"context"
	"testing"

	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// ready is a run with its candidates.
func ready(t testing.TB, c *prepare.Preparation) *prepare.Preparation {
	t.Helper()
	c = must.Get(c.All(context.Background()))(t)
	t.Cleanup(func() { c.Close() })
	return c
}

// sampled is a run's data set.
func sampled(c *prepare.Preparation) ([]dataset.SplitPairs, *account.Report, error) {
	data, err := dataset.Sample(context.Background(), c, nil)
	if err != nil {
		return nil, nil, err
	}
	return data.Sets, data.Report, nil
}
