import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { ResponseId, TreeId } from '../../../../src/core/ids.ts';
import { contentHash } from '../../../../src/core/provenance/content-hash.ts';
import { verifyNode } from '../../../../src/core/provenance/verify.ts';
import { addResponse, findResponseBytes, packResponse } from '../../../../src/main/store/tables/responses.ts';
import { eachStoredNode, pagesOfNodes } from '../../../../src/main/store/tree/whole-trees.ts';
import { plantGrove, plantTree } from '../../../helpers/grove.ts';
import { refusal } from '../../../helpers/refusal.ts';

test('a tree is read whole, in order of ids, one page at a time', () => {
  const grove = plantGrove();
  const { store, tree, root, human, idsAndClock } = grove;
  const nodes = grove.chain(root, ['a', 'b', 'c', 'd', 'e']);
  const second = nodes[1];
  if (!second) throw new Error('a second');
  const version = grove.revise(second, 'bb');
  const other = store.transact((tx) => plantTree(tx, idsAndClock, human));

  const all = [...eachStoredNode(store, tree.id, 2)];
  expect(all.slice(1).map(({ node }) => node)).toEqual([...nodes, version]);
  expect(all.map(({ edge }) => edge?.targetId)).toEqual([
    undefined,
    ...nodes.map(({ id }) => id),
    version.id,
  ]);
  expect(all[0]).toMatchObject({ edge: undefined, parents: [], recordedHash: null });
  expect(all[2]).toMatchObject({
    edge: { treeId: tree.id, sources: [{ role: 'primary', positionId: nodes[0]?.positionId }] },
    parents: [{ id: nodes[0]?.id, contentHash: nodes[0]?.contentHash }],
  });
  const [page = []] = pagesOfNodes(store, tree.id, 2, second.id);
  expect(page.map(({ node }) => node.id)).toEqual(nodes.slice(2, 4).map(({ id }) => id));
  expect([...eachStoredNode(store, null, 3)]).toHaveLength(8);
  expect([...eachStoredNode(store, other.id)]).toHaveLength(1);
  expect(refusal(() => pagesOfNodes(store, idsAndClock.newId() as TreeId, 1))).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a node is read with everything that its hash covers, so that the hash can be computed again', () => {
  const grove = plantGrove();
  const { store, root, model, idsAndClock } = grove;
  const responseId = idsAndClock.newId() as ResponseId;
  const body = Buffer.from('{"id":"cmpl-1","choices":[{"text":"there was a castle"}]}');
  store.transact((tx) =>
    addResponse(
      tx,
      packResponse(
        {
          id: responseId,
          provider: 'offline',
          requestId: null,
          modelIdentifier: null,
          request: {},
          bodySha256: sha256(body),
          requestedAt: 0,
          respondedAt: 1,
          latencyMs: 1,
          tokenUsage: null,
          redacted: [],
          decoded: false,
          createdAt: 1,
        },
        { gzippedBody: gzipSync(body), headers: {} },
      ),
      { treeId: grove.tree.id, agentId: model },
    ),
  );
  const parent = grove.continue(root, 'Once upon a time, ');
  const parts = {
    content: { type: 'text', text: 'there was a castle — “old” 🏰' },
    parentHashes: [parent.contentHash],
    createdAt: Date.UTC(2026, 0, 2, 3, 4, 6),
    authorId: model,
    responseHash: sha256(body),
  } as const;
  const node = grove.continue(parent.positionId, parts.content.text, {
    authorId: model,
    authorType: 'model',
    createdAt: parts.createdAt,
    responseId,
    choiceIndex: 0,
    contentHash: contentHash(parts),
  });
  const stored = [...eachStoredNode(store, null)].find((each) => each.node.id === node.id);
  if (!stored) throw new Error('the node');
  const { parents, recordedHash } = stored;
  const response = { recordedHash, bodyHash: sha256(findResponseBytes(store, responseId)?.body ?? '') };
  expect(verifyNode({ node: stored.node, parents, response }).verdict).toBe('valid');
});
