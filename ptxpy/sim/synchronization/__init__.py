"""How threads wait for each other: barriers, clusters, mbarriers."""
