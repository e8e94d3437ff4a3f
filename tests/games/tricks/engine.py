"""A program that plays the game over stdin and stdout by docs/engines.md, with nothing but the standard library."""

import json
import sys


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer = {"type": "ready", "name": "High cards"}
            case "decide":
                best = max(message["legal"], key=lambda card: int(card[1:]))
                answer = {"type": "move", "id": message["id"], "move": best}
            case _:
                return
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
