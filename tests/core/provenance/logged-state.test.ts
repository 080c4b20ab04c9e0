import { expect, test } from 'vitest';
import { LoggedState } from '../../../src/core/provenance/logged-state.ts';

const plain = { bookmarked: false, bookmarkLabel: null, pruned: false, excluded: false };
const node = (id: string, position = id) => ({ id, position });

/** The state after these rows, with A and B watched. */
function read(...rows: readonly (readonly [kind: string, entry: unknown])[]): LoggedState {
  const state = new LoggedState(new Set(['A', 'B']));
  for (const [index, [kind, entry]] of rows.entries()) state.add({ seq: index + 1, kind, entry });
  return state;
}

test('the last record of an agent, a tree and a position counts', () => {
  const state = read(
    ['agent', { agent: { id: 'M', name: 'Mara' } }],
    ['tree-create', { tree: 'T', nodes: [node('A')], properties: { title: 'One', mode: 'buffer' } }],
    ['metadata', { tree: 'T', metadata: [{ position: 'A', ...plain, pruned: true }] }],
    ['agent', { agent: { id: 'M', name: 'Ines' } }],
    ['tree-update', { tree: 'T', properties: { title: 'Two' } }],
    ['metadata', { tree: 'T', metadata: [{ position: 'A', ...plain, excluded: true }] }],
  );
  expect([...state.agents]).toEqual([['M', { id: 'M', name: 'Ines' }]]);
  expect([...state.trees]).toEqual([['T', { title: 'Two', mode: 'buffer' }]]);
  expect([...state.metadata]).toEqual([['A', { ...plain, excluded: true }]]);
});

test('a position that was written here began plain; one that was copied only if the row has metadata', () => {
  const copies = (kind: string, entry: object) => {
    const old = read([kind, { tree: 'T', nodes: [node('A'), node('B')], ...entry }]);
    const metadata = [{ position: 'A', ...plain, bookmarked: true }];
    const now = read([kind, { tree: 'T', nodes: [node('A'), node('B')], metadata, ...entry }]);
    return [old.beganPlain('A'), old.beganPlain('B'), now.beganPlain('B'), now.metadata.size];
  };
  expect(read(['commit', { tree: 'T', nodes: [node('A'), node('C', 'B')] }]).beganPlain('A')).toBe(true);
  expect(read(['commit', { tree: 'T', nodes: [node('A'), node('C', 'B')] }]).beganPlain('B')).toBe(false);
  for (const kind of ['import', 'merge']) expect(copies(kind, {})).toEqual([false, false, true, 1]);
  const properties = { title: 'Copy' };
  expect(copies('tree-create', { properties, details: { copyOf: 'S' } })).toEqual([false, false, true, 1]);
  expect(copies('tree-create', {})).toEqual([false, false, true, 1]);
  expect(copies('tree-create', { properties })).toEqual([true, true, true, 1]);
});

test('nothing is expected of a deleted tree, until it comes back', () => {
  const created = ['generate', { tree: 'T', nodes: [node('A')], response: 'digest' }] as const;
  const marked = ['metadata', { tree: 'T', metadata: [{ position: 'A', ...plain, pruned: true }] }] as const;
  const deleted = ['tree-update', { tree: 'T', deleted: true, properties: { title: 'Gone' } }] as const;
  const gone = read(created, marked, deleted);
  expect([...gone.trees]).toEqual([]);
  expect([...gone.responses()]).toEqual([]);
  const back = read(created, marked, deleted, ['import', { tree: 'T', nodes: [node('A')] }]);
  expect([...back.trees]).toEqual([['T', {}]]);
  expect([...back.metadata]).toEqual([]);
  expect(back.beganPlain('A')).toBe(false);
});

test('rows that record nothing of the kind, or are malformed, are passed over', () => {
  const rows: readonly unknown[] = [
    null,
    'x',
    [],
    { agent: 'M' },
    { tree: 7 },
    { nodes: 'x', metadata: [null] },
  ];
  const state = read(...rows.map((entry) => ['generate', entry] as const));
  expect([state.agents.size, state.trees.size, state.metadata.size, [...state.responses()]]).toEqual([
    0,
    0,
    0,
    [],
  ]);
});
