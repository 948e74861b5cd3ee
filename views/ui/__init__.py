"""The look, and the parts that pages are made of."""
