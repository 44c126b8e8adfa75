"""The rooms behind the one door (`engine.memory.Memory`): what can be asked of tags, cards, mood, upkeep, moving."""
