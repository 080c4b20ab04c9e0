import { expect, test } from 'vitest';
import { MAX_PIECE, piecesOf } from '../../../../src/renderer/views/conversation/pieces-of.ts';

test('a long text is divided at its spaces, and what is added changes only its last piece', () => {
  const text = 'the lamp was lit at dusk '.repeat(300);
  const pieces = piecesOf(text, 40);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.every((piece) => piece.text.length <= MAX_PIECE)).toBe(true);
  expect(pieces.slice(0, -1).every((piece) => piece.text.endsWith(' '))).toBe(true);
  expect(pieces.every(({ from, text: own }) => text.startsWith(own, from - 40))).toBe(true);
  for (const more of ['and', ' and then it', ' '.repeat(3), 'x'.repeat(3 * MAX_PIECE)])
    expect(piecesOf(text + more, 40).slice(0, pieces.length - 1)).toEqual(pieces.slice(0, -1));
});

test('a text without spaces is divided too, but not within a character', () => {
  for (const character of ['字', '👩‍🚒', 'é']) {
    const text = character.repeat(1_500);
    const pieces = piecesOf(text, 0);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every((piece) => piece.text.isWellFormed())).toBe(true);
    expect(pieces.every((piece) => !/^[\p{M}\u200d]/u.test(piece.text))).toBe(true);
  }
});
