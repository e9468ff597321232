"""Two search trees back to back: what did the second search find that the first did not?"""
