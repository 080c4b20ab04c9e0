import Database from 'better-sqlite3';
import type { TreeId } from '../../../src/core/ids.ts';

/** The texts of all nodes of a tree, pruned or not, read directly from the file. */
export function nodeTexts(path: string, treeId: TreeId): readonly string[] {
  const file = new Database(path, { readonly: true });
  const texts = file
    .prepare(
      'SELECT text FROM node WHERE loom_tree_key = (SELECT key FROM loom_tree WHERE id = ?) AND text IS NOT NULL',
    )
    .pluck()
    .all(treeId) as string[];
  file.close();
  return texts;
}
