package regex

import (
	"strings"
	"testing"
)

const gpt2 = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
const cl = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
const o200k = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`

func BenchmarkZ(b *testing.B) {
	text := strings.Repeat("The quick brown fox jumps over the lazy dog, didn't it? In 1984 there were 12,345 foxes (and dogs).\n  Also this Sentence. ", 100)
	for name, e := range map[string]string{"gpt2": gpt2, "cl": cl, "o200k": o200k} {
		b.Run(name, func(b *testing.B) {
			r, err := Compile(e)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				w := NewWork(text)
				for t := text; t != ""; {
					n, _ := r.Next(t, &w)
					t = t[n:]
				}
			}
		})
	}
}
