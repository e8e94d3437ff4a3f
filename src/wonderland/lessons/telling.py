"""A lesson's script, played by the rules and told as data: positions, what each choice would mean, what follows."""

from __future__ import annotations

from typing import Any

import msgspec

from wonderland.core.changes import changes
from wonderland.core.errors import TooLate
from wonderland.lessons.script import LEARNER, Ask, Lesson, Question, Step


def tell(lesson: Lesson) -> dict[str, Any]:
    """The lesson as plain data; a script that breaks the rules is refused here."""
    told = []
    state = None
    for step in lesson.steps:
        state = state if step.position is None else step.position
        page, state = _step(lesson, step, state)
        told.append(page)
    first = next(step.position for step in lesson.steps if step.position is not None)
    data = {"game": lesson.game.name, "players": first.players, "steps": told}
    return msgspec.to_builtins(data, enc_hook=str)  # type: ignore[no-any-return]  # a dict stays one


def _step(lesson: Lesson, step: Step, state: Any) -> tuple[dict[str, Any], Any]:
    page: dict[str, Any] = {"name": step.name, "rules": step.rules, "face": None, "parts": []}
    asked = [part for part in step.parts if isinstance(part, Ask)]
    if asked:
        page["face"] = _face(lesson, state, asking=True)
    for place, part in enumerate(step.parts):
        if isinstance(part, Question):
            page["parts"].append(_question(part))
        else:
            more = any(isinstance(later, Ask) for later in step.parts[place + 1 :])
            told, state = _ask(lesson, part, state, more)
            page["parts"].append(told)
    return page, state


def _question(question: Question) -> dict[str, Any]:
    answer = question.options.index(question.answer)
    return {"kind": "question", "about": question.about, "options": question.options, "answer": answer}


def _ask(lesson: Lesson, ask: Ask, state: Any, more: bool) -> tuple[dict[str, Any], Any]:
    game = lesson.game
    legal = {str(action): action for action in game.legal(state, LEARNER)}
    wanted = ask.wanted or tuple(legal)
    if more and len(wanted) > 1:
        raise ValueError("what follows in the same step would depend on what the learner chose")
    told: dict[str, Any] = {
        "kind": "act",
        "wanted": {action: _follow(lesson, ask, state, action, more)[0] for action in wanted},
        "others": {text: lesson.instead(state, action) for text, action in legal.items() if text not in wanted},
    }
    told |= {"find": True} if ask.find else {}
    return told, _follow(lesson, ask, state, wanted[0], more)[1]


def _follow(lesson: Lesson, ask: Ask, state: Any, action: str, more: bool) -> tuple[list[dict[str, Any]], Any]:
    """What happens, move by move, each as what it changes in the learner's face; and where it ends."""
    # Names the pile's top as the learner sees it, before the others come first.
    own = lesson.game.read_action(action if not ask.before else f"{action} on {state.tops[int(action.split()[1])]}")
    moves = [*((seat, lesson.game.read_action(text)) for seat, text in ask.before), (LEARNER, own)]
    moves += [(seat, lesson.game.read_action(text)) for seat, text in ask.then]
    face = _face(lesson, state, asking=True)
    told = []
    for place, (seat, move) in enumerate(moves):
        line: dict[str, Any] = {"seat": seat, "action": str(move)}
        try:
            state = lesson.game.apply(state, seat, move)
        except TooLate:
            if not ask.before or seat != LEARNER:
                raise
            line["bounces"] = True
        after = _face(lesson, state, asking=more and place == len(moves) - 1)
        told.append({**line, "changes": changes(face, after)})
        face = after
    return told, state


def _face(lesson: Lesson, state: Any, asking: bool) -> dict[str, Any]:
    """What the learner sees; the choices are explained when there is one to make, and so the files stay small."""
    view = lesson.game.view(state, LEARNER)
    guide = lesson.customs.guide(view)
    if guide is not None and not asking:
        guide = msgspec.structs.replace(guide, cards={}, aside={})
    over = lesson.game.outcome(state) is not None
    return {"view": view, "guide": guide, "result": lesson.customs.result(state, None) if over else None}
