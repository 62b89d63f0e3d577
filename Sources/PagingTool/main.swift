print("paging")
