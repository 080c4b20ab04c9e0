import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildDiff } from '../../../../src/core/proposals/patch/build-diff.ts';
import { fold } from '../../../../src/core/proposals/patch/fold-words.ts';
import { LONGEST_QUOTE } from '../../../../src/core/proposals/patch/hunk.ts';
import { planPassage } from '../../../../src/core/proposals/patch/plan-passage.ts';
import {
  MAX_HUNKS,
  MAX_PATCH_LENGTH,
  planFittingHunks,
  planPatch,
} from '../../../../src/core/proposals/patch/plan-patch.ts';
import { applyChange } from '../../../../src/core/text/splice.ts';
import { isInsidePair } from '../../../../src/core/text/surrogate-pair.ts';
import { patchCases } from './corpus.ts';

const CASES = patchCases();
const WORDS =
  'the tower stood on a hill — and nobody… “went” there but owls 🏰 🦉 old, cold. don’t café 漢字'.split(' ');
const anyParagraph = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 });
const anyManuscript = fc
  .array(fc.oneof(anyParagraph, fc.constant([])), { minLength: 1, maxLength: 12 })
  .map((paragraphs) => paragraphs.map((words) => words.join(' ')).join('\n'));

/** An answer of the corpus with lines lost, moved, repeated and spoilt. */
const anySpoiltAnswer = fc
  .tuple(
    fc.constantFrom(...CASES),
    fc.array(fc.record({ at: fc.nat(30), from: fc.nat(30), how: fc.nat(4) }), { maxLength: 4 }),
  )
  .map(([{ text, answer }, changes]) => {
    const lines = answer.split('\n');
    for (const { at, from, how } of changes) {
      const line = lines[from % lines.length] ?? '';
      if (how === 0) lines.splice(at, 1);
      if (how === 1) lines.splice(at, 0, line);
      if (how === 2) lines.splice(at, 1, line.slice(1));
      if (how === 3) lines.splice(at, 1, `${'+- @'.charAt(from % 4)}${line.slice(1)}`);
      if (how === 4) lines.splice(at, 1, line.slice(0, from));
    }
    return { text, answer: lines.join('\n') };
  });

/** An answer that has parts of the text in it, with any signs. */
const anySignedAnswer = anyManuscript.chain((text) => {
  const anyLine = fc.oneof(fc.constantFrom(...text.split('\n')), fc.constantFrom(...WORDS, '...', '', '```'));
  const anySigned = fc
    .tuple(
      fc.constantFrom(' ', '-', '+', '', '@@', '<<<<<<< SEARCH\n', '=======\n', '>>>>>>> REPLACE\n'),
      anyLine,
    )
    .map(([sign, line]) => sign + line);
  return fc
    .array(anySigned, { maxLength: 12 })
    .map((lines) => ({ text, answer: ['@@ -1 +1 @@', ...lines].join('\n') }));
});

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const plain = (line: string) =>
  line.replaceAll(/[“”]/g, '"').replaceAll('’', "'").replaceAll('—', '--').replaceAll('…', '...');

describe('any answer', () => {
  it('is planned or refused, and removes no word that it does not name', () => {
    fc.assert(
      fc.property(fc.oneof(anySpoiltAnswer, anySignedAnswer), ({ text, answer }) => {
        const plan = planPatch(text, answer, true);
        if ('refusal' in plan) {
          const { expected, actual, hunk, hunks } = plan.refusal;
          for (const quote of [expected, actual])
            expect(quote?.length ?? 0).toBeLessThanOrEqual(LONGEST_QUOTE);
          expect(hunk ?? 0).toBeLessThanOrEqual(hunks);
        } else expect(plan.edits.length).toBeGreaterThan(0);
        const edits = 'edits' in plan ? plan.edits : planFittingHunks(text, answer, true);
        const known = new Set([answer, answer.replaceAll(/\\[nr]/g, ' ')].flatMap(wordsOf));
        let reached = 0;
        for (const { from, to, insert } of edits) {
          expect(from).toBeGreaterThanOrEqual(reached);
          expect(text.slice(from, to)).not.toBe(insert);
          expect(isInsidePair(text, from) || isInsidePair(text, to)).toBe(false);
          // A splice may begin or end inside a word, of which the answer names the whole.
          for (const word of wordsOf(text.slice(from, to)).slice(1, -1)) expect(known).toContain(word);
          reached = to;
        }
        expect(reached).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('that repeats the text with other typography changes no more than the words it changes', () => {
    fc.assert(
      fc.property(anyManuscript, fc.nat(), (text, seed) => {
        const words = text.split(' ');
        const at = seed % words.length;
        // A word of its own, so that there is one place.
        const marked = words.with(at, `${words[at]} Unique`).join(' ');
        const wanted = marked.replace('Unique', 'changed');
        const sent = plain(marked).split('\n');
        const answer = `<<<<<<< SEARCH\n${sent.join('\n')}\n=======\n${plain(wanted)}\n>>>>>>> REPLACE`;
        const plan = planPatch(marked, answer, true);
        if (!('edits' in plan)) expect(plan.refusal.reason).toBe('none');
        else if (plain(marked) !== marked) expect(applyChange(marked, plan.edits)).toBe(wanted);
      }),
    );
  });

  it('that is a passage written anew becomes the words of that passage, whatever was there', () => {
    fc.assert(
      fc.property(anyManuscript, anyManuscript, fc.boolean(), (text, content, isPlain) => {
        const sent = isPlain ? plain(content) : content;
        const range = { from: 0, to: text.length };
        const plan = planPassage(text, { range, content: sent });
        const result = 'edits' in plan ? applyChange(text, plan.edits) : text;
        if ('refusal' in plan) expect(plan.refusal.reason).toBe('empty');
        expect(wordsOf(result)).toEqual(wordsOf(sent));
      }),
    );
  });

  it('that is all or nothing: one hunk that does not fit refuses those that do', () => {
    fc.assert(
      fc.property(anyManuscript, (text) => {
        const diff = buildDiff(text, `${text}\nOne more line.`);
        const plan = planPatch(text, `${diff}@@ -900 +900 @@\n-No line says this.\n+At all.\n`, true);
        expect('refusal' in plan && plan.refusal).toMatchObject({
          reason: 'context_mismatch',
          hunk: 2,
          hunks: 2,
        });
      }),
    );
  });

  it('is refused unread if it is too long or has too many hunks', () => {
    const refused = (answer: string) => {
      const plan = planPatch('One.', answer, true);
      return 'refusal' in plan ? plan.refusal : null;
    };
    const nothing = { hunk: null, hunks: 0, header: null, expected: null, actual: null };
    expect(refused('x'.repeat(MAX_PATCH_LENGTH + 1))).toEqual({ reason: 'too_large', ...nothing });
    expect(refused('@@\n-One.\n+Two.\n'.repeat(MAX_HUNKS + 1))).toEqual({ reason: 'too_large', ...nothing });
    const block = '<<<<<<< SEARCH\nOne.\n=======\nTwo.\n>>>>>>> REPLACE\n';
    expect(refused(block.repeat(MAX_HUNKS + 1))?.reason).toBe('too_large');
    expect(refused(block.repeat(MAX_HUNKS))).toBeNull();
  });

  describe('that is refused', () => {
    const TEXT = 'One.\n\nTwo.\n\nThree.';
    const block = (search: string, replace: string) =>
      `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;
    const taken = (answer: string, isWhole = true) =>
      applyChange(TEXT, planFittingHunks(TEXT, answer, isWhole));

    it.each([
      ['beside one that does not fit', `${block('Ten.', 'X.')}${block('Two.', 'Twelve.')}`],
      ['beside one with a remark', `${block('One.', 'One.\n[rest unchanged]')}${block('Two.', 'Twelve.')}`],
      ['after one without an end', `<<<<<<< SEARCH\nOne.\n=======\nEl\n${block('Two.', 'Twelve.')}`],
      ['before one without a divider', `${block('Two.', 'Twelve.')}<<<<<<< SEARCH\nOne.\n>>>>>>> REPLACE\n`],
      ['before a hunk that is malformed', '@@\n-Two.\n+Twelve.\n@@\n-One.\n!Eleven.\n'],
      ['of JSON', '[{"old": "Two.", "new": "Twelve."}, {"old": "Ten.", "new": "X."}]'],
    ])('has what can be taken: %s', (_what, answer) => {
      expect(planPatch(TEXT, answer, true)).toHaveProperty('refusal');
      expect(taken(answer)).toBe('One.\n\nTwelve.\n\nThree.');
    });

    it('because it was cut off has what is whole', () => {
      expect(taken(`${block('Two.', 'Twelve.')}<<<<<<< SEARCH\nOne.\n=======\nEl`, false)).toContain(
        'Twelve.',
      );
      // The last hunk of a diff may go on.
      expect(taken('@@\n-Two.\n+Twelve.\n@@\n-One.\n+El', false)).toBe('One.\n\nTwelve.\n\nThree.');
      expect(taken('@@\n-Two.\n+Twel', false)).toBe(TEXT);
    });

    it.each([
      ['changes the same words twice', block('Two.', 'Twelve.') + block('Two.', 'Twenty.')],
      ['is for two files', `a.txt\n${block('One.', 'Eleven.')}b.txt\n${block('Two.', 'Twelve.')}`],
      ['is empty', ''],
    ])('has nothing to take if it %s', (_what, answer) => {
      expect(taken(answer)).toBe(TEXT);
    });
  });

  it('that does not fit is refused with what it expected and what is there', () => {
    const plan = planPatch(
      'One.\n\nThe rain fell on the old house.\n',
      '@@ -3 +3 @@ One.\n-The rain fell on the new house.\n+The snow fell.',
      true,
    );
    expect(plan).toEqual({
      refusal: {
        reason: 'context_mismatch',
        hunk: 1,
        hunks: 1,
        header: '@@ -3 +3 @@ One.',
        expected: 'The rain fell on the new house.',
        actual: 'The rain fell on the old house.',
      },
    });
  });
});
