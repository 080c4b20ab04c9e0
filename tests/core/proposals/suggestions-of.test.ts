import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlannedSuggestion } from '../../../src/core/proposals/proposal.ts';
import {
  type PlannedEdits,
  spliceOfSuggestion,
  suggestionsOf,
} from '../../../src/core/proposals/suggestions-of.ts';
import { type SpannedText, sliceSpans, spansLength, wholeSpans } from '../../../src/core/text/span.ts';
import { applyChange, applySplice } from '../../../src/core/text/splice.ts';
import { isInsidePair } from '../../../src/core/text/surrogate-pair.ts';
import { MODEL, rangesIn, WRITER } from '../../helpers/arbitrary-text.ts';

/** Replaces, each as a hunk of its own, what occurs once in the text. */
function replacing(text: string, ...replacements: readonly (readonly [string, string])[]): PlannedEdits {
  return replacements.map(([old, insert], index) => {
    const from = text.indexOf(old);
    expect(from).toBeGreaterThanOrEqual(0);
    expect(text.indexOf(old, from + 1)).toBe(-1);
    return { hunk: index + 1, from, to: from + old.length, insert };
  });
}

/** `before[-removed-]{+inserted+}after` */
function show(text: string, edits: PlannedEdits): readonly string[] {
  return suggestionsOf(text, edits).map(({ before, removed, inserted, after }) => {
    const struck = removed === '' ? '' : `[-${removed}-]`;
    return `${before}${struck}${inserted === '' ? '' : `{+${inserted}+}`}${after}`;
  });
}

describe('suggestions', () => {
  const text = 'It was a dark night. The rain fell in torrents. Nobody was about.\n\nAnna slept.';

  test('are the words that a line changes, each with its sentence', () => {
    const line = text.split('\n')[0] ?? '';
    const edits = replacing(text, [
      line,
      'It was a bright night. The rain fell in torrents. Somebody was about.',
    ]);
    expect(show(text, edits)).toEqual([
      'It was a [-dark-]{+bright+} night. ',
      '[-Nobody-]{+Somebody+} was about.',
    ]);
  });

  test('in one sentence are one, though two hunks make them', () => {
    const edits = replacing(text, ['The rain', 'The snow'], ['torrents', 'flakes']);
    expect(show(text, edits)).toEqual(['The [-rain fell in torrents-]{+snow fell in flakes+}. ']);
    expect(suggestionsOf(text, edits)[0]?.hunk).toBe(1);
  });

  test('with fewer than 12 characters between them are one', () => {
    const short = 'He ran. Then she ran. Then they walked home.';
    expect(show(short, replacing(short, ['He ran', 'He sat'], ['she ran', 'she sat']))).toEqual([
      'He [-ran. Then she ran-]{+sat. Then she sat+}. ',
    ]);
    expect(show(short, replacing(short, ['He', 'It'], ['home', 'away']))).toHaveLength(2);
  });

  test('of several hunks are never one across a paragraph, however little is between them', () => {
    const [rain, anna] = ['Nobody was about', 'Anna'];
    const edits = replacing(text, [rain, 'Nobody stirred'], [anna, 'Berta']);
    expect(show(text, edits)).toEqual(['Nobody [-was about-]{+stirred+}.', '[-Anna-]{+Berta+} slept.']);
    const together = replacing(text, [`${rain}.\n\n${anna}`, 'Nobody stirred.\n\nBerta']);
    expect(show(text, together)).toEqual(['Nobody [-was about.\n\nAnna-]{+stirred.\n\nBerta+} slept.']);
  });

  test('are one in a paragraph that loses two thirds of its words, with one block for another', () => {
    const old = 'The old house stood on the hill. Nobody had lived in it for years. The doors were shut.';
    const rewritten = 'A new barn lay by the river. Many people worked in it by day. The gates were open.';
    const [only, ...more] = suggestionsOf(`${old}\n\nEnd.`, replacing(old, [old, rewritten]));
    expect(more).toEqual([]);
    expect(only && spliceOfSuggestion(only)).toEqual([
      { from: 0, to: old.length - 1, insert: rewritten.slice(0, -1) },
    ]);
  });

  test('in a paragraph that keeps more than a third of its words are apart, word by word', () => {
    const old = 'The old house stood on the hill. Nobody had lived in it for years. The doors were shut.';
    const edits = replacing(old, ['old', 'new'], ['hill', 'moor'], ['doors', 'gates']);
    expect(show(old, edits)).toEqual([
      'The [-old house stood on the hill-]{+new house stood on the moor+}. ',
      'The [-doors-]{+gates+} were shut.',
    ]);
    const [first] = suggestionsOf(old, edits);
    expect(first && spliceOfSuggestion(first).map(({ insert }) => insert)).toEqual(['new', 'moor']);
  });

  test('that insert between two sentences have both as their footprint, and are apart from them', () => {
    const at = text.indexOf('Nobody');
    expect(show(text, [{ hunk: 1, from: at, to: at, insert: 'It was cold. ' }])).toEqual([
      'The rain fell in torrents. {+It was cold. +}Nobody was about.',
    ]);
    const both = [
      ...replacing(text, ['rain', 'snow']),
      { hunk: 2, from: at, to: at, insert: 'It was cold. ' },
    ];
    expect(show(text, both)).toHaveLength(2);
  });

  test('between paragraphs have the sentences around as their footprint', () => {
    const at = text.indexOf('\n\n') + 1;
    expect(show(text, [{ hunk: 1, from: at, to: at, insert: '\nNew.\n' }])).toEqual([
      'Nobody was about.\n{+\nNew.\n+}\nAnna slept.',
    ]);
    expect(show(text, replacing(text, ['\n\n', ' ']))).toEqual(['Nobody was about.[-\n\n-]{+ +}Anna slept.']);
  });

  test('that remove a paragraph have its sentences as their footprint', () => {
    expect(show(text, replacing(text, ['\n\nAnna slept.', '']))).toEqual(['[-\n\nAnna slept.-]']);
  });

  test('of an empty text insert all', () => {
    expect(show('', [{ hunk: 1, from: 0, to: 0, insert: 'Once.' }])).toEqual(['{+Once.+}']);
    expect(suggestionsOf(text, [])).toEqual([]);
  });

  test('in a line without sentences have a footprint of some thousand characters', () => {
    const long = 'word '.repeat(50_000);
    const edits = [{ hunk: 1, from: 125_000, to: 125_004, insert: 'bird' }];
    const [suggestion] = suggestionsOf(long, edits);
    expect(suggestion).toMatchObject({ removed: 'word', inserted: 'bird' });
    expect(`${suggestion?.before}${suggestion?.after}`.length).toBeLessThanOrEqual(4_000);
  });
});

const WORDS = [
  'the',
  'tower',
  'fell. ',
  'And',
  'the river ran. ',
  '🏰',
  '“Who?”',
  '\n',
  '\n\n',
  ', ',
  ' ',
  '漢字',
  'é',
];
const anyProse = fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(' '));

/** A text with edits that a directive could make. */
const textAndEdits = anyProse.chain((text) =>
  rangesIn(text.length, 5)
    .chain((ranges) =>
      fc.tuple(...ranges.map((range) => anyProse.map((words) => ({ ...range, insert: words.slice(0, 30) })))),
    )
    .map((edits) => ({
      text,
      edits: edits
        .filter(({ from, to, insert }) => {
          const isCut = isInsidePair(text, from) || isInsidePair(text, to) || !insert.isWellFormed();
          return !isCut && text.slice(from, to) !== insert;
        })
        .map((edit, index) => ({ hunk: index + 1, ...edit })),
    })),
);

function accept(text: string, suggestions: readonly PlannedSuggestion[]): SpannedText {
  let result: SpannedText = { text, spans: wholeSpans(WRITER, text.length) };
  for (const { from, ...suggestion } of suggestions.toReversed()) {
    for (const splice of spliceOfSuggestion(suggestion).toReversed()) {
      const spans = wholeSpans(MODEL, splice.insert.length);
      const placed = { from: from + splice.from, to: from + splice.to, insert: splice.insert };
      result = applySplice(result, { ...placed, spans });
    }
  }
  return result;
}

describe('accepting suggestions', () => {
  test('all of them gives the planned text', () => {
    fc.assert(
      fc.property(textAndEdits, ({ text, edits }) => {
        expect(accept(text, suggestionsOf(text, edits)).text).toBe(applyChange(text, edits));
      }),
    );
  });

  test('any of them changes what these say, and nothing else, with exact authors', () => {
    fc.assert(
      fc.property(textAndEdits, fc.infiniteStream(fc.boolean()), ({ text, edits }, choices) => {
        const accepted = suggestionsOf(text, edits).filter(() => choices.next().value);
        const result = accept(text, accepted);
        const change = accepted.map(({ from, to, inserted }) => ({ from, to, insert: inserted }));
        expect(result.text).toBe(applyChange(text, change));
        // Outside the suggestions, every character is still the writer's.
        let reached = 0;
        let shift = 0;
        for (const { from, to, removed, inserted, before, after } of [...accepted, endOf(text)]) {
          expect(sliceSpans(result.spans, reached + shift, from + shift)).toEqual(
            wholeSpans(WRITER, from - reached),
          );
          const written = sliceSpans(result.spans, from + shift, from + shift + inserted.length);
          const byModel = spansLength(written.filter(({ agent }) => agent === MODEL));
          const splices = spliceOfSuggestion({ removed, inserted, before, after });
          expect(byModel).toBe(splices.reduce((sum, { insert }) => sum + insert.length, 0));
          shift += inserted.length - removed.length;
          reached = to;
        }
      }),
    );
  });
});

function endOf(text: string): Omit<PlannedSuggestion, 'hunk'> {
  return { from: text.length, to: text.length, removed: '', inserted: '', before: '', after: '' };
}

test('suggestions are in order, apart, divide no character, and their footprint is the text there', () => {
  fc.assert(
    fc.property(textAndEdits, ({ text, edits }) => {
      let reached = 0;
      for (const suggestion of suggestionsOf(text, edits)) {
        const { from, to, removed, inserted, before, after } = suggestion;
        expect(from).toBeGreaterThanOrEqual(reached);
        reached = to;
        expect(text.slice(from - before.length, to + after.length)).toBe(before + removed + after);
        expect(text.slice(from, to)).toBe(removed);
        expect(inserted).not.toBe(removed);
        for (const piece of [removed, inserted, before, after]) expect(piece.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('a part of a word is not a suggestion: the word is', () => {
  const text = 'Nobody had lived in it for years and years.';
  const at = text.indexOf('year');
  const one = suggestionsOf(text, [{ hunk: 1, from: at, to: at + 4, insert: 'decade' }]);
  expect(one.map(({ removed, inserted }) => [removed, inserted])).toEqual([['years', 'decades']]);
  const two = suggestionsOf(text, [
    { hunk: 1, from: at, to: at + 1, insert: 'Y' },
    { hunk: 1, from: at + 4, to: at + 5, insert: '' },
  ]);
  expect(two.map(({ removed, inserted }) => [removed, inserted])).toEqual([['years', 'Year']]);
});
