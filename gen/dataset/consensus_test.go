package dataset

import (
	"context"
	"errors"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
)

// TestInterruptedSources: what the sources of a consensus find is not told where the run was interrupted.
func TestInterruptedSources(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms = "consensus(tfc1, lnc1; 2)" })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sourcesOf(ctx, chain, &chain.Splits[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was interrupted", err)
	}
}
