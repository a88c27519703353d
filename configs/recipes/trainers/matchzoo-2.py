import glob, pandas
train = pandas.concat(map(pandas.read_csv, glob.glob("matchzoo/shards/matchzoo/train-*.csv")))  # then matchzoo.pack(train)
