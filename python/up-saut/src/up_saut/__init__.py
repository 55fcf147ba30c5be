"""saut as an engine of unified-planning: SAT-based planning in which every claim has a checked certificate.

>>> import up_saut
>>> from unified_planning.shortcuts import *
>>> up_saut.register()
>>> on = Fluent("on")
>>> press = InstantaneousAction("press")
>>> press.add_effect(on, True)
>>> problem = Problem("light")
>>> _ = problem.add_fluent(on, default_initial_value=False)
>>> problem.add_action(press)
>>> problem.add_goal(on)
>>> problem.add_quality_metric(MinimizeSequentialPlanLength())
>>> get_environment().credits_stream = None
>>> with OneshotPlanner(name="saut-opt") as planner:
...     result = planner.solve(problem)
>>> result.status.name, str(result.plan.actions[0])
('SOLVED_OPTIMALLY', 'press')
"""

from __future__ import annotations

from typing import Optional

from unified_planning.environment import Environment, get_environment

from ._engine import FilesResult, SautEngine, SautOptEngine

ENGINES = {"saut": "SautEngine", "saut-opt": "SautOptEngine"}
"""Names in the factory, and their classes."""


def register(environment: Optional[Environment] = None) -> None:
    """Adds the engines to the factory of an environment (default: the global one). A second call does nothing."""
    factory = (environment if environment is not None else get_environment()).factory
    for name, class_name in ENGINES.items():
        if name not in factory.engines:
            factory.add_engine(name, __name__, class_name)


__all__ = ["ENGINES", "FilesResult", "SautEngine", "SautOptEngine", "register"]
