"""A lesson played by the rules, as data for the browser: positions, what each choice would mean, what follows."""

from __future__ import annotations

from typing import Any

import msgspec

from wonderland.core.changes import changes
from wonderland.core.errors import TooLate
from wonderland.core.lesson import LEARNER, Lesson, LessonStep, Question, Task


def lesson_data(lesson: Lesson) -> dict[str, Any]:
    """The lesson as plain data; raises what the rules refuse in its script."""
    steps = []
    state = None
    for step in lesson.steps:
        state = state if step.position is None else step.position
        page, state = _step(lesson, step, state)
        steps.append(page)
    first = next(step.position for step in lesson.steps if step.position is not None)
    data = {"game": lesson.game.name, "players": first.players, "steps": steps}
    return msgspec.to_builtins(data, enc_hook=str)  # type: ignore[no-any-return]  # a dict stays one


def _step(lesson: Lesson, step: LessonStep, state: Any) -> tuple[dict[str, Any], Any]:
    """A page, and the state after it."""
    page: dict[str, Any] = {"name": step.name, "rules": step.rules, "table": None, "parts": []}
    if any(isinstance(part, Task) for part in step.parts):
        page["table"] = _table(lesson, step, state, choosing=True)
    for place, part in enumerate(step.parts):
        if isinstance(part, Question):
            page["parts"].append(_question(part))
        else:
            more = any(isinstance(later, Task) for later in step.parts[place + 1 :])
            data, state = _task(lesson, step, part, state, more)
            page["parts"].append(data)
    return page, state


def _question(question: Question) -> dict[str, Any]:
    answer = question.options.index(question.answer)
    return {"kind": "question", "about": question.about, "options": question.options, "answer": answer}


def _task(lesson: Lesson, step: LessonStep, task: Task, state: Any, more: bool) -> tuple[dict[str, Any], Any]:
    """A task, and the state after it; ``more``: another follows on the same page."""
    legal = {str(action): action for action in lesson.game.legal(state, LEARNER)}
    wanted = task.wanted or tuple(legal)
    if more and len(wanted) > 1:
        raise ValueError("what follows in the same step would depend on what the learner chose")
    data: dict[str, Any] = {
        "kind": "act",
        "wanted": {action: _follow(lesson, step, task, state, action, more)[0] for action in wanted},
        "others": {text: lesson.why_not(state, action) for text, action in legal.items() if text not in wanted},
    }
    data |= {"find": True} if task.find else {}
    return data, _follow(lesson, step, task, state, wanted[0], more)[1]


def _follow(
    lesson: Lesson, step: LessonStep, task: Task, state: Any, action: str, more: bool
) -> tuple[list[dict[str, Any]], Any]:
    """Everybody's actions, each with what it changes in what the learner sees; and the state after them."""
    script = [*task.before, (LEARNER, task.sent or action), *task.then]
    seen = _table(lesson, step, state, choosing=True)
    moves = []
    for place, (seat, text) in enumerate(script):
        done = lesson.game.read_action(text)
        move: dict[str, Any] = {"seat": seat, "action": str(done)}
        try:
            state = lesson.game.apply(state, seat, done)
        except TooLate:
            if not task.before or seat != LEARNER:
                raise
            move["bounces"] = True
        after = _table(lesson, step, state, choosing=more and place == len(script) - 1)
        moves.append({**move, "changes": changes(seen, after)})
        seen = after
    return moves, state


def _table(lesson: Lesson, step: LessonStep, state: Any, choosing: bool) -> dict[str, Any]:
    """What the learner sees of the table; the choices are explained only when there is one to make."""
    view = lesson.game.view(state, LEARNER)
    explanation = lesson.game.table.explain(view)
    if explanation is not None:
        explanation = step.explained(explanation if choosing else lesson.without_choices(explanation))
    over = lesson.game.outcome(state) is not None
    result = lesson.game.table.result(state, None) if over else None
    return {"view": view, "explanation": explanation, "result": result}
