import { expect, test } from 'vitest';
import type { PositionId } from '../../../../src/core/ids.ts';
import {
  goToChild,
  goToParent,
  moveHead,
  selectSibling,
  selectVersion,
} from '../../../../src/core/tree/path.ts';
import { NO_PATH_CHANGE, type PathChange } from '../../../../src/core/tree/tree-change.ts';
import { seededRandom } from '../../../../src/main/generation/text-model/random.ts';
import { OpenPath } from '../../../../src/main/grove/reading/open-path.ts';
import { writePath } from '../../../../src/main/store/tables/path-state.ts';
import { type SqlViews, sqlViews } from '../../../../src/main/store/tree/sql-tree.ts';
import { edgeInto, newNode, type PlantedGrove, plantGrove } from '../../../helpers/grove.ts';

function openPath({ store, tree, human }: PlantedGrove): OpenPath {
  const path = new OpenPath(store, tree.id, human);
  path.reload();
  return path;
}

/** Writes a change of the path and applies it to an open path. */
function move(grove: PlantedGrove, path: OpenPath, changeOf: (views: SqlViews) => PathChange): void {
  const { store, tree, human } = grove;
  const change = store.transact((tx) => {
    const moved = changeOf(sqlViews(tx, tree.id, human));
    writePath(tx, tree.id, human, moved);
    return moved;
  });
  path.apply(change);
}

/** Continues from the head with `count` nodes in one commit. */
function continuePath(grove: PlantedGrove, path: OpenPath, count: number): void {
  const { idsAndClock, tree, human } = grove;
  const nodes = Array.from({ length: count }, (_, at) =>
    newNode(idsAndClock, { treeId: tree.id, authorId: human, text: `node ${at} ` }),
  );
  const parentAt = (at: number) => nodes[at - 1]?.positionId ?? path.head;
  const change = {
    nodes,
    edges: nodes.map((node, at) => edgeInto(idsAndClock, node, parentAt(at))),
    path: {
      head: nodes.at(-1)?.positionId ?? path.head,
      selected: nodes.map((node) => ({ position: node.positionId, version: node.id })),
      lastChild: nodes.map((node, at) => ({ position: parentAt(at), child: node.positionId })),
    },
  };
  grove.write(change);
  path.apply(change.path);
}

test('a path that applies its own changes equals the path read again', () => {
  const grove = plantGrove();
  const random = seededRandom(7);
  const path = openPath(grove);
  continuePath(grove, path, 3);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const anyPosition = (): PositionId => pick(path.ids)?.positionId ?? grove.root;
  const moves: readonly (() => void)[] = [
    () => continuePath(grove, path, 1 + Math.floor(random() * 3)),
    () => move(grove, path, ({ tree, path: view }) => moveHead(tree, view, anyPosition())),
    () => {
      if (path.ids.length > 0) move(grove, path, ({ tree, path: view }) => goToParent(tree, view));
    },
    () =>
      move(grove, path, ({ tree, path: view }) =>
        tree.childrenOf(view.head).length > 0 ? goToChild(tree, view) : NO_PATH_CHANGE,
      ),
    () =>
      move(grove, path, ({ tree, path: view }) => {
        const position = anyPosition();
        const parent = tree.parentOf(position) ?? grove.root;
        return selectSibling(tree, view, pick(tree.childrenOf(parent)) ?? position);
      }),
    () => {
      const shown = pick(path.ids);
      if (shown === undefined) return;
      const { store, tree, human } = grove;
      const version = newNode(grove.idsAndClock, {
        treeId: tree.id,
        authorId: human,
        positionId: shown.positionId,
        editedFrom: shown.nodeId,
        text: `said again ${random()}`,
      });
      const parent = sqlViews(store, tree.id, human).tree.parentOf(shown.positionId) ?? grove.root;
      const change = {
        nodes: [version],
        edges: [edgeInto(grove.idsAndClock, version, parent)],
        path: { selected: [{ position: shown.positionId, version: version.id }], lastChild: [] },
      };
      grove.write(change);
      path.apply(change.path);
    },
    () =>
      move(grove, path, ({ tree, path: own }) => {
        const version = pick(tree.versionsAt(anyPosition()));
        return version === undefined ? NO_PATH_CHANGE : selectVersion(tree, own, version.id);
      }),
  ];
  for (let step = 0; step < 200; step += 1) {
    const { version } = path;
    pick(moves)?.();
    expect(path.ids, `after step ${step}`).toEqual(openPath(grove).ids);
    path.ids.forEach(({ nodeId }, place) => {
      expect(path.indexOf(nodeId)).toBe(place);
    });
    expect(path.version).toBeGreaterThanOrEqual(version);
  }
});

test('every change raises the version of the path, even an empty one', () => {
  const grove = plantGrove();
  const path = openPath(grove);
  const { version } = path;
  path.apply(NO_PATH_CHANGE);
  expect(path.version).toBe(version + 1);
  continuePath(grove, path, 2);
  expect(path.version).toBe(version + 2);
});
