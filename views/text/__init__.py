"""Everything that is shown or read aloud as text; needs no Flet."""
