package account

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/internal/errs"
)

// CheckReached returns an error of exit code 4 if the user asked for an amount that the data do not reach, unless gen.on_shortage accepts
// that. Defaults and presets ask for nothing: what they do not reach is a warning. done says what was made all the same.
func CheckReached(l *configs.LoadedConfig, unmet []Unmet, result string) error {
	if l.Gen.OnShortage != quota.Fail {
		return nil
	}
	var short []string
	for _, u := range unmet {
		if asksFor(l, u.Key) {
			short = append(short, u.String())
		}
	}
	if len(short) == 0 {
		return nil
	}
	return errs.Short(result+" with what there is; ask for less, or give --on-shortage accept", "fewer than asked: %s",
		strings.Join(short, "; "))
}

// asksFor reports whether the user gave a value of a key, or several to vary or to choose from.
func asksFor(l *configs.LoadedConfig, key string) bool {
	if l.Origins[key].IsExplicit() || l.SweepBy.IsExplicit() && l.Sweep.Varies(key) {
		return true
	}
	choose, err := configs.ParseChoose(l.Train.Choose)
	if err != nil || !l.Origins["train.choose"].IsExplicit() {
		return false
	}
	return slices.ContainsFunc(slices.Concat(choose.BothArms, choose.Judged, choose.Axioms), func(a configs.Axis) bool { return a.Key == key })
}

// AddUnmet adds amounts to a list that has each once: of one amount that is unmet in several places, the one that lacks most.
func AddUnmet(list []Unmet, more ...Unmet) []Unmet {
	for _, u := range more {
		i := slices.IndexFunc(list, func(v Unmet) bool { return v.Key == u.Key && v.Subject == u.Subject })
		switch {
		case i < 0:
			list = append(list, u)
		case u.Wanted-u.There > list[i].Wanted-list[i].There:
			list[i] = u
		}
	}
	return list
}
