"""Go's regular expressions: RE2 syntax, leftmost-first matching, in time linear in the text.

`parser` reads an expression (with Go's errors), `machine` runs it, `regexp.compile` ties both together and hands
simple expressions on short texts to Python's own module.
"""
