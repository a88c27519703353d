# Duet of 2017 (Mitra et al.) reads one file of triples beside its n-graphs. For another framework, duet-2017-inputs
# has the same as numbers, the match matrix too.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format duet-2017 -o duet-2017
cat duet-2017/shards/duet-2017/train-*.tsv > duet-2017/train.tsv
