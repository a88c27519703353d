package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var swiftEmbeddingFormat = Format{
	Name:    "swift-embedding",
	About:   "ms-swift embedders: the groups of swift, documents said by the user, for its loss infonce",
	Use:     "swift sft --task_type embedding --loss_type infonce --dataset DIR/swift-embedding/train-*",
	Needs:   plan.Needs{Groups: true, Weights: true},
	Parts:   func(p *plan.Plan) []encoding.Part { return swiftGroups(p, "swift-embedding", userRole) },
	Folders: []encoding.Folder{{Name: "", As: swiftLines(userRole)}},
}
