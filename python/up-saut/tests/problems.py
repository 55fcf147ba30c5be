"""Small problems for features that the library's examples lack, and for error cases."""

from __future__ import annotations

from unified_planning.model import Action
from unified_planning.shortcuts import (
    GE,
    LE,
    BoolType,
    Equals,
    Expression,
    Fluent,
    InstantaneousAction,
    Int,
    IntType,
    MinimizeActionCosts,
    MinimizeExpressionOnFinalState,
    MinimizeSequentialPlanLength,
    Minus,
    Not,
    Object,
    Plus,
    Problem,
    RealType,
    Sometime,
    UserType,
)


DELIVERY = """(define (domain roads) (:requirements :typing :action-costs) (:types place)
  (:predicates (at ?p - place) (road ?a ?b - place))
  (:functions (length ?a ?b - place) - number (total-cost) - number)
  (:action drive :parameters (?a ?b - place) :precondition (and (at ?a) (road ?a ?b))
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) (length ?a ?b)))))"""
"""As in the competitions: a cost by a function that has values only for some places."""

TRIP = """(define (problem trip) (:domain roads) (:objects a b c - place)
  (:init (at a) (road a b) (road b c) (road a c) (= (length a b) 1.5) (= (length b c) 3) (= (length a c) 6)
    (= (total-cost) 0))
  (:goal (at c)) (:metric minimize (total-cost)))"""


def copying(static: bool) -> Problem:
    """Assigns the value of one fluent to another. With `static`, no action changes the first fluent."""
    problem = Problem("copying")
    lamp = UserType("lamp")
    source, target = Fluent("source", BoolType(), a=lamp), Fluent("target", BoolType(), a=lamp)
    problem.add_fluent(source, default_initial_value=False)
    problem.add_fluent(target, default_initial_value=False)
    lamps = [Object(f"lamp{i}", lamp) for i in range(2)]
    problem.add_objects(lamps)
    # Copying a false value undoes copying a true value.
    copy = InstantaneousAction("copy", a=lamp, b=lamp)
    copy.add_effect(target(copy.b), source(copy.a))
    problem.add_action(copy)
    if static:
        problem.set_initial_value(source(lamps[0]), True)
    else:
        light = InstantaneousAction("light", a=lamp)
        light.add_effect(source(light.a), True)
        problem.add_action(light)
    problem.set_initial_value(target(lamps[1]), True)
    problem.add_goal(target(lamps[0]))
    problem.add_goal(Not(target(lamps[1])))
    return problem


def filling(bounded: bool) -> Problem:
    """Measure 4 with jugs of 3 and 5: with integers or reals, and the capacities as bounds or as fluents."""
    problem = Problem("filling")
    real = RealType(0, 5) if bounded else RealType()
    five, three = Fluent("five", real), Fluent("three", RealType(0, 3) if bounded else real)
    taps, most = Fluent("taps", IntType()), Fluent("most", IntType())
    for fluent, value in ((five, 0), (three, 0), (taps, 0), (most, 5)):
        problem.add_fluent(fluent, default_initial_value=value)
    fill = InstantaneousAction("fill")
    fill.add_effect(five, most)
    fill.add_increase_effect(taps, 1)
    empty = InstantaneousAction("empty")
    empty.add_effect(three, 0)
    top = InstantaneousAction("top")
    top.add_precondition(GE(Plus(five, three), 3))
    top.add_decrease_effect(five, Minus(3, three))
    top.add_effect(three, 3)
    rest = InstantaneousAction("rest")
    rest.add_precondition(LE(Plus(five, three), 3))
    rest.add_increase_effect(three, five)
    rest.add_effect(five, 0)
    problem.add_actions([fill, empty, top, rest])
    problem.add_goal(Equals(five, 4))
    problem.add_quality_metric(MinimizeExpressionOnFinalState(taps()))
    return problem


def counting() -> Problem:
    """The goal requires a number to be at least 3; the metric makes it as small as possible."""
    problem = Problem("counting")
    number = problem.add_fluent("number", IntType(), default_initial_value=0)
    for name, amount in (("one", 1), ("two", 2)):
        action = InstantaneousAction(name)
        action.add_precondition(LE(number, 5))
        action.add_increase_effect(number, amount)
        problem.add_action(action)
    problem.add_goal(GE(number, 3))
    problem.add_quality_metric(MinimizeExpressionOnFinalState(number()))
    return problem


def walk(length: int = 4, measure: str = "", goal: int = -1, one_way: bool = False) -> Problem:
    """A walk along places; a shortcut has fewer actions and costs more. `measure`: `length`, `costs` or `static`."""
    problem = Problem("walk")
    place = UserType("place")
    at = Fluent("at", BoolType(), p=place)
    road = Fluent("road", BoolType(), a=place, b=place)
    jump = Fluent("jump", BoolType(), a=place, b=place)
    for fluent in (at, road, jump):
        problem.add_fluent(fluent, default_initial_value=False)
    places = [Object(f"p{i}", place) for i in range(length)]
    problem.add_objects(places)
    actions: dict[str, Action] = {}
    for name, way in (("step", road), ("leap", jump)):
        action = InstantaneousAction(name, a=place, b=place)
        action.add_precondition(at(action.a))
        action.add_precondition(way(action.a, action.b))
        action.add_effect(at(action.a), False)
        action.add_effect(at(action.b), True)
        problem.add_action(action)
        actions[name] = action
    problem.set_initial_value(at(places[0]), True)
    for i in range(length - 1):
        problem.set_initial_value(road(places[i], places[i + 1]), True)
        if not one_way:
            problem.set_initial_value(road(places[i + 1], places[i]), True)
    problem.set_initial_value(jump(places[0], places[-1]), True)
    problem.add_goal(at(places[goal]))
    if measure == "length":
        problem.add_quality_metric(MinimizeSequentialPlanLength())
    elif measure == "costs":
        costs: dict[Action, Expression] = {actions["step"]: Int(1), actions["leap"]: Int(2 * length)}
        problem.add_quality_metric(MinimizeActionCosts(costs))
    elif measure == "static":
        toll = Fluent("toll", IntType(), a=place, b=place)
        problem.add_fluent(toll, default_initial_value=1)
        problem.set_initial_value(toll(places[0], places[-1]), 2 * length)
        tolls: dict[Action, Expression] = {
            action: toll(action.parameter("a"), action.parameter("b")) for action in actions.values()
        }
        problem.add_quality_metric(MinimizeActionCosts(tolls))
    return problem


def detour() -> Problem:
    """A walk whose shortcut is useless, because the place before the last must be visited."""
    problem = walk()
    at, before_the_last = problem.fluent("at"), problem.object("p2")
    problem.add_trajectory_constraint(Sometime(at(before_the_last)))
    return problem


def never() -> Problem:
    """A problem without a plan: achieving one goal undoes the other."""
    problem = Problem("never")
    have, eaten = Fluent("have"), Fluent("eaten")
    problem.add_fluent(have, default_initial_value=True)
    problem.add_fluent(eaten, default_initial_value=False)
    eat = InstantaneousAction("eat")
    eat.add_precondition(have)
    eat.add_effect(have, False)
    eat.add_effect(eaten, True)
    problem.add_action(eat)
    problem.add_goal(have)
    problem.add_goal(eaten)
    return problem


def pigeons(birds: int = 12) -> Problem:
    """A hard problem without a plan: there is one hole too few."""
    problem = Problem("pigeons")
    bird, hole = UserType("bird"), UserType("hole")
    free = Fluent("free", BoolType(), h=hole)
    seated = Fluent("seated", BoolType(), b=bird)
    problem.add_fluent(free, default_initial_value=True)
    problem.add_fluent(seated, default_initial_value=False)
    problem.add_objects([Object(f"b{i}", bird) for i in range(birds)])
    problem.add_objects([Object(f"h{i}", hole) for i in range(birds - 1)])
    sit = InstantaneousAction("sit", b=bird, h=hole)
    sit.add_precondition(free(sit.h))
    sit.add_precondition(Not(seated(sit.b)))
    sit.add_effect(free(sit.h), False)
    sit.add_effect(seated(sit.b), True)
    problem.add_action(sit)
    swap = InstantaneousAction("swap", b=bird, c=bird)
    swap.add_precondition(seated(swap.b))
    swap.add_precondition(Not(seated(swap.c)))
    swap.add_effect(seated(swap.b), False)
    swap.add_effect(seated(swap.c), True)
    problem.add_action(swap)
    for one in problem.objects(bird):
        problem.add_goal(seated(one))
    return problem
