import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { repairSplits } from '../../../../src/main/store/copies/repair-splits.ts';
import { plantGrove } from '../../../helpers/grove.ts';

test('a repair keeps the splits that still are beginnings, and no others', () => {
  const grove = plantGrove();
  const { store, root } = grove;
  const whole = grove.continue(root, 'Once upon a time');
  const split = (node: typeof whole, length: number) =>
    grove.branch(node, node.content.type === 'text' ? node.content.text.slice(0, length) : '', {
      splitAt: length,
    });
  const [kept, changed, alone] = [split(whole, 4), split(whole, 9), split(whole, 6)];
  const version = grove.revise(kept, 'Twice', { offered: true });
  const nested = split(changed, 2);
  const offer = grove.revise(whole, 'Once and for all', { offered: true });
  store.close();
  const database = new Database(store.path);
  database.prepare("UPDATE node SET text = 'Xnly upon' WHERE id = ?").run(changed.id);
  database.prepare('UPDATE node SET edited_from_key = NULL WHERE id = ?').run(alone.id);
  database.prepare('UPDATE node SET position_key = key WHERE id = ?').run(version.id);
  database.transaction(() => repairSplits(database))();
  const rows = database
    .prepare('SELECT id, split_at, offered FROM node WHERE split_at IS NOT NULL OR offered ORDER BY id')
    .all();
  expect(rows).toEqual([
    { id: kept.id, split_at: 4, offered: 0 },
    { id: offer.id, split_at: null, offered: 1 },
  ]);
  expect(database.prepare('SELECT split_at FROM node WHERE id = ?').pluck().get(nested.id)).toBeNull();

  // A dialogue has neither.
  database.exec("UPDATE loom_tree SET mode = 'dialogue'");
  database.transaction(() => repairSplits(database))();
  expect(database.prepare('SELECT count(*) FROM node WHERE split_at OR offered').pluck().get()).toBe(0);
  database.close();
});
