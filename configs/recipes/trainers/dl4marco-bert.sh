# dl4marco-bert reads one TFRecord file.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --vocab "$VOCAB" --output-format tfrecord --set compat=dl4marco \
    --max-length 512 -o dl4marco
cat dl4marco/shards/tfrecord/train-*.tfrecord > dl4marco/dataset_train.tf
