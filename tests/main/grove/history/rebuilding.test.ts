import { expect, test, vi } from 'vitest';
import type { TreeId } from '../../../../src/core/ids.ts';
import { continueFrom } from '../../../../src/core/tree/operations.ts';
import { LayerRebuilder } from '../../../../src/main/grove/history/history-keeper.ts';
import type { Store } from '../../../../src/main/store/connection/store.ts';
import { readState } from '../../../../src/main/store/tables/history/layer-state.ts';
import { readLayers } from '../../../../src/main/store/tables/history/read-layers.ts';
import { loadPathAt } from '../../../../src/main/store/tree/past/path-at-state.ts';
import { HandlersDesk, textsOf } from '../../../helpers/desk.ts';
import { openGrove, plantGrove } from '../../../helpers/grove.ts';
import { makeOlder } from '../../../helpers/older-grove.ts';
import { type HistoryDesk, openHistory } from './history-desk.ts';

/** Time lines of groves that an older version wrote (`layers.md`, *Existing groves*). */

type Written = ReturnType<typeof write>;

/** The text after a row of the log, by its number. */
function write(desk: HistoryDesk) {
  return new Map(
    desk.layers().flatMap(({ seq, reason, logSeq }) => {
      const isRow = logSeq !== null && ['commit', 'prune', 'arrival'].includes(reason);
      return isRow ? [[logSeq, desk.shownAfter(seq).nodes] as const] : [];
    }),
  );
}

/** Turns the grove into one of the version before time lines, and opens it with this one. */
function reopenOlder(desk: HistoryDesk): HistoryDesk {
  const { store } = desk.grove;
  store.close();
  makeOlder(store.path, 80);
  return openHistory({
    ...desk.grove,
    store: openGrove(store.path, { idsAndClock: desk.grove.idsAndClock }),
  });
}

/** Rebuilds time lines. @param writes after so many transactions it is interrupted @returns how many there were */
function rebuild({ grove }: HistoryDesk, writes = Number.POSITIVE_INFINITY): number {
  const trees: TreeId[] = [];
  const rebuilder = new LayerRebuilder({
    store: grove.store,
    writerId: grove.human,
    warn: (message) => expect.unreachable(message),
    onRebuilt: (treeId) => trees.push(treeId),
  });
  const run = rebuilder.run();
  while (trees.length < writes && run.next().done !== true);
  return trees.length;
}

function rebuiltIn({ chain, grove }: HistoryDesk) {
  return readLayers(grove.store, { ...chain, chain: -1 }, Number.MIN_SAFE_INTEGER, -1);
}

function textsAfter({ chain, grove }: HistoryDesk, seq: number) {
  const state = readState(grove.store, { ...chain, chain: -1 }, seq);
  return loadPathAt(grove.store as Store, grove.tree.id, state)
    .slice(1)
    .map(({ node: { id, positionId, content, spans } }) => ({
      id,
      positionId,
      text: content.type === 'text' ? content.text : '',
      spans,
    }));
}

/** An answer of the model after the head, and another beside it, which the writer reads on from the first. */
function generate(desk: HistoryDesk, texts: readonly string[]): void {
  const { grove, session, intent } = desk;
  const parent = desk.layers().at(-1)?.head ?? grove.root;
  const arrived = texts.map((text) => {
    const author = { id: grove.model, type: 'model' } as const;
    const { nodes } = desk.transactions.run({ tree: grove.tree.id, author, kind: 'generate' }, (after) => {
      const content = {
        content: { type: 'text', text },
        spans: [{ agent: grove.model, length: text.length }],
      } as const;
      const change = continueFrom(after.tree, after.path, parent, content, author, grove.idsAndClock);
      after.add({ ...change, path: { selected: [], lastChild: [] } });
    });
    return nodes[0]?.positionId ?? grove.root;
  });
  session.moves.arrive(intent(), arrived[0] ?? grove.root);
}

test('the time line of an older grove is rebuilt from its log, newest first, and begins with an empty text', () => {
  const before = openHistory();
  const { session, intent, typed } = before;
  before.commit([typed('One.')]);
  before.commit([typed(' Two.')]);
  before.commit([typed('New ', before.nodeAt(0), 0)]);
  before.commit([typed(' Three.')]);
  generate(before, [' Rain.', ' Sun.']);
  before.commit([typed(' It poured.')]);
  const poured = before.positionAt(4);
  session.prune(intent(), poured);
  before.commit([typed(' It stopped.')]);
  session.moves.selectVersion(intent(), before.positionAt(0), { step: -1 });
  before.commit([typed(' The end.')]);
  const written: Written = write(before);
  const last = before.shown();

  const desk = reopenOlder(before);
  expect(desk.layers()).toEqual([]);
  desk.commit([desk.typed(' Later.')]);
  rebuild(desk);
  const layers = rebuiltIn(desk);
  expect(layers.map(({ seq }) => seq)).toEqual(layers.map((_, index) => index - layers.length));
  expect(layers.every(({ reason }) => reason === 'rebuilt')).toBe(true);
  expect(layers[0]).toMatchObject({
    head: desk.grove.root,
    logSeq: null,
    createdAt: desk.grove.tree.createdAt,
  });
  expect(textsAfter(desk, layers[0]?.seq ?? 0)).toEqual([]);
  const shown = layers.flatMap(({ seq, logSeq }) =>
    logSeq === null ? [] : [[logSeq, textsAfter(desk, seq)] as const],
  );
  const texts = shown.map(([, nodes]) => nodes.map(({ text }) => text).join(''));
  expect(texts).toEqual([
    'One.',
    'One. Two.',
    'New One. Two.',
    'New One. Two. Three.',
    'New One. Two. Three. Rain.',
    'New One. Two. Three. Rain. It poured.',
    'New One. Two. Three. Rain.',
    'New One. Two. Three. Rain. It stopped.',
    // The switch back has no row, but it is known when it was.
    'One. Two. Three. Rain. It stopped. The end.',
  ]);
  // With their spans, as the program that wrote them knew.
  for (const [logSeq, nodes] of shown) {
    const known = written.get(logSeq);
    if (known !== undefined) expect(nodes).toEqual(known);
  }
  expect(shown.at(-1)?.[1]).toEqual(last.nodes);
  // The first exact layer is that of before the first change.
  expect(desk.shownAfter(1).nodes).toEqual(last.nodes);
  expect(rebuild(desk)).toBe(0);
});

test('rebuilding that was interrupted goes on where it had written', () => {
  const before = openHistory();
  for (let index = 0; index < 130; index++) before.commit([before.typed(`${index}. `)]);
  const desk = reopenOlder(before);
  desk.commit([desk.typed('Later.')]);
  for (const count of [50, 100, 131]) {
    expect(rebuild(desk, 1)).toBe(1);
    expect(rebuiltIn(desk)).toHaveLength(count);
  }
  const layers = rebuiltIn(desk);
  expect(layers.map(({ seq }) => seq)).toEqual(Array.from({ length: 131 }, (_, index) => index - 131));
  layers.forEach(({ seq }, index) => {
    expect(textsAfter(desk, seq).map(({ text }) => text)).toEqual(
      Array.from({ length: index }, (_, at) => `${at}. `),
    );
  });
});

test('a tree that this version wrote from the beginning has nothing to rebuild', () => {
  const desk = openHistory();
  desk.commit([desk.typed('One.')]);
  desk.commit([desk.typed(' Two.')]);
  expect(rebuild(desk)).toBe(0);
  expect(rebuiltIn(desk)).toEqual([]);
});

test('a tree of another agent, or one that was never opened, is left alone', () => {
  const before = openHistory(plantGrove());
  before.commit([before.typed('One.')]);
  const desk = reopenOlder(before);
  expect(rebuild(desk)).toBe(0);
  expect(rebuiltIn(desk)).toEqual([]);
});

test('an open grove rebuilds its time line by itself, once the writer is idle', async () => {
  const old = new HandlersDesk();
  await old.commit([old.typed('One.')]);
  await old.commit([old.typed(' Two.')]);
  await old.close();
  makeOlder(old.path, 80);
  const desk = new HandlersDesk(old.path, 10_000);
  await desk.commit([desk.typed(' Three.')]);
  const { treeId } = desk;
  await vi.waitFor(
    async () => {
      const { seqs } = await desk.call('timeline.layers', { treeId, chain: 0, isOpening: false });
      expect([...seqs]).toEqual([-3, -2, -1, 1, 2]);
    },
    { timeout: 15_000, interval: 100 },
  );
  const { tail } = await desk.call('timeline.show', { treeId, chain: 0, seq: -2, from: null });
  expect(textsOf(tail).join('')).toBe('One.');
}, 20_000);
