import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodeId } from '../../../src/core/ids.ts';
import { continueFrom, revise } from '../../../src/core/tree/operations.ts';
import { Overlay } from '../../../src/core/tree/overlay.ts';
import { resolvePath } from '../../../src/core/tree/path.ts';
import { textOf } from '../../../src/core/tree/tree-node.ts';
import type { TreeView } from '../../../src/core/tree/tree-view.ts';
import { anyMode, anySteps, applySteps, planStep } from '../../helpers/random-tree.ts';
import { author, emptyTree, said, type TreeWorld, treeOf } from '../../helpers/tree.ts';

/** Everything that a view returns about nodes. */
function answersOf(view: TreeView, ids: readonly NodeId[]) {
  return ids.map((id) => {
    const { content, spans } = view.getContent(id);
    const node = view.findNode(id);
    if (node === undefined) return undefined;
    const { positionId, localId, editedFrom } = node;
    const siblings = editedFrom === null ? [] : view.listEqualSiblings(editedFrom, textOf(content), spans);
    const parent = view.parentOf(positionId);
    const twins = parent === null ? [] : view.listEqualChildren(parent, textOf(content), spans);
    return {
      node: { ...node, content, spans },
      edge: view.findEdgeInto(id),
      versions: view.versionsAt(positionId).map((version) => version.id),
      children: view.childrenOf(positionId),
      parent,
      hasLocalId: view.hasLocalId(localId),
      equalVersion: view.findEqualVersion(positionId, textOf(content), spans)?.id,
      siblings: siblings.map((node) => [node.id, node.pruned]),
      twins: twins.map((node) => [node.id, node.pruned]),
    };
  });
}

/** A world in which steps can be planned on top of an overlay. */
function worldOn(world: TreeWorld, overlay: Overlay): TreeWorld {
  const nodes = () => [...world.tree.nodes(), ...overlay.change().nodes];
  return {
    ...world,
    tree: { ...world.tree, ...overlay.tree, nodes },
    path: { ...world.path, ...overlay.path },
  };
}

describe('an overlay', () => {
  test('answers as the tree will after its changes are written', () => {
    fc.assert(
      fc.property(anyMode, anySteps, anySteps, (mode, steps, more) => {
        const world = emptyTree(mode);
        applySteps(world, steps);
        const overlay = new Overlay(world.tree, world.path);
        for (const step of more) {
          const change = planStep(worldOn(world, overlay), step);
          if (change !== null) overlay.add(change);
        }
        const change = overlay.change();
        const ids = [...world.tree.nodes(), ...change.nodes].map(({ id }) => id);
        const answers = answersOf(overlay.tree, ids);
        const pathIds = resolvePath(overlay.tree, overlay.path).map(({ id }) => id);
        world.apply(change);
        expect(answersOf(world.tree, ids)).toEqual(answers);
        expect(resolvePath(world.tree, world.path).map(({ id }) => id)).toEqual(pathIds);
      }),
    );
  });

  test('leaves the underlying tree and path alone', () => {
    const { tree, path, idsAndClock, id, at } = treeOf('0 h"Once "\n  1 h"upon"\npath 0 1');
    const overlay = new Overlay(tree, path);
    const human = author('h');
    overlay.add(revise(overlay.tree, overlay.path, id('0'), said('h"Twice "'), human, idsAndClock));
    overlay.add(continueFrom(overlay.tree, overlay.path, at('1'), said('h" a time"'), human, idsAndClock));
    expect(resolvePath(overlay.tree, overlay.path)).toHaveLength(4);
    expect(resolvePath(tree, path).map((node) => node.id)).toEqual([id('R'), id('0'), id('1')]);
    expect([...tree.nodes()]).toHaveLength(3);
  });
});
