import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TreeMode } from '../../../../src/core/tree/loom-tree.ts';
import { metadataAt } from '../../../../src/core/tree/metadata.ts';
import { isAnnotation } from '../../../../src/core/tree/new-node.ts';
import { revise } from '../../../../src/core/tree/operations.ts';
import { anyContent, anySteps, pickNode, planStep, takeSteps } from '../../../helpers/random-tree.ts';
import { author, emptyTree } from '../../../helpers/tree.ts';
import { contentsOf, marksOf, shapeOf } from '../../../helpers/world-facts.ts';

const H = author('h');

const anyMode = fc.constantFrom<TreeMode>('buffer', 'dialogue');

describe('what is changed', () => {
  test('is what a step named, and nothing else: no node, no hash, no edge, no mark', () => {
    fc.assert(
      fc.property(anyMode, anySteps, (mode, steps) => {
        const world = emptyTree(mode);
        for (const step of steps) {
          const change = planStep(world, step);
          if (change === null) continue;
          const before = { contents: contentsOf(world), marks: marksOf(world), shape: shapeOf(world) };
          world.add(change);
          const after = { contents: contentsOf(world), marks: marksOf(world), shape: shapeOf(world) };
          const added = new Set<string>(change.nodes.map(({ id }) => id));
          const marked = new Set<string>(change.metadata.map(({ position }) => position));
          expect(after.contents.size).toBe(before.contents.size + added.size);
          for (const [id, was] of before.contents) expect(after.contents.get(id)).toEqual(was);
          for (const [id, was] of before.marks) {
            const position = world.tree.findNode(id as never)?.positionId ?? '';
            if (!marked.has(position)) expect(after.marks.get(id)).toEqual(was);
          }
          for (const [position, was] of before.shape) {
            const now = after.shape.get(position);
            expect(now?.parent).toBe(was.parent);
            expect(now?.children.filter((child) => !added.has(child))).toEqual(was.children);
          }
        }
        world.check();
      }),
    );
  });

  test('a new version is one node and one edge, whatever hangs below', () => {
    fc.assert(
      fc.property(anySteps, fc.nat(1000), anyContent, (steps, target, content) => {
        const world = emptyTree();
        takeSteps(world, steps);
        const { id, positionId } = pickNode(world, target);
        fc.pre(positionId !== world.root && !isAnnotation(world.tree, positionId));
        const before = shapeOf(world);
        const change = revise(world.tree, world.path, id, content, H, world.idsAndClock);
        expect(change.nodes.length).toBeLessThanOrEqual(1);
        expect(change.edges.length).toBe(change.nodes.length);
        expect(change.path.head).toBeUndefined();
        // It begins with the metadata of its position.
        for (const node of change.nodes) expect(node).toMatchObject(metadataAt(world.tree, positionId));
        world.apply(change);
        expect(shapeOf(world)).toEqual(before);
        // The same once more finds it there.
        const again = revise(world.tree, world.path, id, content, H, world.idsAndClock);
        expect(again.nodes).toEqual([]);
        expect(again.path.selected).toEqual(change.path.selected);
      }),
    );
  });
});
