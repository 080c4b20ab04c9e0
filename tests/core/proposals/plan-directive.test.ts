import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { TextDirective } from '../../../src/core/proposals/directive.ts';
import { findTarget, planDirective, type SeenText } from '../../../src/core/proposals/plan-directive.ts';
import { applyChange } from '../../../src/core/text/splice.ts';

const TEXT = 'The tower 🏰 stood.';
const seen: SeenText = { text: TEXT, caret: 3, selection: { from: 4, to: 9 } };

function directive<A extends TextDirective['action']>(
  action: A,
  more: Partial<TextDirective> = {},
): TextDirective & { readonly action: A } {
  const plain = { version: null, content: 'castle', range: null, fingerprint: null, rationale: null };
  return { ...plain, ...more, action };
}

function textAfter(asked: TextDirective & { readonly action: 'insert' | 'replace' }): string | undefined {
  const { edits } = planDirective(asked, seen);
  return edits === null ? undefined : applyChange(TEXT, edits);
}

describe('the plan of a directive', () => {
  test('inserts at the caret and replaces the selection', () => {
    expect(textAfter(directive('insert', { content: ' old' }))).toBe('The old tower 🏰 stood.');
    expect(textAfter(directive('replace'))).toBe('The castle 🏰 stood.');
    expect(textAfter(directive('replace', { content: '' }))).toBe('The  🏰 stood.');
  });

  test('takes the range that is given', () => {
    expect(textAfter(directive('insert', { range: { from: 0, to: 0 }, content: 'x\r\n' }))).toBe(
      `x\n${TEXT}`,
    );
    expect(textAfter(directive('replace', { range: { from: 0, to: 9 }, content: 'It' }))).toBe(
      'It 🏰 stood.',
    );
  });

  test('is empty if the text says that already', () => {
    expect(planDirective(directive('replace', { content: 'tower' }), seen).edits).toEqual([]);
  });

  test('is unsure if the fingerprint is that of another text', () => {
    const isUnsure = (fingerprint: string) => planDirective(directive('replace', { fingerprint }), seen);
    expect(isUnsure(sha256('tower'))).toMatchObject({ unsure: false });
    expect(isUnsure(sha256('tower').slice(0, 8))).toMatchObject({ unsure: false });
    expect(isUnsure(sha256('castle'))).toMatchObject({ unsure: true });
    expect(textAfter(directive('replace', { fingerprint: sha256('x') }))).toBe('The castle 🏰 stood.');
  });

  test('fails without a range', () => {
    const nothing: SeenText = { text: TEXT, caret: null, selection: { from: 2, to: 2 } };
    for (const action of ['insert', 'replace', 'annotate'] as const) {
      expect(findTarget(directive(action), nothing).problem).toMatchObject({
        field: 'target_range',
        code: 'missing',
      });
    }
  });

  test('fails with a range that is not in the text or splits a character', () => {
    const problemOf = (from: number, to: number) =>
      findTarget(directive('replace', { range: { from, to } }), seen).problem;
    expect(problemOf(0, TEXT.length)).toBeNull();
    expect(problemOf(0, TEXT.length + 1)).toMatchObject({ code: 'outside', limit: TEXT.length });
    expect(problemOf(11, 12)).toMatchObject({ code: 'splits_character' });
    expect(problemOf(10, 11)).toMatchObject({ code: 'splits_character' });
  });
});
