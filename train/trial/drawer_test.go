package trial
