import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { versionAt } from '../../../../src/core/tree/shown-version.ts';
import { setGroveOwner } from '../../../../src/main/store/tables/grove.ts';
import { listChildren } from '../../../../src/main/store/tree/children.ts';
import { loadPath } from '../../../../src/main/store/tree/path-loading.ts';
import { readPositionLabels } from '../../../../src/main/store/tree/position-labels.ts';
import { sqlViews } from '../../../../src/main/store/tree/sql-tree.ts';
import { readPositionPage } from '../../../../src/main/store/tree/tree-positions.ts';
import { plantGrove } from '../../../helpers/grove.ts';

const [STORY = ''] = [
  ...readFileSync(new URL('../../../../docs/format.md', import.meta.url), 'utf8').matchAll(
    /```sql\n(WITH RECURSIVE path[\s\S]*?)```/g,
  ),
].map(([, code]) => code);

test('a version that is offered is shown nowhere until it is chosen', () => {
  const grove = plantGrove();
  const { store, tree, root, human, model } = grove;
  const first = grove.continue(root, 'One.', { follow: false });
  const second = grove.revise(first, 'Two.', { follow: false });
  const offer = grove.revise(second, 'Three.', {
    follow: false,
    offered: true,
    authorId: model,
    authorType: 'model',
  });
  const position = first.positionId;
  grove.write({ path: { head: position, selected: [], lastChild: [] } });
  store.transact((tx) => setGroveOwner(tx, human));

  const shown = () => {
    const views = sqlViews(store, tree.id, human);
    const { positions } = readPositionPage(store, tree.id, human, 0, 100);
    return [
      versionAt(views.tree, views.path, position).id,
      loadPath(store, tree.id, human).at(-1)?.node.id,
      listChildren(store, tree.id, human, root, 10)[0]?.node.id,
      positions.agents[positions.authors.at(-1) ?? -1] === model ? offer.id : second.id,
    ];
  };
  expect(shown()).toEqual([second.id, second.id, second.id, second.id]);
  const labels = readPositionLabels(store, tree.id, human, [position], 10);
  expect(labels).toMatchObject([{ excerpt: 'Two.' }]);
  const story = () => {
    const database = new Database(store.path, { readonly: true });
    const text = database.prepare(STORY).pluck().all({ tree: tree.id }).join('');
    database.close();
    return text;
  };
  expect(story()).toBe('Two.');

  grove.write({ path: { selected: [{ position, version: offer.id }], lastChild: [] } });
  expect(shown()).toEqual([offer.id, offer.id, offer.id, offer.id]);
  expect(story()).toBe('Three.');
});
