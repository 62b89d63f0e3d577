// Pages that are read in order stand where they were asked for: no stretch has to be found for them.
