import { expect, test } from 'vitest';
import type { LocalId, NodeId } from '../../../src/core/ids.ts';
import { localIdFor } from '../../../src/core/tree/new-node.ts';

const ID = '01KDXM0000ABCDEFGHJKMNPQRS' as NodeId;

test('a local id is the last six characters of the id in lower case', () => {
  expect(localIdFor(ID, () => false)).toBe('mnpqrs');
});

test('it takes one more character to the left while the tree already has it', () => {
  const taken = new Set(['mnpqrs', 'kmnpqrs']);
  expect(localIdFor(ID, (localId: LocalId) => taken.has(localId))).toBe('jkmnpqrs');
});

test('the whole id is unique', () => {
  expect(localIdFor(ID, (localId) => localId.length < 26)).toBe(ID.toLowerCase());
});
