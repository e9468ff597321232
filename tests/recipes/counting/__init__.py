"""A counter: the smallest widget that follows the rules of the house."""
