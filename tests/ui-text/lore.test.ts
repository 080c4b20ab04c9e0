import { expect, test } from 'vitest';
import type { NodeId } from '../../src/core/ids.ts';
import type { LoreReason } from '../../src/core/lore/lore-verdict.ts';
import { loreName, loreReason } from '../../src/ui-text/lore.ts';

const place = { nodeId: 'node' as NodeId, from: 0, to: 5 };
const second = { kind: 'secondary', key: 'Marie', place } as const;

const REASONS: readonly (readonly [LoreReason, string])[] = [
  [{ kind: 'always' }, 'Always'],
  [{ kind: 'key', key: 'Marie', place, paragraphsUp: 3 }, '“Marie”, 3 paragraphs up'],
  [{ kind: 'key', key: 'Marie', place, paragraphsUp: 1 }, '“Marie”, 1 paragraph up'],
  [{ kind: 'key', key: 'Marie', place, paragraphsUp: 0 }, '“Marie”, in the last paragraph'],
  [{ kind: 'wokenBy', title: 'Harbour', part: null, key: 'mill' }, 'Woken by Harbour, by “mill”'],
  [{ ...second, logic: 'andAll', missingOrPresent: ['ice', 'lake'] }, 'Second key missing: “ice” and “lake”'],
  [{ ...second, logic: 'notAny', missingOrPresent: ['ice'] }, 'Kept out by “ice”'],
  [{ kind: 'budget', needs: 1412, left: 90 }, 'Needs 1,412 tokens, 90 left'],
  [{ kind: 'branch' }, 'Off on this branch'],
  [{ kind: 'group', title: 'Harbour' }, 'Group: Harbour came first'],
  [
    { kind: 'badKey', key: '/(?=a)/', reason: 'lookAround' },
    '“/(?=a)/” is never found: a regular expression cannot look ahead or behind.',
  ],
];

test.each(REASONS)('why an entry is sent or not: %j', (why, sentence) => {
  expect(loreReason(why)).toBe(sentence);
});

test('an entry is named by its document and its section, and in a conversation messages are counted', () => {
  expect(loreName('People', 'Marie/Motivation')).toBe('People › Marie › Motivation');
  expect(loreReason({ kind: 'key', key: 'Marie', place, paragraphsUp: 2 }, 'message')).toBe(
    '“Marie”, 2 messages up',
  );
});
