import { describe, expect, test } from 'vitest';
import type { PositionId, Sha256 } from '../../../src/core/ids.ts';
import { findLogMismatches, logNode } from '../../../src/core/provenance/logged-node.ts';
import type { WholeNode } from '../../../src/core/tree/tree-node.ts';
import { author, said, treeOf } from '../../helpers/tree.ts';

const world = treeOf(`
0 h"Once upon a time, "
  1 m"there was a castle"
  1' m"there was a " h"tower" version of 1 by h`);
const nodes = [...world.tree.nodes()];
const log = nodes.map((node) => logNode(node));
const version = world.id("1'");

function reasons(stored: readonly WholeNode[]) {
  const findNode = (id: string) => stored.find((node) => node.id === id);
  return [...findLogMismatches(log, findNode, stored.length)];
}

function changed(change: Partial<WholeNode>): readonly WholeNode[] {
  return nodes.map((node) => (node.id === version ? { ...node, ...change } : node));
}

describe('nodes compared with the log', () => {
  test('match it if unchanged', () => {
    expect(reasons(nodes)).toEqual([]);
  });

  test.each<[string, Partial<WholeNode>, RegExp]>([
    ['their spans', { spans: said('h"there was a tower"').spans }, /authorship spans/],
    ['an inferred span', { spans: said('m"there was a " h?"tower"').spans }, /authorship spans/],
    ['their content hash', { contentHash: 'x' as Sha256 }, /content hash/],
    ['their position', { positionId: version as string as PositionId }, /was written at position/],
    ['what they were edited from', { editedFrom: null }, /edited from/],
  ])('differ in %s', (_, change, reason) => {
    expect(reasons(changed(change))).toEqual([{ nodeId: version, reason: expect.stringMatching(reason) }]);
  });

  test('are reported missing when the last leaf is gone', () => {
    expect(reasons(nodes.filter(({ id }) => id !== version))).toEqual([
      { nodeId: version, reason: expect.stringMatching(/no longer exists/) },
    ]);
  });

  test('are reported as extra when one was inserted', () => {
    const [root] = nodes;
    const inserted = {
      ...(root as WholeNode),
      id: world.idsAndClock.newId() as WholeNode['id'],
      authorId: author('m').id,
    };
    expect(reasons([...nodes, inserted])).toEqual([
      { nodeId: null, reason: expect.stringMatching(/does not contain 1 of 5 nodes/) },
    ]);
  });
});
