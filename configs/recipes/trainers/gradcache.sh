# Large batches in little memory (GradCache): the cached losses take the same triplets. Every other document of a
# batch is a negative too, and small parts of a batch are held at a time. --set spread_queries=64 puts rows into batches
# in which no such document is known to be relevant, and the sampler keeps their order.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format st-triplet --set spread_queries=64 -o cached
