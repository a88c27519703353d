package report

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/train/eval"
)

// Settings returns the cell's values sorted by key.
func (t *Cell) Settings() configs.Settings { return configs.SettingsOf(t.Setting) }

// Mean returns the mean of dev over seeds.
func (t *Cell) Mean() float64 { return eval.Mean(t.Dev) }

// Usual returns the setting that the arm chose most often, the first of equals.
func (a *Arm) Usual() configs.Settings {
	times, most := map[string]int{}, 0
	var usual configs.Settings
	for _, x := range a.Chosen {
		s := configs.SettingsOf(x.Setting)
		times[s.String()]++
	}
	for _, x := range a.Chosen {
		s := configs.SettingsOf(x.Setting)
		if n := times[s.String()]; n > most {
			most, usual = n, s
		}
	}
	return usual
}

// Select returns the values of a key, in the order of the grid.
func (s *KeyRankings) Select(key string) (list []ValueRanking) {
	if s == nil {
		return nil
	}
	for _, v := range s.Values {
		if v.Key == key {
			list = append(list, v)
		}
	}
	return list
}
