"""Finding the names in a text: by lists, by a trained recogniser, by form and by what stands around them."""
