package grid

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestSettings: cells are equal by their settings if they have the same axioms with the same bounds, whichever key gives them, and the same
// values of all other keys. A mixture reads bounds of its own.
func TestSettings(t *testing.T) {
	digest := func(settings ...string) string {
		loaded := must.Get(configs.Load("", nil))(t)
		for _, s := range settings {
			key, value, _ := strings.Cut(s, "=")
			must.Do(t, loaded.Config.Set(key, value))
		}
		cell := must.Get(SettingsCell(&loaded.Config))(t)
		return cell.Data
	}
	first := digest("gen.axioms=tfc1, lnc2", "gen.delta_star=0.2", "gen.hits=7")
	for want, list := range map[bool][][]string{
		true: {{"gen.axioms=tfc1(delta_star=0.2), lnc2", "gen.hits=7"},
			{"gen.axioms=tfc1(delta_star=0.20), lnc2()", "gen.delta_star=0.3", "gen.hits=7"}},
		false: {{"gen.axioms=tfc1, lnc2", "gen.delta_star=0.3", "gen.hits=7"}, {"gen.axioms=tfc1, lnc2", "gen.delta_star=0.2", "gen.hits=8"},
			{"gen.axioms=tfc1, lnc2", "gen.delta_star=0.2"}, {"gen.axioms=lnc2, tfc1", "gen.delta_star=0.2", "gen.hits=7"}},
	} {
		for _, settings := range list {
			if got := digest(settings...); (got == first) != want {
				t.Errorf("%q: equal is %t", settings, !want)
			}
		}
	}
	if first == "" || digest("gen.axioms=tfc1", "gen.mixture=ranking=1") != "" {
		t.Error("a mixture's settings tell, ")
	}
}
