import { expect, it } from "vitest";
import { prepareRulebook } from "./rulebook";

const PAGE = `<h1>Parade</h1>
<p>A card game.</p>
<h2>A turn</h2>
<h3>P4 · The safe cards</h3>
<p>Count off (see P5). Take <code>R4</code>, not <code>scripts/play</code>.</p>
<h3>P5 · The cards you take</h3>
<h2>A note</h2>
<table><tr><td><code>S8 O10</code></td></tr></table>`;

it("takes the title off and lists chapters and rules", () => {
  const { title, html, contents } = prepareRulebook(PAGE);
  expect(title).toBe("Parade");
  expect(html).not.toContain("<h1>");
  expect(contents).toEqual([
    {
      id: "chapter-1",
      text: "A turn",
      rules: [
        { id: "P4", number: "P4", text: "The safe cards" },
        { id: "P5", number: "P5", text: "The cards you take" },
      ],
    },
    { id: "chapter-2", text: "A note", rules: [] },
  ]);
});

it("gives every rule an address, and leads there from the text", () => {
  const { html } = prepareRulebook(PAGE);
  expect(html).toContain('<h3 id="P4">');
  expect(html).toContain('(see <a href="#P5">P5</a>)');
});

it("prints cards as cards, and other code as it is", () => {
  const { html } = prepareRulebook(PAGE);
  expect(html).toMatch(/<code class="cards"><span class="R ?">R4<\/span><\/code>/);
  expect(html).toMatch(/<span class="S ?">S8<\/span> <span class="O *">O10<\/span>/);
  expect(html).toContain("<code>scripts/play</code>");
});

it("marks both colours of a Nimble card", () => {
  expect(prepareRulebook("<p><code>RB</code></p>").html).toContain('<span class="framed R circle-B">RB</span>');
});

it("knows rules by their headings, whatever letter a game gives them", () => {
  const { html, contents } = prepareRulebook("<h2>Play</h2><h3>Q1 · Follow suit</h3><p>See Q1, not Q2 or P4.</p>");
  expect(contents[0].rules).toEqual([{ id: "Q1", number: "Q1", text: "Follow suit" }]);
  expect(html).toContain('<p>See <a href="#Q1">Q1</a>, not Q2 or P4.</p>');
});
