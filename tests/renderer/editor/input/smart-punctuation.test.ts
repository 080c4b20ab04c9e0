import { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import { contentOf, letters, MODEL, node, type Opened, openManuscript } from '../open-manuscript.ts';

afterEach(() => document.body.replaceChildren());

const smart = { preferences: { ...PLAIN, smartPunctuation: true } };

/** Types at the caret as a keyboard does: through the input handlers. */
function keys({ view }: Opened, text: string): void {
  for (const character of text) {
    const { from, to } = view.state.selection.main;
    const insert = () =>
      view.state.update({
        changes: { from, to, insert: character },
        selection: { anchor: from + character.length },
        userEvent: 'input.type',
      });
    const isTaken = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, character, insert));
    if (!isTaken) view.dispatch(insert());
  }
}

function typed(text: string): string {
  const opened = openManuscript(contentOf([]), smart);
  keys(opened, text);
  return opened.manuscript.textForChecks();
}

describe('typed punctuation', () => {
  it.each([
    ['"Go," she said.', '“Go,” she said.'],
    ['She said, "Go."', 'She said, “Go.”'],
    ['"She said \'go\' to me," he said.', '“She said ‘go’ to me,” he said.'],
    ['"\'Go,\' she said."', '“‘Go,’ she said.”'],
    ['\'He said "go".\'', '‘He said “go”.’'],
    ["don't, the boys' and Anna's", 'don’t, the boys’ and Anna’s'],
    ["the '90s, and 'tis so", 'the ’90s, and ’tis so'],
    ["'tistle'", '‘tistle’'],
    ['("Go")', '(“Go”)'],
    ['"I thought-- "', '“I thought— “'],
    ['"I thought--"', '“I thought—”'],
    ['no--"Go!"', 'no—“Go!”'],
    ['one\n"two"', 'one\n“two”'],
    ['""', '“”'],
    ['a--b', 'a—b'],
    ['a -- b', 'a – b'],
    ['1939--1945', '1939–1945'],
    ['a --- b', 'a — b'],
    ['well-known', 'well-known'],
    ['---', '---'],
    ['so... and', 'so… and'],
    ['so....', 'so….'],
    ['*"Yes"*', '*“Yes”*'],
    ['he said **\'"Yes"\'** and _"No"_', 'he said **‘“Yes”’** and _“No”_'],
    ['"*Yes*", "I _know_"', '“*Yes*”, “I _know_”'],
    ['>"Go"', '>“Go”'],
    ['¿"Sí"? ¡\'No\'! «"a"»', '¿“Sí”? ¡‘No’! «“a”»'],
    ['"and"/"or"', '“and”/“or”'],
    ['"at aspen.example/"', '“at aspen.example/”'],
    ['"I thought..." ..."and so"', '“I thought…” …“and so”'],
    ['..."and so"', '…“and so”'],
    ["'Don't--' she said", '‘Don’t—’ she said'],
    ["the *Palme d'\"or\"* and the Palme d''or'", 'the *Palme d’“or”* and the Palme d’‘or’'],
    ['"She said \'go\'"', '“She said ‘go’”'],
    ["rock 'n' roll, fish 'n chips", 'rock ’n’ roll, fish ’n chips'],
    ["'cause I said so, 'bout now", '’cause I said so, ’bout now'],
    ["'Cause and effect,' he said", '‘Cause and effect,’ he said'],
    ["a 'cause', an 'em'", 'a ‘cause’, an ‘em’'],
    ['"Get \'em"', '“Get ’em”'],
    ["'tisn't, *'twas*, *'til*", '’tisn’t, *’twas*, *’til*'],
    ["'s avonds, 't is, 'k weet, 's-Gravenhage", '’s avonds, ’t is, ’k weet, ’s-Gravenhage'],
    ['a---b, a----b, a -----', 'a—b, a—b, a —'],
    ['so <!-- a note -- of mine -->', 'so <!-- a note -- of mine -->'],
  ])('turns %j into %j', (text, expected) => {
    expect(typed(text)).toBe(expected);
  });

  it('stays as typed in a command', () => {
    expect(typed('→ respond x "It\'s late..."')).toBe('→ respond x "It\'s late..."');
  });

  it('stays unchanged when the preference is off', () => {
    const opened = openManuscript(contentOf([]));
    keys(opened, '"a--b..."');
    expect(opened.manuscript.textForChecks()).toBe('"a--b..."');
  });

  it('is straight again after one undo, and gone after the next', () => {
    const opened = openManuscript(contentOf([]), smart);
    keys(opened, 'so "');
    expect(opened.manuscript.textForChecks()).toBe('so “');
    opened.manuscript.undo();
    expect(opened.manuscript.textForChecks()).toBe('so "');
    opened.manuscript.undo();
    expect(opened.manuscript.textForChecks()).toBe('');
    opened.manuscript.redo();
    opened.manuscript.redo();
    expect(opened.manuscript.textForChecks()).toBe('so “');
    keys(opened, 'no');
    expect(opened.manuscript.textForChecks()).toBe('so “no');
  });

  it('stays in the segment it was typed in, attributed to the writer', () => {
    const opened = openManuscript(contentOf([node('1', 'a castle', MODEL)]), smart);
    keys(opened, '"');
    expect(opened.show()).toBe('a castle|”');
    opened.view.dispatch({ selection: { anchor: 2 } });
    keys(opened, '"');
    expect(opened.show()).toMatch(/^a “castle\|”/);
    expect(letters(opened.spans())).toBe('mmwmmmmmmw');
  });

  it('is left alone when pasted or dropped', () => {
    const opened = openManuscript(contentOf([]), smart);
    opened.type(0, 0, '"Go--"', 'input.paste');
    opened.type(6, 6, '"Go..."', 'input.drop');
    expect(opened.manuscript.textForChecks()).toBe('"Go--""Go..."');
  });
});
