package prepare

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/mine"
)

// DropSelf says which candidates are the query itself; auto is what the collection's format suggests.
func DropSelf(g *configs.Gen, auto bool) (mine.Self, error) {
	switch {
	case g.DropSelf == "on":
		return mine.SameID, nil
	case g.DropSelf == "auto" && auto:
		return mine.SameIDText, nil
	case g.DropSelf != "auto" && g.DropSelf != "off":
		return mine.KeepSelf, fault.BadUsage("use auto, on or off", "gen.drop_self: %q", g.DropSelf)
	}
	return mine.KeepSelf, nil
}
