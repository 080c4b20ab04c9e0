import { expect, test } from 'vitest';
import type { AgentId } from '../../src/core/ids.ts';
import { authorsLabel, authorsText } from '../../src/ui-text/page/authors.ts';

const [WRITER, OFFLINE, LLAMA, PINE, OAK] = ['writer', 'offline', 'llama', 'pine', 'oak'] as [
  AgentId,
  AgentId,
  AgentId,
  AgentId,
  AgentId,
];
const known = {
  writerId: WRITER,
  agents: [
    { id: WRITER, name: 'Writer' },
    { id: OFFLINE, name: 'Offline' },
    { id: LLAMA, name: 'Llama' },
    { id: PINE, name: 'Pine' },
    { id: OAK, name: 'Oak' },
  ],
};

test('whoever wrote most is named first, and the reader is “you”', () => {
  expect(
    [
      [WRITER],
      [OFFLINE],
      [OFFLINE, WRITER],
      [WRITER, OFFLINE],
      [OFFLINE, WRITER, LLAMA],
      [OFFLINE, LLAMA, PINE],
      [OFFLINE, LLAMA, PINE, WRITER, OAK],
      ['gone' as AgentId, WRITER],
    ].map((authors) => authorsText(authors, known)),
  ).toEqual([
    'you',
    'Offline',
    'Offline, edited by you',
    'you and Offline',
    'Offline and Llama, edited by you',
    'Offline, Llama and Pine',
    'Offline, Llama and 2 others, edited by you',
    'Unknown, edited by you',
  ]);
});

test('by itself it begins with a capital, but no name is changed', () => {
  const lower = { ...known, agents: [{ id: OFFLINE, name: 'base-2' }] };
  expect(authorsLabel([WRITER, OFFLINE], lower)).toBe('You and base-2');
  expect(authorsLabel([OFFLINE, WRITER], lower)).toBe('base-2, edited by you');
});
