import { expect, test } from 'vitest';
import { foldKey, foldWithPlaces } from '../../../src/core/lore/fold-places.ts';
import { KeyMatcher } from '../../../src/core/lore/key-matcher.ts';

/** The words of a text that a key finds last; null if it is not there, or what is wrong with the key. */
function found(key: string, text: string): string | null {
  const matcher = new KeyMatcher([key]);
  const place = matcher.isPattern(0) ? matcher.findPattern(0, text) : matcher.findWords(text).get(0);
  if (matcher.faultOf(0) !== null) return `refused: ${matcher.faultOf(0)}`;
  return place == null ? null : text.slice(place.from, place.to);
}

test.each([
  ['Marie', 'She was Marie.', 'Marie'],
  ['marie', 'MARIE’S', 'MARIE'],
  ['Marie', 'Mariette', null],
  ['Marie', '_Marie_', null],
  ['Marie', 'AMarie', null],
  ['Marie', 'Marie2', null],
  ['the  Old harbour', 'to the old\n harbour.', 'the old\n harbour'],
  ['O’Brien', "O'Brien", "O'Brien"],
  ['C++', 'in C++, and C', 'C++'],
  ['C++', 'C++11', 'C++'],
  ['!', 'Stop!', '!'],
  ['I', 'Then I left.', 'I'],
  ['I', 'In', null],
  // Composed and not.
  ['café', 'The cafe\u0301s', null],
  ['café', 'A cafe\u0301.', 'cafe\u0301'],
  ['cafe', 'A cafe\u0301.', null],
  // Marks and letters outside of the basic plane.
  ['🐉', 'a🐉b', '🐉'],
  ['𝒳', 'an 𝒳.', '𝒳'],
  ['𝒳', 'an a𝒳.', null],
  // Scripts without spaces, and what stands among them.
  ['มารี', 'และมารีก็ไป', 'มารี'],
  ['東京', '私は東京都に', '東京'],
  ['まりえ', 'とまりえは', 'まりえ'],
  ['Marie', '私はMarieです', 'Marie'],
  ['마리', '마리가 왔다', '마리'],
  ['\u1106\u1161\u1105\u1175', '마리가 왔다', '마리'],
  ['ភ្នំពេញ', 'នៅភ្នំពេញហើយ', 'ភ្នំពេញ'],
  // Greek, Turkish, German.
  ['ΟΔΟΣ', 'η οδός, η οδος', 'οδος'],
  ['οδος', 'Η ΟΔΟΣ', 'ΟΔΟΣ'],
  ['İzmir', 'İZMİR’e', 'İZMİR'],
  ['izmir', 'İzmir', 'İzmir'],
  ['ısı', 'Isı', null],
  ['Straße', 'in der straße', 'straße'],
  // Regular expressions.
  ['/mar(ie|y)/i', 'MARY and Marie', 'MARY'],
  ['/mar(ie|y)/', 'MARY and Marie', null],
  ['/^the.end$/ms', 'x\nthe\nend', 'the\nend'],
  ['/(a+)+$/', `${'a'.repeat(20_000)}b`, null],
  ['/\\u004darie/u', 'Marie', 'Marie'],
  ['.*', 'one.*two', '.*'],
  ['/usr', 'in /usr', '/usr'],
  // What is never looked for.
  ['', 'x', 'refused: blank'],
  [' \u00a0\n', ' ', 'refused: blank'],
  ['\u0301', 'e\u0301', 'refused: mark'],
  ['x'.repeat(501), 'x', 'refused: long'],
  ['//', '//', 'refused: blank'],
  ['/.*/', 'x', 'refused: emptyMatch'],
  ['/a/g', 'a', 'refused: flags'],
  ['/a/ii', 'a', 'refused: flags'],
  ['/a(?=b)/', 'ab', 'refused: lookAround'],
  ['/(?<!a)b/', 'b', 'refused: lookAround'],
  ['/(a)\\1/', 'aa', 'refused: backReference'],
  ['/(/', '(', 'refused: pattern'],
  ['/(a{1000}){1000}/', 'a', 'refused: pattern'],
])('the key %j in %j', (key, text, words) => {
  expect(found(key, text)).toBe(words);
});

test('finds the last place of each of many keys that begin alike, in one reading', () => {
  const keys = ['a', 'an', 'an hour', 'an hour ago', 'hour', 'An Hour', 'b'];
  const text = 'An hour ago, an hour.';
  const places = new KeyMatcher(keys).findWords(text);
  expect(keys.map((_, index) => places.get(index)?.from)).toEqual([undefined, 13, 13, 0, 16, 13, undefined]);
});

test('looks for 200 regular expressions, and says so of the next', () => {
  const matcher = new KeyMatcher(Array.from({ length: 201 }, (_, index) => `/x${index}/`));
  expect([matcher.faultOf(199), matcher.faultOf(200)]).toEqual([null, 'tooMany']);
});

test('a folded text is its folded key, and each of its code units is from a place in it', () => {
  const text = 'Ὀδυσσεύς  İ\u0307ı — ’e\u0301ﬁ 각\u1100\u1161 🐉\u00a0\n𝒳';
  const { folded, starts, ends } = foldWithPlaces(text);
  expect(folded).toBe(foldKey(text));
  for (let at = 0; at < folded.length; at++) {
    expect(ends[at]).toBeGreaterThan(starts[at] ?? 0);
    expect(foldKey(`x${text.slice(starts[at], ends[at])}x`)).toContain(folded[at]);
  }
});
