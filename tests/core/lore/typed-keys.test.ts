import { expect, test } from 'vitest';
import { keysIn, lineOf } from '../../../src/core/lore/key-line.ts';
import { namesIn } from '../../../src/core/lore/names-in.ts';

test.each([
  ['Marie, the harbour', ['Marie', 'the harbour']],
  [' , Marie,,  Marie ,', ['Marie']],
  ['', []],
  ['/lamps?/i, Marie', ['/lamps?/i', 'Marie']],
  ['/a{1,3}/, b', ['/a{1,3}/', 'b']],
  ['/a\\/b,c/u,d', ['/a\\/b,c/u', 'd']],
  ['/[/,]/, b', ['/[/,]/', 'b']],
  ['/x/q', ['/x/q']],
  ['/home, and or', ['/home', 'and or']],
] as const)('the keys of the line %j', (line, keys) => {
  expect(keysIn(line)).toEqual(keys);
  expect(keysIn(lineOf(keys))).toEqual(keys);
});

test.each([
  ['Marie lit the lamp. She waited for Old Tom.', ['Marie', 'Old Tom']],
  ['The Harbour was dark. The harbour was cold.', ['Harbour']],
  ['Rain fell on Saint-Malo; the rain was cold.', ['Saint-Malo']],
  ['“Come in,” said Marie’s mother. I went.', ['Marie']],
  ['# Ilse Maron\nBorn in the Orchard Street.', ['Ilse Maron', 'Born', 'Orchard Street']],
  ['Élodie met Ödön, and Élodie wept.', ['Élodie', 'Ödön']],
  ['nobody here has a name', []],
] as const)('the names in %j', (text, names) => {
  expect(namesIn(text)).toEqual(names);
});
