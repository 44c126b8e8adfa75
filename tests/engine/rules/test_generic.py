from wdm.engine.rules.generic import ALLOW, GENERIC, WEAK


def test_the_lists_do_not_contradict_each_other() -> None:
    assert not GENERIC & WEAK
    assert not GENERIC & ALLOW
    assert not WEAK & ALLOW
