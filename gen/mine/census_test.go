package mine

import (
	"reflect"
	"testing"
)

// TestCensusPlus: of every field, also of one that is new, the sum.
func TestCensusPlus(t *testing.T) {
	var one Census
	fields := reflect.ValueOf(&one).Elem()
	for i := range fields.NumField() {
		fields.Field(i).SetInt(int64(i + 1))
	}
	sum := reflect.ValueOf(one.Plus(one))
	for i := range sum.NumField() {
		if got := sum.Field(i).Int(); got != int64(2*(i+1)) {
			t.Errorf("%s is %d, want %d", sum.Type().Field(i).Name, got, 2*(i+1))
		}
	}
}
