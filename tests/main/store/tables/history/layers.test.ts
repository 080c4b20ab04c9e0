import { describe, expect, test } from 'vitest';
import type { PathState, StateDraft } from '../../../../../src/core/history/path-state.ts';
import type { NodeId } from '../../../../../src/core/ids.ts';
import type { WholeNode } from '../../../../../src/core/tree/tree-node.ts';
import { defineQuery, NONE } from '../../../../../src/main/store/connection/query.ts';
import type { ChainRef } from '../../../../../src/main/store/tables/history/chain-ref.ts';
import { readState } from '../../../../../src/main/store/tables/history/layer-state.ts';
import {
  appendLayer,
  deleteLayer,
  labelLayer,
  rewriteLayer,
} from '../../../../../src/main/store/tables/history/layers.ts';
import {
  findLastLayer,
  peekLastLayer,
  readLayers,
} from '../../../../../src/main/store/tables/history/read-layers.ts';
import { loadPathAt, loadPathIdsAt } from '../../../../../src/main/store/tree/past/path-at-state.ts';
import { openGrove, type PlantedGrove, plantGrove, spansOf } from '../../../../helpers/grove.ts';
import { refusal } from '../../../../helpers/refusal.ts';

const snapshotCount = defineQuery('layer_snapshot.count', (db) =>
  db.selectFrom('layer_snapshot').select((eb) => eb.fn.countAll<number>().as('count')),
);

function chainOf({ tree, human }: PlantedGrove): ChainRef {
  return { treeId: tree.id, agentId: human, dimension: 'versions', chain: 0 };
}

function typed(grove: PlantedGrove, text: string, edits: StateDraft['edits'] = []): StateDraft {
  return { buffer: { text, spans: spansOf(text, grove.human) }, edits };
}

describe('a chain of layers', () => {
  /** Three nodes, each with another version. */
  function plant() {
    const grove = plantGrove();
    const nodes = grove.chain(grove.root, ['Once ', 'upon ', 'a time']);
    const [first, second, third] = nodes;
    if (!first || !second || !third) throw new Error('three nodes');
    const revised = [first, second, third].map((node) => grove.revise(node, `${node.id.slice(-2)} again`));
    const state = (head: WholeNode, versions: readonly NodeId[], draft: StateDraft | null = null) => ({
      head: head.positionId,
      versions: new Set(versions),
      draft,
    });
    return { grove, ref: chainOf(grove), nodes: [first, second, third] as const, revised, state };
  }

  test('tells the state after each of them, also from one that is near', () => {
    const { grove, ref, nodes, revised, state } = plant();
    const [first, second, third] = nodes;
    const ids = revised.map(({ id }) => id);
    const states: PathState[] = [
      state(first, []),
      state(third, ids.slice(0, 1)),
      state(third, ids),
      state(second, ids.slice(1, 2), typed(grove, 'and')),
      state(third, [], null),
    ];
    const { store } = grove;
    store.transact((tx) => {
      for (const [index, after] of states.entries()) {
        const before = states[index - 1]?.versions ?? new Set<NodeId>();
        const layer = {
          head: after.head,
          versionsIn: [...after.versions].filter((id) => !before.has(id)),
          versionsOut: [...before].filter((id) => !after.versions.has(id)),
          draft: after.draft,
          reason: index === 0 ? ('begin' as const) : ('commit' as const),
          logSeq: index,
        };
        const seq = appendLayer(tx, ref, layer, index === 0 ? { snapshot: after } : {});
        expect(seq).toBe(index + 1);
      }
    });
    store.close();
    const reopened = openGrove(store.path);
    const read = states.map((_, index) => readState(reopened, ref, index + 1));
    expect(read).toEqual(states);
    for (const [from, start] of states.entries())
      for (const [to, end] of states.entries())
        expect(readState(reopened, ref, to + 1, { seq: from + 1, state: start })).toEqual(end);
    expect(readLayers(reopened, ref, 2, 4).map(({ seq, logSeq }) => [seq, logSeq])).toEqual([
      [2, 1],
      [3, 2],
      [4, 3],
    ]);
    expect(findLastLayer(reopened, ref)).toMatchObject({ seq: 5, reason: 'commit', head: third.positionId });
  });

  test('keeps what was typed with its authors, as changes of what was typed before', () => {
    const { grove, ref, nodes, state } = plant();
    const [first, , third] = nodes;
    const { store, human, model } = grove;
    const edit = (text: string, mine: number) => ({
      nodeId: first.id,
      text,
      spans: [
        { agent: human, length: mine },
        ...(mine === text.length
          ? []
          : [{ agent: model, length: text.length - mine, inferred: true as const }]),
      ],
    });
    const drafts = [
      typed(grove, 'the 🏰'),
      typed(grove, 'the 🏯, and', [edit('Once', 4)]),
      typed(grove, 'the 🏯', [edit('Once', 1), { nodeId: third.id, text: '', spans: [] }]),
      typed(grove, '', [{ nodeId: third.id, text: '', spans: [] }]),
    ];
    store.transact((tx) => {
      appendLayer(
        tx,
        ref,
        {
          head: third.positionId,
          versionsIn: [],
          versionsOut: [],
          draft: null,
          reason: 'begin',
          logSeq: null,
        },
        { snapshot: state(third, []) },
      );
      for (const [index, draft] of drafts.entries())
        appendLayer(
          tx,
          ref,
          { head: third.positionId, versionsIn: [], versionsOut: [], draft, reason: 'draft', logSeq: null },
          { draftBefore: drafts[index - 1] ?? null },
        );
    });
    expect(drafts.map((_, index) => readState(store, ref, index + 2).draft)).toEqual(drafts);
    store.transact((tx) => labelLayer(tx, ref, 4, 'the end'));
    expect(drafts.map((_, index) => readState(store, ref, index + 2).draft)).toEqual(drafts);
  });

  test('takes snapshots, which never weigh more than the layers', () => {
    const { grove, ref, nodes, revised, state } = plant();
    const [, , third] = nodes;
    const [one] = revised;
    if (!one) throw new Error('a version');
    const { store } = grove;
    store.transact((tx) => {
      const layer = (inserted: boolean) => ({
        head: third.positionId,
        versionsIn: inserted ? [one.id] : [],
        versionsOut: inserted ? [] : [one.id],
        draft: null,
        reason: 'commit' as const,
        logSeq: null,
      });
      appendLayer(tx, ref, { ...layer(true), reason: 'begin' }, { snapshot: state(third, [one.id]) });
      for (let index = 1; index < 1_000; index += 1) appendLayer(tx, ref, layer(index % 2 === 0));
    });
    expect(store.first(snapshotCount, NONE)?.count).toBeGreaterThan(5);
    expect(store.first(snapshotCount, NONE)?.count).toBeLessThanOrEqual(10);
    for (const seq of [1, 2, 99, 100, 101, 555, 1_000])
      expect([...readState(store, ref, seq).versions]).toEqual(seq % 2 === 1 ? [one.id] : []);
  });

  test('can have its last one rewritten or deleted', () => {
    const { grove, ref, nodes, revised, state } = plant();
    const [first, , third] = nodes;
    const [one] = revised;
    if (!one) throw new Error('a version');
    const { store } = grove;
    const move = {
      head: first.positionId,
      versionsIn: [],
      versionsOut: [],
      draft: null,
      logSeq: null,
    } as const;
    store.transact((tx) => {
      appendLayer(tx, ref, { ...move, reason: 'begin' }, { snapshot: state(first, []) });
      appendLayer(tx, ref, { ...move, head: third.positionId, reason: 'move' });
      rewriteLayer(tx, ref, 2, { ...move, versionsIn: [one.id], reason: 'switch' });
    });
    expect(readState(store, ref, 2)).toEqual(state(first, [one.id]));
    store.transact((tx) => deleteLayer(tx, ref, 2));
    expect(peekLastLayer(store, ref)?.seq).toBe(1);
    expect(refusal(() => readState(store, ref, 2))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('leads to the path that was shown', () => {
    const { grove, nodes, revised, state } = plant();
    const [first, second, third] = nodes;
    const [, again] = revised;
    if (!again) throw new Error('a version');
    const { store, tree } = grove;
    const shown = loadPathAt(store, tree.id, state(third, [again.id])).map(({ node }) => node.id);
    expect(shown.slice(1)).toEqual([first.id, again.id, third.id]);
    expect(loadPathIdsAt(store, tree.id, state(second, []))).toEqual([
      { positionId: tree.rootPositionId, nodeId: tree.rootPositionId },
      { positionId: first.positionId, nodeId: first.id },
      { positionId: second.positionId, nodeId: second.id },
    ]);
  });
});
