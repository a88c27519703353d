# Hugging Face datasets, for a trainer of your own; streaming=True reads shards as they come.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --vocab "$VOCAB" -o hf
