// A page keeps no history, so that there is no ground in one.
