package shard

import (
	"context"

	"github.com/axiomine/axiomine/internal/result"
)

// WriteFolder writes the pairs in every format of the options into a folder, as the command `axiomine tokenize shards` does, and returns
// the manifest, which it wrote last. The folder is made; it is an error if it holds anything. Errors of the input are *errs.Error.
func WriteFolder(ctx context.Context, folder string, in Input, o Options) (*Manifest, error) {
	out, err := result.Claim(folder, result.Fresh)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	manifest, err := Write(ctx, out, "", in, o, nil)
	if err != nil {
		return nil, err
	}
	return manifest, out.Settle()
}
