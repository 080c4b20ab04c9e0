/** A program that ends at any moment of a turn (`agents.md`, *Data*): its file, as each transaction left it, is opened again. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TreeId } from '../../../src/core/ids.ts';
import { Store } from '../../../src/main/store/connection/store.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { says, TurnDesk } from '../../helpers/turn-desk.ts';
import { DONE, ending, piece, streams } from '../../helpers/wire-server.ts';

/** Every reader's view of a tree: the texts that are shown somewhere, their metadata, and all paths. */
function shownIn(file: string, treeId: TreeId) {
  const database = new Database(file, { readonly: true });
  const all = (sql: string) => database.prepare(sql).all(treeId);
  const shown = [
    all(`SELECT node.id, text, bookmarked, bookmark_label, excluded FROM node
      JOIN loom_tree ON loom_tree.key = loom_tree_key
      WHERE loom_tree.id = ? AND NOT pruned AND NOT offered ORDER BY node.id`),
    all(`SELECT agent_key, head_position_key FROM cursor JOIN loom_tree ON loom_tree.key = loom_tree_key
      WHERE loom_tree.id = ? ORDER BY agent_key`),
    all(`SELECT agent_key, position_key, version_node_key, last_child_position_key FROM position_choice
      JOIN loom_tree ON loom_tree.key = loom_tree_key WHERE loom_tree.id = ? ORDER BY agent_key, position_key`),
  ];
  database.close();
  return shown;
}

/** Copies the file after each transaction from now on. @returns the copies so far */
function copyEachState({ path }: HandlersDesk): string[] {
  const folder = temporaryFolder();
  const copies: string[] = [];
  const { transact } = Store.prototype;
  const spy = vi.spyOn(Store.prototype, 'transact').mockImplementation(function (this: Store, act) {
    const result = transact.call(this, act);
    if (this.path === path) {
      const copy = join(folder, `${copies.length}.aspen`);
      copyFileSync(path, copy);
      copies.push(copy);
    }
    return result;
  });
  onTestFinished(() => spy.mockRestore());
  return copies;
}

test('a turn of which any part is in the file was stopped, and undoing it leaves what was before', async () => {
  const opened = await TurnDesk.open({
    answers: ([first, second, third]) => [
      says(
        `I look.\n→ view [${first}]\n→ annotate [${first}] "Wet."\n→ edit [${second}] "Nobody was there."\n`,
      ),
      says(
        `→ go to [${second}]\n→ bookmark here "empty"\n→ continue from [${third}] n:2 tokens:30 using agent:"Subject"\n→ exclude [${third}]\n`,
      ),
      streams(piece(' A fox came.'), ending(), DONE),
      streams(piece(' A door opened.'), ending(), DONE),
      says('I am done.'),
    ],
  });
  const { desk, story, talk, agentId } = opened;
  const { agents } = desk.grove.snapshot();
  const modelRef = agents.find(({ id }) => id === agentId)?.modelRef?.replace(/:.*/, ':subject-1') ?? '';
  await desk.call('agent.create', { name: 'Subject', modelRef, configuration: {}, color: null });
  const before = shownIn(desk.path, story);
  const copies = copyEachState(desk);
  const ended = await opened.turn();
  expect(ended).toMatchObject({ state: 'done', calls: 3, commands: 7 });
  vi.restoreAllMocks();
  // The message, the turn, three answers, seven commands, two continuations, the end.
  expect(copies.length).toBeGreaterThan(14);
  const turns = [];
  for (const [index, copy] of copies.entries()) {
    const next = new HandlersDesk(copy, 100_000 * (index + 1));
    await next.grove.recover([]);
    const [turn] = await next.call('turn.trace', { treeId: talk });
    const verdict = await next.call('grove.verify', {});
    expect(verdict).toMatchObject({ nodes: { invalid: 0 }, violations: [], log: [], records: [] });
    if (turn !== undefined) {
      expect((await next.call('turn.undo', { turnId: turn.turnId })).kept).toEqual([]);
      turns.push(turn);
    }
    await next.close();
    expect(shownIn(copy, story)).toEqual(before);
  }
  expect(new Set(turns.map(({ state }) => state))).toEqual(new Set(['stopped', 'done']));
  expect(new Set(turns.map(({ actions }) => actions.length)).size).toBe(8);
  // Its use until then is known.
  expect(Math.max(...turns.map(({ state, used }) => (state === 'stopped' ? (used.calls ?? 0) : 0)))).toBe(3);
});

test('commands that only read are put in the trace together, and without losing what was written', async () => {
  const opened = await TurnDesk.open({
    answers: ([first, second]) => [
      says(
        `→ annotate [${first}] "Wet."\n→ view [${first}]\n→ list [${second}]\n→ view [${second}]\n→ tree\n`,
      ),
      says('I am done.'),
    ],
  });
  const copies = copyEachState(opened.desk);
  await opened.turn();
  vi.restoreAllMocks();
  const counts = copies.map((copy) => {
    const database = new Database(copy, { readonly: true });
    const { rows } = database.prepare('SELECT count(*) AS rows FROM agent_action').get() as { rows: number };
    database.close();
    return rows;
  });
  expect([...new Set(counts)]).toEqual([0, 1, 5]);
  expect((await opened.actions()).map(({ result }) => result === null || result === '')).not.toContain(true);
});
