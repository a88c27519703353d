package gen

import (
	"context"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/result"
)

// CheckStored reads every stored byte of an index, or of what a run left: its index, runs, pairs, shards and models.
func CheckStored(ctx context.Context, dir string) (*result.Verification, error) {
	if _, err := os.Stat(filepath.Join(dir, index.Last)); err != nil {
		return result.Verify(ctx, dir)
	}
	files, bytes, err := index.Verify(dir)
	if err != nil {
		return nil, err
	}
	return &result.Verification{Files: files, Bytes: bytes}, nil
}
