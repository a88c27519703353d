//go:build !amd64

package drmm

// vectors reports that the functions below may not be called.
const vectors = false

func layer1Rows(h *float64, w1 *lanes, b1 *[hidden]float64, starts *int, rows int, bins *uint8, values *float64) {
	panic("drmm: no vectors")
}
func scatterRow(grad *lanes, bins *uint8, values *float64, n int, d *[hidden]float64) {
	panic("drmm: no vectors")
}
func tanhsFour(v *float64, n int) { panic("drmm: no vectors") }
