import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWords } from '../../../src/core/text/count-words.ts';
import { groupBeside } from '../../../src/core/text/word-at.ts';

/** The groups of a line, one after the other. */
function groupsOf(line: string): string[] {
  const groups: string[] = [];
  for (let at = 0; ; ) {
    const group = groupBeside(line, at, 1);
    if (group === null) return groups;
    expect(group.from).toBe(at);
    groups.push(line.slice(group.from, group.to));
    at = group.to;
  }
}

test.each([
  ['“I don’t,” said well-known O’Brien.', '“|I| |don’t|,”| |said| |well-known| |O’Brien|.'],
  ["rock ’n’ roll--and 'go'", "rock| |’|n|’| |roll|--|and| |'|go|'"],
  ['*very* _good_, été e\u0301te\u0301', '*|very|*| |_|good|_,| |été| |e\u0301te\u0301'],
  ['我们在城市的街道上走了。', '我们|在|城市|的|街道|上|走了|。'],
  ['彼女は静かに、ラーメンを', '彼女|は|静か|に|、|ラーメン|を'],
  ['ผู้หญิงเดินไปบ้าน ok', 'ผู้|หญิง|เดิน|ไป|บ้าน| |ok'],
  ['می\u200cخواهم so\u00adft', 'می\u200cخواهم| |so\u00adft'],
  ['👩\u200d👧❤️ a', '👩\u200d👧❤️| |a'],
])('%j is made of %j', (line, groups) => {
  expect(groupsOf(line).join('|')).toBe(groups);
});

const line = fc
  .array(fc.constantFrom('a', 'é', '1', '’', "'", '-', ' ', '.', '*', '\u200c', 'e\u0301', '🏰', 'ж', '\t'), {
    maxLength: 60,
  })
  .map((pieces) => pieces.join(''));

test('both sides of an offset meet at the same borders, and all groups are the line', () => {
  fc.assert(
    fc.property(line, (text) => {
      const groups = groupsOf(text);
      expect(groups.join('')).toBe(text);
      const back: string[] = [];
      for (
        let at = text.length, group = groupBeside(text, at, -1);
        group !== null;
        group = groupBeside(text, at, -1)
      ) {
        back.unshift(text.slice(group.from, group.to));
        at = group.from;
      }
      expect(back).toEqual(groups);
    }),
  );
});

test('each group of letters counts as one word, and the others as none', () => {
  fc.assert(
    fc.property(line, (text) => {
      const groups = groupsOf(text);
      const words = groups.filter((group) => /^[\p{L}\p{N}]/u.test(group));
      expect(words.map(countWords)).toEqual(words.map(() => 1));
      expect(countWords(text)).toBe(words.length);
    }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('เดิน', 'ไป', 'ผู้', ' ', 'a', '1', '’'), { maxLength: 40 }),
      (pieces) => {
        const text = pieces.join('');
        expect(countWords(text)).toBe(
          groupsOf(text).filter((group) => /^[\p{L}\p{N}\p{M}]/u.test(group)).length,
        );
      },
    ),
  );
});

test('in a long line only the neighbourhood is read', () => {
  const long = `${'word '.repeat(200_000)}don’t`;
  expect(groupBeside(long, long.length, -1)).toEqual({
    from: long.length - 5,
    to: long.length,
    isSpace: false,
  });
  expect(groupBeside('x'.repeat(1_000), 500, 1)).toEqual({ from: 300, to: 700, isSpace: false });
});
