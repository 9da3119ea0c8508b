"""What stands in lines: a module for each game, and `wire` for what they share."""
