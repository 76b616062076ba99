"""The record of an evening: what everybody may know of it, in a form that outlives the code."""
