import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metadataAt } from '../../../../src/core/tree/metadata.ts';
import { isAnnotation } from '../../../../src/core/tree/new-node.ts';
import { fixInPlace } from '../../../../src/core/tree/operations.ts';
import {
  anyContent,
  anyMode,
  anySteps,
  applySteps,
  pickNode,
  planStep,
} from '../../../helpers/random-tree.ts';
import { author, emptyTree } from '../../../helpers/tree.ts';
import { metadataOf, nodesWithEdges, structureOf } from '../../../helpers/tree-snapshots.ts';

const H = author('h');

describe('a step', () => {
  test('changes only its targets: no other node, hash, edge or metadata', () => {
    fc.assert(
      fc.property(anyMode, anySteps, (mode, steps) => {
        const world = emptyTree(mode);
        for (const step of steps) {
          const change = planStep(world, step);
          if (change === null) continue;
          const before = {
            nodes: nodesWithEdges(world),
            metadata: metadataOf(world),
            structure: structureOf(world),
          };
          world.add(change);
          const after = {
            nodes: nodesWithEdges(world),
            metadata: metadataOf(world),
            structure: structureOf(world),
          };
          const added = new Set<string>(change.nodes.map(({ id }) => id));
          const targeted = new Set<string>(change.metadata.map(({ position }) => position));
          expect(after.nodes.size).toBe(before.nodes.size + added.size);
          for (const [id, was] of before.nodes) expect(after.nodes.get(id)).toEqual(was);
          for (const [id, was] of before.metadata) {
            const position = world.tree.findNode(id as never)?.positionId ?? '';
            if (!targeted.has(position)) expect(after.metadata.get(id)).toEqual(was);
          }
          for (const [position, was] of before.structure) {
            const now = after.structure.get(position);
            expect(now?.parent).toBe(was.parent);
            expect(now?.children.filter((child) => !added.has(child))).toEqual(was.children);
          }
        }
        world.check();
      }),
    );
  });

  test('creates a version as one node and one edge, whatever its subtree', () => {
    fc.assert(
      fc.property(anyMode, anySteps, fc.nat(1000), anyContent, (mode, steps, target, content) => {
        const world = emptyTree(mode);
        applySteps(world, steps);
        const { id, positionId } = pickNode(world, target);
        fc.pre(positionId !== world.root && !isAnnotation(world.tree, positionId));
        const before = structureOf(world);
        const change = fixInPlace(world.tree, world.path, id, content, H, world.idsAndClock);
        expect(change.nodes.length).toBeLessThanOrEqual(1);
        expect(change.edges.length).toBe(change.nodes.length);
        expect(change.path.head).toBeUndefined();
        // A version starts with the metadata of its position.
        for (const node of change.nodes) expect(node).toMatchObject(metadataAt(world.tree, positionId));
        world.apply(change);
        expect(structureOf(world)).toEqual(before);
        // The same revision again reuses the version.
        const again = fixInPlace(world.tree, world.path, id, content, H, world.idsAndClock);
        expect(again.nodes).toEqual([]);
        expect(again.path.selected).toEqual(change.path.selected);
      }),
    );
  });
});
