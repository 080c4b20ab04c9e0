import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { listAllLinks } from '../../../../src/main/store/tables/marks/links.ts';
import { listNames } from '../../../../src/main/store/tables/marks/names.ts';
import { findLinkFaults } from '../../../../src/main/store/tables/node-links.ts';
import { getTree, updateTree } from '../../../../src/main/store/tables/trees.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { examine } from '../../../helpers/examine.ts';
import { openGrove, plantGrove } from '../../../helpers/grove.ts';
import { makeOlder } from '../../../helpers/older-grove.ts';

test('version 160 names the trees of an older grove, and reads the links of its documents, notes and messages', () => {
  const { store, tree, root, human, ...grove } = plantGrove();
  const text = 'See [[Anna’s  Lake#Ice|there]], ![[#^A7X2C9]] and `[[code]]`.';
  const first = grove.continue(root, text);
  grove.continue(first.positionId, text, { edgeType: 'annotation', follow: false });
  store.transact((tx) => updateTree(tx, human, { ...getTree(tx, tree.id), title: 'Low Water' }));
  store.close();
  makeOlder(store.path, 140);
  const linksOf = () => {
    const opened = openGrove(store.path);
    expect(findLinkFaults(opened)).toEqual([]);
    const names = listNames(opened, tree.id).map(({ kind, shown, until }) => [kind, shown, until]);
    opened.close();
    const database = new Database(store.path, { readonly: true });
    const links = database
      .prepare(
        'SELECT name, section, local_id, start, length, embed FROM node_link ORDER BY node_key, ordinal',
      )
      .raw()
      .all();
    database.close();
    return { names, links };
  };
  const expected = [
    ["anna's lake", 'Ice', null, 4, 26, 0],
    ['', null, 'a7x2c9', 32, 13, 1],
  ];
  // A story has links in its notes alone.
  expect(linksOf()).toEqual({ names: [['title', 'Low Water', null]], links: expected });
  makeOlder(store.path, 140, "UPDATE loom_tree SET kind = 'document'");
  expect(linksOf().links).toEqual([...expected, ...expected]);
});

test('version 170 leaves the links of an older grove without a quote, as its log has them', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('It rained.')]);
  await desk.call('message.runCommands', { treeId, at: null, text: '→ link here to root note:"why"' });
  await desk.close();
  makeOlder(desk.path, 160);
  const opened = openGrove(desk.path);
  expect(listAllLinks(opened).map(({ note, quote }) => [note, quote])).toEqual([['why', null]]);
  opened.close();
  expect(examine(desk.path).findings.filter(({ holds }) => !holds)).toEqual([]);
});
