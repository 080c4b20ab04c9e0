import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headingLevel, lineKind, scanEmphasis } from '../../../src/core/text/markdown-scan.ts';

/** The text with its emphasis in brackets, `<strong>` and `(emphasis)`, and its markers unchanged. */
function shown(text: string): string {
  const signs = { emphasis: '()', strong: '<>', marker: '' };
  const inserts = scanEmphasis(text).flatMap(({ kind, from, to }) => {
    const [open = '', close = ''] = signs[kind];
    return [
      { at: from, text: open, order: -to },
      { at: to, text: close, order: from },
    ];
  });
  return inserts
    .sort((a, b) => b.at - a.at || b.order - a.order)
    .reduce((now, { at, text: sign }) => now.slice(0, at) + sign + now.slice(at), text);
}

describe('a line is', () => {
  it.each([
    ['', 'blank'],
    ['  \t', 'blank'],
    ['***', 'break'],
    ['* * *', 'break'],
    ['---', 'break'],
    ['- - -', 'break'],
    ['_____', 'break'],
    ['#', 'break'],
    ['⁂', 'break'],
    ['  ***  ', 'break'],
    ['**', 'prose'],
    ['--', 'prose'],
    ['***and', 'prose'],
    ['# The Orchard', 'heading'],
    ['###### Six', 'heading'],
    ['####### Seven', 'prose'],
    ['#hashtag', 'prose'],
    [' # indented', 'prose'],
    ['She said no.', 'prose'],
  ])('%j: %s', (line, kind) => {
    expect(lineKind(line)).toBe(kind);
  });

  it('a heading of the level that its number signs give', () => {
    expect(['# a', '### a', 'a'].map(headingLevel)).toEqual([1, 3, 0]);
  });
});

describe('emphasis', () => {
  it.each([
    ['an *old* tower', 'an *(old)* tower'],
    ['an _old_ tower', 'an _(old)_ tower'],
    ['a **very** old tower', 'a **<very>** old tower'],
    ['a ***very*** old tower', 'a *(**<very>**)* old tower'],
    ['**bold *and* more**', '**<bold *(and)* more>**'],
    ['“*Go*,” she said. *Now.*', '“*(Go)*,” she said. *(Now.)*'],
    ['un*frigging*believable', 'un*(frigging)*believable'],
    ['snake_case_name', 'snake_case_name'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['a *lonely star', 'a *lonely star'],
    ['*', '*'],
    ['**', '**'],
    ['****four****', '****four****'],
    ['\\*not\\*', '\\*not\\*'],
    ['*один* _два_', '*(один)* _(два)_'],
    ['_*a_*', '_(*a)_*'],
  ])('of %j is shown as %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('lies within the line, is never empty, and has a marker on each side', () => {
    const piece = fc.constantFrom('*', '**', '_', ' ', 'a', '.', '“', '\\', '\t', '山', '🏰');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
        (text) => {
          const marks = scanEmphasis(text);
          const markers = marks.filter(({ kind }) => kind === 'marker');
          expect(markers).toHaveLength((marks.length * 2) / 3);
          for (const { from, to } of marks) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeLessThanOrEqual(text.length);
            expect(from).toBeLessThan(to);
          }
          for (const { from, to } of markers) expect(text.slice(from, to)).toMatch(/^[*_]{1,2}$/);
        },
      ),
    );
  });
});
