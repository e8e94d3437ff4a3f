#!/usr/bin/env node
// A small player of Parade that Wonderland can ask: one JSON object a line on stdin, one on stdout (docs/engines.md).
// Try it:  wonderland arena "engine:node examples/engine.js" greedy
"use strict";

const colour = (card) => card[0];
const value = (card) => Number(card.slice(1));
const total = (cards) => cards.reduce((sum, card) => sum + value(card), 0);

// The last `value` cards of the line are safe (P4); of those before them, the same colour and lower values leave (P5).
function taken(parade, card) {
  const exposed = parade.slice(0, Math.max(0, parade.length - value(card)));
  return exposed.filter((other) => colour(other) === colour(card) || value(other) <= value(card));
}

// Take the fewest points; where that is equal, get rid of the highest card.
function play(view, legal) {
  const cost = (card) => total(taken(view.parade, card));
  return [...legal].sort((a, b) => cost(a) - cost(b) || value(b) - value(a))[0];
}

// Set the two highest cards aside: the other two will count.
function discard(legal) {
  return [...legal].sort((a, b) => value(b) - value(a)).slice(0, 2);
}

function answer(message) {
  switch (message.type) {
    case "hello":
      return { type: "ready", name: "Caterpillar" };
    case "decide": {
      const { id, view, legal } = message;
      if (view.phase === "discard") return { type: "move", id, discard: discard(legal) };
      return { type: "move", id, move: play(view, legal) };
    }
    case "bye":
      process.exit(0);
  }
}

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const said = answer(JSON.parse(line));
  if (said) process.stdout.write(JSON.stringify(said) + "\n");
});
