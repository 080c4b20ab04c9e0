import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { AgentId, TreeId } from '../../../../src/core/ids.ts';
import { textOf } from '../../../../src/core/tree/tree-node.ts';
import { recover } from '../../../../src/main/probe/recover.ts';
import type { Store } from '../../../../src/main/store/connection/store.ts';
import { ownChain } from '../../../../src/main/store/tables/history/chain-ref.ts';
import { readState } from '../../../../src/main/store/tables/history/layer-state.ts';
import { readLayers } from '../../../../src/main/store/tables/history/read-layers.ts';
import { loadPathAt } from '../../../../src/main/store/tree/past/path-at-state.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { MIGRATIONS, openGrove, temporaryFolder } from '../../../helpers/grove.ts';

/** Time lines in copies of a file, and in a recovered one (`layers.md`, *Exchange*). */

/** The reason of each layer of a chain, with the text after it. */
function historyIn(store: Store, treeId: TreeId, agentId: AgentId, chain = 0) {
  const ref = { ...ownChain(treeId, agentId), chain };
  return readLayers(store, ref, 0, 1_000).map(({ seq, reason }) => {
    const state = readState(store, ref, seq);
    const texts = loadPathAt(store, treeId, state).map(({ node }) => textOf(node.content));
    return [reason, texts.join('') + (state.draft?.buffer.text ?? '')];
  });
}

/** A closed desk's file, read. */
function read<T>(path: string, fn: (store: Store) => T): T {
  const store = openGrove(path, { readonly: true });
  const value = fn(store);
  store.close();
  return value;
}

/** A grove and a copy of its file, as a sync program makes it. */
async function fork() {
  const first = new HandlersDesk();
  await first.commit([first.typed('It rained. ')]);
  await first.close();
  const path = join(temporaryFolder(), 'story (conflicted copy).aspen');
  copyFileSync(first.path, path);
  return { first, path };
}

test('a merge keeps the time line of the copy beside ours, and brings it once', async () => {
  const { first, path } = await fork();
  const theirs = new HandlersDesk(path, 2_000);
  const { treeId } = theirs;
  const writer = theirs.grove.snapshot().writerId;
  await theirs.commit([theirs.typed('There it went on. ')]);
  const nodeId = await theirs.nodeAt(0);
  await theirs.commit([theirs.typed('Once ', { nodeId, offset: 0 })]);
  await theirs.close();
  const ours = new HandlersDesk(first.path, 10_000, undefined, first.backups);
  await ours.commit([ours.typed('Here it stopped. ')]);
  ours.chosenFile = path;
  expect(await ours.call('copy.merge', {})).toBe('done');
  expect(await ours.call('copy.merge', {})).toBe('done');
  const again = new HandlersDesk(path, 20_000);
  await again.commit([again.typed('And on. ')]);
  await again.close();
  expect(await ours.call('copy.merge', {})).toBe('done');
  await ours.close();
  const there = read(path, (store) => historyIn(store, treeId, writer));
  expect(there.map(([reason]) => reason)).toEqual(['begin', 'commit', 'commit', 'commit', 'commit']);
  expect(there.at(-1)).toEqual(['commit', 'Once It rained. There it went on. And on. ']);
  read(ours.path, (store) => {
    expect(historyIn(store, treeId, writer).at(-1)).toEqual(['commit', 'It rained. Here it stopped. ']);
    expect(historyIn(store, treeId, writer, 1)).toEqual(there);
    expect(historyIn(store, treeId, writer, 2)).toEqual([]);
  });
});

test('an imported text begins its time line with the import', async () => {
  const desk = new HandlersDesk();
  const file = join(temporaryFolder(), 'lamp.md');
  writeFileSync(file, 'It was lit.\n\n***\n\nIt went out.\n');
  desk.chosen = [file];
  await desk.call('exchange.importTexts', {});
  const writer = desk.grove.snapshot().writerId;
  await desk.commit([desk.typed('It was gone.')]);
  const { treeId } = desk;
  await desk.close();
  expect(read(desk.path, (store) => historyIn(store, treeId, writer))).toEqual([
    ['import', 'It was lit.\n\n***\n\nIt went out.\n'],
    ['commit', 'It was lit.\n\n***\n\nIt went out.\nIt was gone.'],
  ]);
});

test('a recovered file keeps a time line that is whole, and drops one that is not', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('It rained. ')]);
  const nodeId = await desk.nodeAt(0);
  await desk.commit([desk.typed('Once ', { nodeId, offset: 0 })]);
  await desk.commit([desk.typed('And it went on. ')]);
  const writer = desk.grove.snapshot().writerId;
  await desk.close();
  const recovered = (damage: string) => {
    const folder = temporaryFolder();
    const path = join(folder, 'damaged.aspen');
    copyFileSync(desk.path, path);
    const database = new Database(path);
    database.pragma('foreign_keys = OFF');
    database.exec(damage);
    database.close();
    const target = join(folder, 'recovered.aspen');
    recover({ path, target, partial: `${target}.partial`, migrations: MIGRATIONS, now: 0 });
    return read(target, (store) => historyIn(store, treeId, writer));
  };
  const whole = read(desk.path, (store) => historyIn(store, treeId, writer));
  expect(whole).toHaveLength(4);
  expect(recovered('')).toEqual(whole);
  expect(recovered('DELETE FROM layer WHERE seq = 4')).toEqual(whole.slice(0, 3));
  expect(recovered('DELETE FROM layer WHERE seq = 1')).toEqual([]);
  expect(recovered("UPDATE layer SET versions_in = '[9999]' WHERE seq = 3")).toEqual([]);
});
