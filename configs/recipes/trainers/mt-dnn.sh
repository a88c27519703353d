# MT-DNN; its --data_dir is mtdnn/shards/mtdnn, its --task_def the file below, its --ratio 0: the shares are on disk.
axiomine gen -c klose --data "$WIKIQA" --judged-queries 10 --mixture ranking=4,reg=1,anti-reg=1 --similarity vectors \
    --set class_test=100 --vocab "$VOCAB" -o mtdnn
cat mtdnn/shards/mtdnn/task_def.yml
