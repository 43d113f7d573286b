"""A page that shows a module as Python, PTX and machine code, with facts about each line."""
