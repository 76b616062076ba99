"""The record of an evening: its public facts, in a form that outlives the code."""
