"""What of a clause is so: polarity, modality and whether it is over, by cues with scope."""
