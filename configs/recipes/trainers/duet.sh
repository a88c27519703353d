# Duet v2, the notebook of MS MARCO, reads one file of triples beside its vocabulary and idf.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format duet -o duet
cat duet/shards/duet/train-*.tsv > duet/shards/duet/triples.train.full.tsv
