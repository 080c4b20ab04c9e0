import { describe, expect, test } from 'vitest';
import type { AgentId, PositionId, TreeId } from '../../../../src/core/ids.ts';
import type { Store } from '../../../../src/main/store/connection/store.ts';
import { findCursor, getHead, saveCaret, writePath } from '../../../../src/main/store/tables/path-state.ts';
import { sqlViews } from '../../../../src/main/store/tree/sql-tree.ts';
import { eachChoice } from '../../../../src/main/store/tree/tree-export.ts';
import { openGrove, plantGrove } from '../../../helpers/grove.ts';
import { refusal } from '../../../helpers/refusal.ts';

/** The agent's choice at a position; undefined if it was never there. */
function choiceAt(store: Store, treeId: TreeId, agentId: AgentId, position: PositionId) {
  return [...eachChoice(store, treeId, agentId)].find((choice) => choice.position === position);
}

describe('an agent’s path', () => {
  test('is restored with caret and scroll after the file is reopened', () => {
    const grove = plantGrove();
    const { store, tree, human, root } = grove;
    const node = grove.continue(root, 'Once upon a time');
    store.transact((tx) => saveCaret(tx, tree.id, human, { anchor: 3, head: 7, scroll: 2 }));
    store.close();
    const reopened = openGrove(store.path);
    expect(findCursor(reopened, tree.id, human)).toMatchObject({
      head: node.positionId,
      caret: { anchor: 3, head: 7, scroll: 2 },
    });
    expect(choiceAt(reopened, tree.id, human, root)).toMatchObject({ lastChild: node.positionId });
  });

  test('is independent of other agents’ choices', () => {
    const grove = plantGrove();
    const { store, tree, human, model, root } = grove;
    const node = grove.continue(root, 'a');
    const version = grove.revise(node, 'b');
    store.transact((tx) => {
      writePath(tx, tree.id, model, {
        head: node.positionId,
        selected: [{ position: node.positionId, version: node.id }],
        lastChild: [],
      });
    });
    expect(sqlViews(store, tree.id, human).path.selectedAt(node.positionId)).toBe(version.id);
    expect(sqlViews(store, tree.id, model).path.selectedAt(node.positionId)).toBe(node.id);
    expect(sqlViews(store, tree.id, model).path.lastChildAt(root)).toBeUndefined();
  });

  test('keeps what a change does not mention', () => {
    const grove = plantGrove();
    const { store, tree, human, root } = grove;
    const a = grove.continue(root, 'a');
    const b = grove.continue(a.positionId, 'b');
    grove.write({ path: { selected: [], lastChild: [], head: a.positionId } });
    expect(getHead(store, tree.id, human)).toBe(a.positionId);
    expect(choiceAt(store, tree.id, human, a.positionId)).toMatchObject({
      version: a.id,
      lastChild: b.positionId,
    });
  });

  test('records when a version was first shown', () => {
    const grove = plantGrove();
    const { store, tree, human, root } = grove;
    const node = grove.continue(root, 'a');
    const seen = choiceAt(store, tree.id, human, node.positionId)?.seenAt ?? 0;
    grove.revise(node, 'b');
    expect(choiceAt(store, tree.id, human, node.positionId)?.seenAt).toBeGreaterThan(seen);
  });

  test('is at the root, without a cursor, for an agent that was never in the tree', () => {
    const { store, tree, model, root } = plantGrove();
    expect(getHead(store, tree.id, model)).toBe(root);
    expect(findCursor(store, tree.id, model)).toBeUndefined();
    expect(choiceAt(store, tree.id, model, root)).toBeUndefined();
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d as an offset', (offset) => {
    const { store, tree, human } = plantGrove();
    const save = () =>
      store.transact((tx) => saveCaret(tx, tree.id, human, { anchor: 0, head: offset, scroll: 0 }));
    expect(refusal(save)).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('of a missing agent or tree is NOT_FOUND', () => {
    const { store, tree, human, model, idsAndClock } = plantGrove();
    const none = idsAndClock.newId();
    expect(refusal(() => findCursor(store, none as TreeId, human))).toMatchObject({ code: 'NOT_FOUND' });
    expect(refusal(() => getHead(store, tree.id, none as AgentId))).toMatchObject({ code: 'NOT_FOUND' });
    const caret = { anchor: 0, head: 0, scroll: 0 };
    expect(refusal(() => store.transact((tx) => saveCaret(tx, tree.id, model, caret)))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
