import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TreeId } from '../../../../src/core/ids.ts';
import type { HistorySettings } from '../../../../src/core/tree/loom-tree.ts';
import { ChangeFeed } from '../../../../src/main/grove/change-feed.ts';
import { HistoryKeeper } from '../../../../src/main/grove/history/history-keeper.ts';
import { changeTree } from '../../../../src/main/grove/writing/tree-commands.ts';
import { defineQuery, NONE } from '../../../../src/main/store/connection/query.ts';
import { WriteHold } from '../../../../src/main/store/connection/store.ts';
import { LayeredGrove, layersOf, textAt } from '../../../helpers/layered-grove.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const NO_SNAPSHOT = defineQuery('test.noSnapshot', (db) => db.deleteFrom('layer_snapshot'));

/** Keeps a grove's time line, on a clock far after all of its layers. */
function keep(made: LayeredGrove, { hold = new WriteHold(false), idle = 60_000 } = {}) {
  const feed = new ChangeFeed();
  const kept = { feed, hold, idle, changed: [] as TreeId[], warnings: [] as string[] };
  feed.onLayers((treeId) => kept.changed.push(treeId));
  let ticks = 0;
  const keeper = new HistoryKeeper({
    store: made.store,
    hold,
    feed,
    writerId: made.grove.human,
    now: () => Date.UTC(2027, 0, 1) + ticks++,
    idleFor: () => kept.idle,
    warn: (message) => kept.warnings.push(message),
  });
  keeper.start();
  return { kept, keeper };
}

function commits(...texts: readonly string[]): LayeredGrove {
  const made = new LayeredGrove();
  for (const text of texts) made.commit(text);
  return made;
}

function setHistory({ grove, store }: LayeredGrove, history: HistorySettings): void {
  store.transact((tx) =>
    changeTree(
      { tx, by: grove.human, idsAndClock: grove.idsAndClock },
      grove.tree.id,
      { settings: { history } },
      () => '',
    ),
  );
}

const uncounted = (made: LayeredGrove) => layersOf(made).filter(({ added }) => added === null).length;

describe('keeping a time line', () => {
  test('waits until the writer is idle, counts all layers, and says so', () => {
    const made = commits('One.', 'Two.');
    const { kept } = keep(made, { idle: 0 });
    vi.advanceTimersByTime(60_000);
    expect(uncounted(made)).toBe(3);
    kept.idle = 5_000;
    vi.advanceTimersByTime(10_000);
    expect(uncounted(made)).toBe(0);
    expect(kept.changed).toContain(made.ref.treeId);
    made.commit('Three.');
    kept.feed.publishLayers(made.ref.treeId);
    vi.advanceTimersByTime(10_000);
    expect(uncounted(made)).toBe(0);
    expect(kept.warnings).toEqual([]);
  });

  test('writes nothing while the file is being checked, nor after it was stopped', () => {
    const made = commits('One.');
    const hold = new WriteHold(true);
    const { keeper } = keep(made, { hold });
    vi.advanceTimersByTime(60_000);
    expect(uncounted(made)).toBe(2);
    keeper.stop();
    hold.lift();
    vi.advanceTimersByTime(60_000);
    expect(uncounted(made)).toBe(2);
  });

  test('squashes drafts that were committed long ago', () => {
    const made = commits('One.');
    made.type('\n\nTwo');
    made.commit('\n\nTwo.');
    keep(made);
    vi.advanceTimersByTime(10_000);
    expect(layersOf(made).map(({ reason, added }) => [reason, added])).toEqual([
      ['begin', 0],
      ['commit', 1],
      ['commit', 1],
    ]);
  });

  test('keeps everything unless the tree says otherwise, and then as much as it says', () => {
    const made = commits('One.', 'Two.', 'Three.', 'Four.');
    keep(made);
    vi.advanceTimersByTime(10_000);
    expect(layersOf(made)).toHaveLength(5);
    setHistory(made, { ttl: { versions: 1_000 } });
    keep(made);
    vi.advanceTimersByTime(10_000);
    expect(layersOf(made)).toMatchObject([{ seq: 5, reason: 'begin' }]);
    expect(textAt(made, 5)).toBe('One.Two.Three.Four.');
  });

  test('reports a time line that cannot be read', () => {
    const made = commits('One.', 'Two.');
    const { kept } = keep(made);
    made.store.transact((tx) => tx.run(NO_SNAPSHOT, NONE));
    vi.advanceTimersByTime(10_000);
    expect(kept.warnings.join()).toContain('cannot be read');
  });
});
