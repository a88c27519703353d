package gen

import (
	"context"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen/index"
)

// CheckStored reads every stored byte of an index, or of what a run left: its index, runs, pairs, shards and models.
func CheckStored(ctx context.Context, dir string) (*outdir.Verified, error) {
	if _, err := os.Stat(filepath.Join(dir, index.Last)); err != nil {
		return outdir.Verify(ctx, dir)
	}
	files, bytes, err := index.Verify(dir)
	if err != nil {
		return nil, err
	}
	return &outdir.Verified{Files: files, Bytes: bytes}, nil
}
