"""Whether a sentence that a model wrote says what its sources say (B133-B135, E10). Pure: asking is bot/summarizers."""
