import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';
import {
  type AnsweredPart,
  type AnswerRange,
  divideAnswer,
  type ReplacingText,
} from '../../../src/core/rewrites/divide-answer.ts';
import { concatSpans, equalSpans, sliceSpans, spansLength, wholeSpans } from '../../../src/core/text/span.ts';
import { MODEL, spansOfLength, WRITER } from '../../helpers/arbitrary-text.ts';
import '../../helpers/fast-check-runs.ts';

const AGENT = 'rewriter' as AgentId;

const idOf = (index: number) => `node ${index}` as NodeId;

/** `It was <cold. /He walked/ home.> He slept.` is replaced from `<` to `>`, and has three nodes; by the writer. */
function partsOf(page: string): readonly AnsweredPart[] {
  return page.split('/').map((marked, index, all) => {
    const text = marked.replaceAll(/[<>]/g, '');
    const from = index === 0 ? marked.indexOf('<') : 0;
    const to = index === all.length - 1 ? marked.replace('<', '').indexOf('>') : text.length;
    return { nodeId: idOf(index), text, spans: wholeSpans(WRITER, text.length), from, to };
  });
}

const answerOf = (text: string): ReplacingText => ({ text, ranges: [{ from: 0, to: text.length, at: 0 }] });

/** The new texts, with what the agent wrote in brackets. */
function show(parts: readonly AnsweredPart[], answer: string): readonly string[] {
  return divideAnswer(parts, answerOf(answer), AGENT).map(({ nodeId, text, spans }) => {
    let at = 0;
    const runs = spans.map(({ agent, length }) => {
      const run = text.slice(at, at + length);
      at += length;
      return agent === AGENT ? `[${run}]` : run;
    });
    return `${nodeId}: ${runs.join('')}`;
  });
}

describe('an answer is divided', () => {
  test.each([
    ['one word', 'He <walked> home.', 'strolled', ['node 0: He [strolled] home.']],
    ['kept words', '<He walked home slowly.>', 'He strolled home.', ['node 0: He [strolled] home.']],
    [
      'among the nodes it replaces',
      'It was <cold. /He walked/ home.> He slept.',
      'wet. He ran home.',
      ['node 0: It was [wet]. ', 'node 1: He [ran]'],
    ],
    [
      'whole, to the first node that loses text',
      'It was <cold. /Nobody> came.',
      'silent everywhere',
      ['node 0: It was [silent everywhere]', 'node 1:  came.'],
    ],
    [
      'at a boundary, to the node that ends there',
      '<It was cold./He slept.>',
      'It was cold. So He slept.',
      ['node 0: It was cold.[ So ]'],
    ],
    ['at the start', '<>It was cold.', 'Then ', ['node 0: [Then ]It was cold.']],
    ['in a text without spaces', '<我们去山上>', '我们去海上', ['node 0: 我们去[海]上']],
    ['as nothing', 'He <walked> home.', '', ['node 0: He  home.']],
  ])('%s', (_name, page, answer, expected) => {
    expect(show(partsOf(page), answer)).toEqual(expected);
  });

  test('after a hidden split, to what follows', () => {
    const [first, second] = partsOf('<It was cold./He slept.>');
    if (first === undefined || second === undefined) throw new Error('two parts');
    const inserted = 'It was cold. Later He slept.';
    expect(show([first, second], inserted)).toEqual(['node 0: It was cold.[ Later ]']);
    expect(show([{ ...first, hiddenSplit: true }, second], inserted)).toEqual(['node 1: [ Later ]He slept.']);
  });

  test('into no versions if it is what it replaces', () => {
    expect(show(partsOf('He <walked /home.>'), 'walked home.')).toEqual([]);
    expect(show([], '')).toEqual([]);
  });

  test('with white space of the replaced text kept, and no range for a space of the program’s', () => {
    const [version] = divideAnswer(
      partsOf('It rained.< He walked. >Then'),
      { text: ' He ran. ', ranges: [{ from: 5, to: 12, at: 1 }] },
      AGENT,
    );
    expect(version).toEqual({
      nodeId: idOf(0),
      text: 'It rained. He ran. Then',
      spans: [
        { agent: WRITER, length: 14 },
        { agent: AGENT, length: 3 },
        { agent: WRITER, length: 6 },
      ],
      ranges: [{ from: 8, to: 11, at: 14 }],
      changes: [{ from: 14, to: 20, insert: 'ran' }],
    });
    const [bridged] = divideAnswer(
      partsOf('It rained.<>Then'),
      { text: ' He ran. ', ranges: [{ from: 0, to: 7, at: 1 }] },
      AGENT,
    );
    expect(bridged).toEqual({
      nodeId: idOf(0),
      text: 'It rained. He ran. Then',
      spans: [
        { agent: WRITER, length: 10 },
        { agent: AGENT, length: 9 },
        { agent: WRITER, length: 4 },
      ],
      ranges: [{ from: 0, to: 7, at: 11 }],
      changes: [{ from: 10, to: 10, insert: ' He ran. ' }],
    });
  });

  test('of an answer of pieces, into the runs of each', () => {
    const [version] = divideAnswer(
      partsOf('<a tower b>'),
      {
        text: 'a castle and moat b',
        ranges: [
          { from: 100, to: 108, at: 0 },
          { from: 200, to: 211, at: 8 },
        ],
      },
      AGENT,
    );
    expect(version?.ranges).toEqual([
      { from: 102, to: 108, at: 2 },
      { from: 200, to: 209, at: 8 },
    ]);
  });
});

const WORDS = 'the tower stood on a hill nobody went there 🏰 old, cold. “Who?” don’t 漢字 𝒜𝒷 \n'.split(' ');
const anyProse = fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(' '));
const anyLine = anyProse.map((text) => text.replaceAll('\n', 'x'));
const anyText = fc.oneof(
  anyProse,
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed()),
);

/** Starts of characters, and the end of the text. */
function boundariesOf(text: string): readonly number[] {
  let at = 0;
  return [0, ...Array.from(text, ({ length }) => (at += length))];
}

const anyParts: fc.Arbitrary<readonly AnsweredPart[]> = fc
  .array(
    anyText.chain((text) => fc.record({ text: fc.constant(text), spans: spansOfLength(text.length) })),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .chain((texts) =>
    fc.record({
      texts: fc.constant(texts),
      start: fc.nat(),
      end: fc.nat(),
      splits: fc.array(fc.boolean(), { minLength: 4 }),
    }),
  )
  .map(({ texts, start, end, splits }) =>
    texts.map(({ text, spans }, index): AnsweredPart => {
      const boundaries = boundariesOf(text);
      const place = (at: number) => boundaries[at % boundaries.length] ?? 0;
      const from = index === 0 ? place(start) : 0;
      const to = index === texts.length - 1 ? Math.max(from, place(end)) : text.length;
      return { nodeId: idOf(index), text, spans, from, to, hiddenSplit: splits[index] ?? false };
    }),
  );

/** An answer that keeps some words, and pieces of which come from a raw answer. */
const anyCase = anyParts.chain((parts) => {
  const replaced = parts.map(({ text, from, to }) => text.slice(from, to)).join('');
  return fc
    .record({
      text: fc.oneof(
        anyText,
        fc.constant(replaced),
        fc.tuple(anyText, fc.nat()).map(([text, at]) => {
          const boundary = boundariesOf(replaced)[at % boundariesOf(replaced).length] ?? 0;
          return replaced.slice(0, boundary) + text + replaced.slice(boundary);
        }),
      ),
      cuts: fc.array(fc.nat(), { maxLength: 6 }),
      noise: anyText,
    })
    .map(({ text, cuts, noise }) => ({ parts, replaced, ...rawAnswer(text, cuts, noise) }));
});

/** The raw answer has each other piece of the text, with noise before each. */
function rawAnswer(text: string, cuts: readonly number[], noise: string) {
  const boundaries = boundariesOf(text);
  const offsets = cuts.map((cut) => boundaries[cut % boundaries.length] ?? 0).toSorted((a, b) => a - b);
  let raw = '';
  const ranges: AnswerRange[] = [];
  for (const [index, at] of [0, ...offsets].entries()) {
    const piece = text.slice(at, offsets[index]);
    if (index % 2 === 1 || piece === '') continue;
    raw += noise;
    ranges.push({ from: raw.length, to: raw.length + piece.length, at });
    raw += piece;
  }
  return { raw, answer: { text, ranges } };
}

describe('for any parts and answer', () => {
  test('the new texts are what is around the parts and the answer, and unchanged nodes have no version', () => {
    fc.assert(
      fc.property(anyCase, ({ parts, replaced, answer }) => {
        const versions = divideAnswer(parts, answer, AGENT);
        const texts = parts.map(
          ({ nodeId, text }) => versions.find((version) => version.nodeId === nodeId)?.text ?? text,
        );
        const before = parts[0]?.text.slice(0, parts[0].from) ?? '';
        const last = parts.at(-1);
        expect(texts.join('')).toBe(before + answer.text + (last?.text.slice(last.to) ?? ''));
        if (replaced === answer.text) expect(versions).toEqual([]);
        for (const { nodeId, text, spans } of versions) {
          expect(text).not.toBe(parts.find((part) => part.nodeId === nodeId)?.text);
          expect(text.isWellFormed()).toBe(true);
          expect(spansLength(spans)).toBe(text.length);
        }
      }),
    );
  });

  test('what is not replaced keeps its authors', () => {
    fc.assert(
      fc.property(anyCase, ({ parts, answer }) => {
        for (const { nodeId, text, spans } of divideAnswer(parts, answer, AGENT)) {
          const part = parts.find((one) => one.nodeId === nodeId);
          if (part === undefined) throw new Error(`no part ${nodeId}`);
          const after = part.text.length - part.to;
          expect(sliceSpans(spans, 0, part.from)).toEqual(sliceSpans(part.spans, 0, part.from));
          expect(sliceSpans(spans, text.length - after, text.length)).toEqual(
            sliceSpans(part.spans, part.to, part.text.length),
          );
        }
      }),
    );
  });

  test('each range is that text of the raw answer, by the agent, and whole characters', () => {
    fc.assert(
      fc.property(anyCase, ({ parts, raw, answer }) => {
        for (const { text, spans, ranges } of divideAnswer(parts, answer, AGENT)) {
          let reached = 0;
          for (const { from, to, at } of ranges) {
            expect(at).toBeGreaterThanOrEqual(reached);
            reached = at + to - from;
            const run = text.slice(at, reached);
            expect(run).toBe(raw.slice(from, to));
            expect(run).not.toBe('');
            expect(run.isWellFormed()).toBe(true);
            expect(sliceSpans(spans, at, reached)).toEqual([{ agent: AGENT, length: run.length }]);
          }
        }
      }),
    );
  });

  test('without the agent’s runs, a new text is what is left of the old one, with its authors', () => {
    fc.assert(
      fc.property(anyCase, ({ parts, answer }) => {
        for (const { nodeId, text, spans } of divideAnswer(parts, answer, AGENT)) {
          const old = parts.find((one) => one.nodeId === nodeId);
          if (old === undefined) throw new Error(`no part ${nodeId}`);
          let at = 0;
          let oldAt = 0;
          for (const { agent, length } of spans) {
            const run = { from: at, to: at + length };
            at = run.to;
            if (agent === AGENT) continue;
            for (const character of text.slice(run.from, run.to)) {
              const found = findBy(old, character, oldAt, agent);
              expect(found).toBeGreaterThanOrEqual(0);
              oldAt = found + character.length;
            }
          }
        }
      }),
    );
  });

  function findBy(old: AnsweredPart, character: string, from: number, agent: AgentId): number {
    for (let at = old.text.indexOf(character, from); at >= 0; at = old.text.indexOf(character, at + 1)) {
      if (sliceSpans(old.spans, at, at + 1)[0]?.agent === agent) return at;
    }
    return -1;
  }

  test('what was replaced by one model and is kept by another stays the first one’s', () => {
    fc.assert(
      fc.property(anyLine, fc.nat(), (kept, at) => {
        const boundary = kept.lastIndexOf(' ', at % (kept.length + 1)) + 1;
        const part = {
          nodeId: idOf(0),
          text: kept,
          spans: wholeSpans(MODEL, kept.length),
          from: 0,
          to: kept.length,
        };
        const text = `${kept.slice(0, boundary)}entirely ${kept.slice(boundary)}`;
        const [version] = divideAnswer([part], answerOf(text), AGENT);
        const added = 'entirely '.length;
        expect(spansLength((version?.spans ?? []).filter(({ agent }) => agent === AGENT))).toBe(added);
        expect(
          equalSpans(
            (version?.spans ?? []).filter(({ agent }) => agent !== AGENT),
            concatSpans(part.spans),
          ),
        ).toBe(true);
      }),
    );
  });
});
