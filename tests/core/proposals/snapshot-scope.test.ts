import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineEnd, lineStart } from '../../../src/core/proposals/lines.ts';
import { excerptOf, type SnapshotScope, widestExcerpt } from '../../../src/core/proposals/snapshot-scope.ts';

const NOVEL = [
  '# Part One',
  '',
  'Chapter 1',
  '',
  'The tower stood. 🏰',
  '***',
  'Owls flew.',
  '',
  '## Chapter 2',
  'Nobody came.',
  'Then Anna came.',
  '',
  'EPILOGUE',
  '',
  'They left.',
].join('\n');

function around(words: string): { readonly from: number; readonly to: number } {
  const from = NOVEL.indexOf(words);
  expect(from).toBeGreaterThanOrEqual(0);
  return { from, to: from + words.length };
}

function read(words: string, scope: SnapshotScope): string {
  const { from, to } = excerptOf(NOVEL, around(words), scope);
  return NOVEL.slice(from, to);
}

describe('the excerpt of a scope', () => {
  test('is the whole lines of a selection', () => {
    expect(read('wls', 'selection')).toBe('Owls flew.');
    expect(read('body came.\nThen', 'selection')).toBe('Nobody came.\nThen Anna came.');
    expect(read('Nobody came.\n', 'selection')).toBe('Nobody came.');
  });

  test('is a chapter with all its scenes and headings', () => {
    expect(read('Owls', 'chapter')).toMatch(/^# Part One\n\nChapter 1\n[\s\S]*Owls flew\.\n$/u);
    expect(read('Nobody', 'chapter')).toBe('## Chapter 2\nNobody came.\nThen Anna came.\n');
    expect(read('They', 'chapter')).toBe('EPILOGUE\n\nThey left.');
  });

  test('is each chapter that a selection touches', () => {
    expect(read('Anna came.\n\nEPILOGUE', 'chapter')).toMatch(/^## Chapter 2[\s\S]*They left\.$/u);
  });

  test('is everything', () => {
    expect(read('Owls', 'all')).toBe(NOVEL);
  });
});

describe('the widest excerpt that fits', () => {
  const widest = (words: string, limit: number) => {
    const excerpt = widestExcerpt(NOVEL, around(words), limit);
    return excerpt === null ? null : [excerpt.scope, NOVEL.slice(excerpt.from, excerpt.to)];
  };

  test('narrows from all to a chapter, to paragraphs around the selection, to none', () => {
    expect(widest('Anna', NOVEL.length)).toEqual(['all', NOVEL]);
    expect(widest('Anna', NOVEL.length - 1)).toEqual([
      'chapter',
      '## Chapter 2\nNobody came.\nThen Anna came.\n',
    ]);
    expect(widest('Anna', 30)).toEqual(['selection', 'Nobody came.\nThen Anna came.\n']);
    expect(widest('Anna', 15)).toEqual(['selection', 'Then Anna came.']);
    expect(widest('Anna', 14)).toBeNull();
  });

  test('has whole lines, holds the selection and fits', () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', '🏰', '\n', '# x\n', '\n\n'), maxLength: 40 });
    fc.assert(
      fc.property(anyText, fc.nat(80), fc.nat(60), (text, offset, limit) => {
        const at = Math.min(offset, text.length);
        const excerpt = widestExcerpt(text, { from: at, to: at }, limit);
        const line = { from: lineStart(text, at), to: lineEnd(text, at) };
        if (excerpt === null) {
          expect(line.to - line.from).toBeGreaterThan(limit);
          return;
        }
        const { from, to } = excerpt;
        expect(to - from).toBeLessThanOrEqual(limit);
        expect([lineStart(text, from), lineEnd(text, to)]).toEqual([from, to]);
        expect(from <= at && at <= to).toBe(true);
      }),
    );
  });
});
