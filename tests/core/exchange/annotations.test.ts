import fc from 'fast-check';
import { expect, test } from 'vitest';
import { annotated, readAnnotations } from '../../../src/core/exchange/annotations.ts';
import type { AgentId } from '../../../src/core/ids.ts';
import type { Spans } from '../../../src/core/text/span.ts';
import type { Agent } from '../../../src/core/tree/agent.ts';

/** Who wrote a text, in a block after it (Markdown Annotations 0.1). */

const agent = (id: string, name: string, type: Agent['type']) => ({ id: id as AgentId, name, type }) as Agent;
const AUTHORS = [
  agent('mara', 'Mara: a writer, mostly', 'human'),
  agent('muse', 'Muse <base>', 'model'),
  agent('other', 'Other', 'model'),
];

const spans = (...lengths: readonly (readonly [string, number])[]): Spans =>
  lengths.map(([id, length]) => ({ agent: id as AgentId, length }));

test('the block is as iA Writer reads it', () => {
  expect(annotated('I rain 🇩🇪.', spans(['mara', 2], ['muse', 9], ['mara', 1]), AUTHORS)).toBe(
    [
      'I rain 🇩🇪.',
      '',
      '---',
      'Annotations: 0,9 SHA-256 bb0d22c1c1e3b0f7  ',
      '@Mara\\: a writer, mostly <mara>: 0,2 8  ',
      '&Muse base <muse>: 2,6  ',
      '...',
      '',
    ]
      .join('\n')
      .replace('bb0d22c1c1e3b0f7', expectedHash('I rain 🇩🇪.')),
  );
});

function expectedHash(text: string): string {
  return /SHA-256 ([\da-f]{64})/.exec(annotated(text, [], []))?.[1] ?? '';
}

test('the example of the specification is read', () => {
  const text =
    'Markdown Annotations embed authorship in text while preserving its readability and portability.';
  const read = readAnnotations(
    `${text}\n\n---\nAnnotations: 0,95 SHA-256 1132bf5e376a605f5beed4b204456114  \n@Human: 0,20 33,4 45,6 62,4  \n&AI: 20,13 37,8 51,11 66,29  \n...\n`,
  );
  expect(read).toMatchObject({
    kind: 'read',
    text,
    authors: [
      { name: 'Human', id: null, isHuman: true, ranges: [{ from: 0, to: 20 }, {}, {}, {}] },
      { name: 'AI', id: null, isHuman: false, ranges: [{ from: 20, to: 33 }, {}, {}, { from: 66, to: 95 }] },
    ],
  });
});

test('a block of another text, and what only looks like one, are no authors', () => {
  const file = annotated('It rained.\n', spans(['mara', 11]), AUTHORS);
  expect(readAnnotations(file.replace('rained', 'snowed'))).toEqual({ kind: 'changed' });
  for (const text of ['', '---\n...', 'It rained.\n\n---\nA note: of mine\n...\n', 'One\n...'])
    expect(readAnnotations(text)).toEqual({ kind: 'none' });
  // Ranges beyond the text, lines of other kinds, and ranges on several lines.
  const odd = file.replace('0,11  \n...', '0,4\n  4,900000  \n@Mara <mara>: a remark\n&: 2\n...');
  expect(readAnnotations(odd)).toMatchObject({
    kind: 'read',
    text: 'It rained.\n',
    authors: [
      {
        ranges: [
          { from: 0, to: 4 },
          { from: 4, to: 11 },
        ],
      },
      { name: '', id: null, ranges: [{ from: 2, to: 3 }] },
    ],
  });
});

test('law: what is written is read again, with whole characters by the author of their beginnings', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '\n',
    'é',
    'e\u0301',
    '👩‍👩‍👧',
    '\u0301',
    '나',
    '---\n',
    '...\n',
    ':',
    'ไทย',
    '\u{1f1e9}',
  );
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: piece, author: fc.constantFrom('mara', 'muse', 'other') }), {
        maxLength: 40,
      }),
      (pieces) => {
        const text = pieces.map((one) => one.text).join('');
        const own = spans(...pieces.map((one) => [one.author, one.text.length] as const));
        const read = readAnnotations(annotated(text, own, AUTHORS));
        if (read.kind !== 'read') return expect.unreachable();
        expect(read.text).toBe(text);
        const authors = pieces.flatMap((one) => Array.from({ length: one.text.length }, () => one.author));
        for (const { index, segment } of new Intl.Segmenter().segment(text)) {
          const found = read.authors.filter(({ ranges }) =>
            ranges.some(({ from, to }) => from <= index && index + segment.length <= to),
          );
          expect(found.map(({ id }) => id)).toEqual([authors[index]]);
        }
      },
    ),
    { numRuns: 60 },
  );
});
