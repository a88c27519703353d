package drmm

// A model's weights are one vector: w1 (Bins x hidden, by bin), b1 (hidden), w2 (hidden), b2, wg (gate
// width). atB1 to atWg are the offsets of these parts.
const (
	hidden = 5
	atB1   = Bins * hidden
	atW2   = atB1 + hidden
	atB2   = atW2 + hidden
	atWg   = atB2 + 1
)

// layer1 sets h (terms x hidden) to each term's histogram times w1, plus b1. It skips empty bins.
func (in *Input) layer1(weights, h []float64) {
	b1 := (*[hidden]float64)(weights[atB1:])
	for i := range in.Terms() {
		h0, h1, h2, h3, h4 := b1[0], b1[1], b1[2], b1[3], b1[4]
		bins, values := in.row(i)
		for c, v := range values {
			w := (*[hidden]float64)(weights[int(bins[c])*hidden:])
			h0 += float64(v * w[0])
			h1 += float64(v * w[1])
			h2 += float64(v * w[2])
			h3 += float64(v * w[3])
			h4 += float64(v * w[4])
		}
		*(*[hidden]float64)(h[i*hidden:]) = [hidden]float64{h0, h1, h2, h3, h4}
	}
}

// addW1Gradient adds one term's gradient to the w1 part of grad. bins and values are the term's row; d is the gradient on layer1's output.
func addW1Gradient(grad []float64, bins []uint8, values []float64, d *[hidden]float64) {
	for c, v := range values {
		g := (*[hidden]float64)(grad[int(bins[c])*hidden:])
		g[0] += float64(v * d[0])
		g[1] += float64(v * d[1])
		g[2] += float64(v * d[2])
		g[3] += float64(v * d[3])
		g[4] += float64(v * d[4])
	}
}

// layer2 sets z to w2 . h + b2 for each row of h.
func layer2(weights, h, z []float64) {
	w2, b2 := (*[hidden]float64)(weights[atW2:]), weights[atB2]
	for i := range z {
		a := (*[hidden]float64)(h[i*hidden:])
		z[i] = b2 + float64(a[0]*w2[0]) + float64(a[1]*w2[1]) + float64(a[2]*w2[2]) + float64(a[3]*w2[3]) + float64(a[4]*w2[4])
	}
}

// backward adds this input's gradient on the weights from w1 to b2 to grad. h and z are the outputs of both layers after
// tanh. The gradient on z[i] is d * gates[i].
func (in *Input) backward(weights, grad, gates, h, z []float64, d float64) {
	w2 := (*[hidden]float64)(weights[atW2:])
	gb1, gw2 := [hidden]float64(grad[atB1:]), [hidden]float64(grad[atW2:])
	for i, out := range z {
		dz := float64(d * gates[i] * (1 - float64(out*out)))
		grad[atB2] += dz
		a := (*[hidden]float64)(h[i*hidden:])
		d1 := [hidden]float64{dz * w2[0] * (1 - float64(a[0]*a[0])), dz * w2[1] * (1 - float64(a[1]*a[1])), dz * w2[2] * (1 - float64(a[2]*a[2])),
			dz * w2[3] * (1 - float64(a[3]*a[3])), dz * w2[4] * (1 - float64(a[4]*a[4]))}
		gb1[0], gb1[1], gb1[2], gb1[3], gb1[4] = gb1[0]+d1[0], gb1[1]+d1[1], gb1[2]+d1[2], gb1[3]+d1[3], gb1[4]+d1[4]
		gw2[0], gw2[1], gw2[2] = gw2[0]+float64(dz*a[0]), gw2[1]+float64(dz*a[1]), gw2[2]+float64(dz*a[2])
		gw2[3], gw2[4] = gw2[3]+float64(dz*a[3]), gw2[4]+float64(dz*a[4])
		bins, values := in.row(i)
		addW1Gradient(grad, bins, values, &d1)
	}
	*(*[hidden]float64)(grad[atB1:]), *(*[hidden]float64)(grad[atW2:]) = gb1, gw2
}

// gate sets out to the softmax over the query terms of wg . x.
func (in *Input) gate(weights, out []float64) {
	wg := weights[atWg:][:in.width]
	largest := 0.0
	for i := range out {
		x := in.gates[i*len(wg):][:len(wg)]
		var sum float64
		for k, w := range wg {
			sum += float64(w * x[k])
		}
		if out[i] = sum; i == 0 || sum > largest {
			largest = sum
		}
	}
	var total float64
	for i, x := range out {
		out[i] = exp(x - largest)
		total += out[i]
	}
	for i := range out {
		out[i] /= total
	}
}

// gateBackward adds this input's gradient on wg to grad. The gradient on gates[i] is d * slopes[i].
func (in *Input) gateBackward(grad, gates, slopes []float64, d float64) {
	var mean float64
	for i, g := range gates {
		mean += float64(g * slopes[i])
	}
	gw := grad[atWg:][:in.width]
	for i, g := range gates {
		dx := d * g * (slopes[i] - mean)
		for k, x := range in.gates[i*len(gw):][:len(gw)] {
			gw[k] += float64(dx * x)
		}
	}
}
