import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { ResponseId } from '../../../src/core/ids.ts';
import { countPositions } from '../../../src/main/grove/reading/path-wire.ts';
import { addWordList } from '../../../src/main/store/connection/connection-settings.ts';
import type { FileTransaction } from '../../../src/main/store/connection/file-transaction.ts';
import { addLinkFunctions } from '../../../src/main/store/connection/link-functions.ts';
import type { Query, Reader } from '../../../src/main/store/connection/query.ts';
import { searchText } from '../../../src/main/store/search/search.ts';
import { listAgents } from '../../../src/main/store/tables/agents.ts';
import { findDraft, saveDraft } from '../../../src/main/store/tables/drafts.ts';
import { getGreatestId, getGrove } from '../../../src/main/store/tables/grove.ts';
import { listChainEnds, listChains } from '../../../src/main/store/tables/history/keeping.ts';
import { readLog } from '../../../src/main/store/tables/log.ts';
import { findNoted, listAnnotations } from '../../../src/main/store/tables/marks/annotations.ts';
import { listLinks } from '../../../src/main/store/tables/marks/links.ts';
import { listHolders } from '../../../src/main/store/tables/marks/names.ts';
import { getWholeNode } from '../../../src/main/store/tables/nodes.ts';
import { findCursor, saveCaret } from '../../../src/main/store/tables/path-state.ts';
import {
  findProposal,
  listProposalIds,
  listProposals,
} from '../../../src/main/store/tables/proposals/proposals.ts';
import {
  decideSuggestions,
  listPlacedSuggestions,
  savePlaces,
  setCommittedNode,
} from '../../../src/main/store/tables/proposals/suggestions.ts';
import { findResponse } from '../../../src/main/store/tables/responses.ts';
import { getTree } from '../../../src/main/store/tables/trees.ts';
import { writeChange } from '../../../src/main/store/tables/write-change.ts';
import { findLinkTime, listLinksBy } from '../../../src/main/store/tree/backlinks.ts';
import { listChildren } from '../../../src/main/store/tree/children.ts';
import { findShownWith } from '../../../src/main/store/tree/divided-rows.ts';
import { readMarks } from '../../../src/main/store/tree/family-marks.ts';
import { findMarkedAbove } from '../../../src/main/store/tree/find-hidden-positions.ts';
import { findUnsent, hasUnsent, isUnsentSince } from '../../../src/main/store/tree/find-unsent.ts';
import { readBookmarksOnSplits } from '../../../src/main/store/tree/hidden-splits.ts';
import {
  countDescendants,
  isHiddenAt,
  listChildPositions,
  readDepth,
  runsThrough,
} from '../../../src/main/store/tree/lineage.ts';
import { findNodesByLocalIds, findTreeByLocalId } from '../../../src/main/store/tree/local-ids.ts';
import { readOrigins } from '../../../src/main/store/tree/message-origins.ts';
import { loadPath, readOrdinals } from '../../../src/main/store/tree/path-loading.ts';
import { readPositionLabels } from '../../../src/main/store/tree/position-labels.ts';
import { getMetadata } from '../../../src/main/store/tree/position-metadata.ts';
import { sqlViews } from '../../../src/main/store/tree/sql-tree.ts';
import { readChangedPositions, readPositionPage } from '../../../src/main/store/tree/tree-positions.ts';
import {
  findStoredNodes,
  getGreatestNodeKey,
  pagesOfNodes,
  readKeyRange,
} from '../../../src/main/store/tree/whole-trees.ts';
import { edgeInto, newNode, plantGrove } from '../../helpers/grove.ts';
import { newSuggestion, writeProposal } from '../../helpers/proposals.ts';

/**
 * Tables with only a few rows, whatever the size of the grove. Turns are scanned for those that are undone, where a list has
 * a version that is offered: a thousand take a fifth of a millisecond.
 */
const SMALL = ['grove', 'agent', 'loom_tree', 'session', 'turn'];
/** Scans of a statement’s own data: JSON arrays, recursive steps, subquery results, FTS5. */
const OWN =
  /^SCAN ([\w.]+ VIRTUAL TABLE INDEX|climb\b|family\b|descent\b|best\b|CONSTANT ROW|\(subquery|\d+-ROW|wanted\b|found\b|pair\b|shown\b|used\b)/;

test('every statement for reading and writing a tree finds its rows by an index', () => {
  const grove = plantGrove();
  const { store, tree, human, root, idsAndClock } = grove;
  const nodes = grove.chain(root, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  const [first] = nodes;
  const last = nodes.at(-1);
  if (!first || !last) throw new Error('a chain');

  const used = new Map<string, string>();
  const recordUse = (query: Query<never, unknown>) => used.set(query.name, query.sql());
  const recording = <R extends Reader>(reader: R): R =>
    new Proxy(reader, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (query: Query<never, unknown>, ...rest: unknown[]) => {
          if (typeof query === 'object') recordUse(query);
          return Reflect.apply(value, target, [query, ...rest]);
        };
      },
    });

  const reader = recording<Reader>(store);
  const suggestions = [newSuggestion(first.id, 0)];
  const { id: proposalId } = writeProposal(
    store,
    idsAndClock,
    { treeId: tree.id, agentId: human },
    { suggestions },
  );
  findProposal(reader, proposalId);
  listProposalIds(reader, tree.id);
  listProposals(reader, tree.id, 10);
  listLinks(reader, tree.id);
  const page = { after: null, limit: 5, old: false };
  for (const by of [{ names: ['a'] }, { localIds: ['a7x2c9'] }]) listLinksBy(reader, human, by, page);
  findLinkTime(reader, first.id, 'a');
  listHolders(reader, 'a');
  listPlacedSuggestions(reader, tree.id);
  loadPath(reader, tree.id, human);
  readOrdinals(reader, nodes);
  listAnnotations(reader, tree.id, first.positionId);
  findNoted(reader, [first.positionId, last.positionId]);
  listChildren(reader, tree.id, human, root, 10);
  getWholeNode(reader, first.id);
  findCursor(reader, tree.id, human);
  findDraft(reader, tree.id, human);
  findResponse(reader, idsAndClock.newId() as ResponseId);
  readLog(reader, 0, 10);
  getTree(reader, tree.id);
  getGrove(reader);
  getGreatestId(reader);
  listAgents(reader);
  pagesOfNodes(reader, tree.id, 10).next();
  readKeyRange(reader, null, 10);
  findStoredNodes(reader, [first.id]);
  getGreatestNodeKey(reader);
  readPositionPage(reader, tree.id, human, 0, 10);
  readChangedPositions(reader, tree.id, human, 0);
  readPositionLabels(reader, tree.id, human, [first.positionId], 10);
  findNodesByLocalIds(reader, tree.id, [first.localId]);
  findTreeByLocalId(reader, first.localId);
  readDepth(reader, tree.id, last.positionId);
  isHiddenAt(reader, tree.id, last.positionId);
  runsThrough(reader, tree.id, last.positionId, first.positionId);
  countDescendants(reader, tree.id, first.positionId, 5);
  listChildPositions(reader, tree.id, [first.positionId]);
  findUnsent(reader, [{ treeId: tree.id, positionId: last.positionId }]);
  findMarkedAbove(reader, [last.positionId], 'excluded');
  hasUnsent(reader, tree.id);
  isUnsentSince(reader, tree.id, 0);
  searchText(reader, 'a', { limit: 5, scanMilliseconds: 10 });
  searchText(reader, 'a', { limit: 5, scanMilliseconds: 10, ranked: true });
  searchText(reader, '城', { limit: 5, scanMilliseconds: 10 });
  const views = sqlViews(reader, tree.id, human);
  for (const node of nodes.toReversed()) views.tree.parentOf(node.positionId);
  for (const fresh of [sqlViews(reader, tree.id, human)]) {
    for (const node of nodes.toReversed()) fresh.tree.childrenOf(node.positionId);
  }
  views.tree.versionsAt(first.positionId);
  views.path.selectedAt(first.positionId);
  views.tree.hasLocalId(first.localId);
  views.tree.findEdgeInto(first.id);
  views.tree.findEqualVersion(first.positionId, 'a', first.spans);
  views.tree.listEqualSiblings(first.id, 'a', first.spans);
  views.tree.listEqualChildren(first.positionId, 'a', first.spans);
  views.tree.splitsOf(first.positionId);
  store.transact((plain) => {
    const tx = recording<FileTransaction>(plain);
    const node = newNode(idsAndClock, { treeId: tree.id, authorId: human, text: 'z' });
    writeChange(
      tx,
      tree.id,
      human,
      {
        nodes: [node],
        edges: [edgeInto(idsAndClock, node, last.positionId)],
        metadata: [{ position: first.positionId, metadata: { ...first, bookmarked: true } }],
        path: {
          left: [{ position: last.positionId, at: 1 }],
          head: node.positionId,
          selected: [{ position: node.positionId, version: node.id }],
          lastChild: [{ position: last.positionId, child: node.positionId }],
        },
      },
      'commit',
    );
    const placed = { proposalId, ordinal: 0, places: [] };
    savePlaces(tx, [placed]);
    decideSuggestions(tx, [{ ...placed, state: 'accepted' }], 1);
    setCommittedNode(tx, [{ ...placed, nodeId: node.id }]);
    saveCaret(tx, tree.id, human, { anchor: 0, head: 0, scroll: 0 });
    saveDraft(tx, tree.id, human, { head: node.positionId, buffer: { text: '', spans: [] }, edits: [] });
  });
  grove.write(
    { metadata: [{ position: first.positionId, metadata: { ...first, pruned: true } }] },
    'metadata',
  );
  // Search looks at ancestors only if something is pruned.
  searchText(reader, 'a', { limit: 5, scanMilliseconds: 10 });
  // A text that was divided: at first as it was, then revised.
  const divided = { treeId: tree.id, authorId: human, text: 'a', editedFrom: first.id, splitAt: 1 };
  const split = newNode(idsAndClock, divided);
  grove.write({ nodes: [split], edges: [edgeInto(idsAndClock, split, root)] }, 'split');
  readOrigins(reader, [split]);
  const many = Array.from({ length: 600 }, () => split.positionId);
  for (const positions of [[split.positionId], many]) readMarks(reader, tree.id, positions);
  for (const text of ['', 'ab']) {
    if (text !== '') {
      const version = newNode(idsAndClock, { ...divided, text, splitAt: null, positionId: split.positionId });
      grove.write({ nodes: [version], edges: [edgeInto(idsAndClock, version, root)] }, 'commit');
    }
    readPositionPage(reader, tree.id, human, 0, 100);
  }
  findShownWith(reader, tree.id, human, new Set([split.positionId]));
  const counted = nodes.map((node, at) => ({ ...node, parentId: nodes[at - 1]?.positionId ?? root }));
  countPositions(reader, tree.id, human, counted, () => true);
  getMetadata(
    reader,
    nodes.map(({ id }) => id),
  );
  readPositionLabels(reader, tree.id, human, [split.positionId], 10);
  readBookmarksOnSplits(reader, tree.id);
  searchText(reader, 'a', { limit: 5, scanMilliseconds: 10, bookmarked: true });
  store.close();

  const database = new Database(store.path, { readonly: true });
  addWordList(database);
  addLinkFunctions(database);
  const scans = [...used].flatMap(([name, sql]) =>
    database
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...new Array(sql.split('?').length - 1).fill(null))
      .map(({ detail }) => detail)
      .filter((detail) => detail.startsWith('SCAN') && !OWN.test(detail))
      .filter((detail) => !SMALL.includes(detail.split(' ')[1] ?? ''))
      .map((detail) => `${name}: ${detail}`),
  );
  database.close();
  expect(used.size).toBeGreaterThan(40);
  expect(scans).toEqual([]);
});

test('what the source documents have indexes for is found by others, or in tables of a few rows', () => {
  const { store } = plantGrove();
  store.close();
  const database = new Database(store.path, { readonly: true });
  const plan = (statement: string) =>
    database
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement}`)
      .all()
      .map(({ detail }) => detail);
  // As in `domain.md`, *Where this differs*.
  expect(
    plan(
      'SELECT node.id FROM agent CROSS JOIN node ON node.author_agent_key = agent.key WHERE agent.type = 1',
    ),
  ).toEqual(['SCAN agent', 'SEARCH node USING INDEX node_author (author_agent_key=?)']);
  expect(
    plan(
      'SELECT edge.id FROM node CROSS JOIN edge ON edge.target_node_key = node.key WHERE node.loom_tree_key = 1',
    ),
  ).toEqual([
    'SEARCH node USING COVERING INDEX node_tree_created (loom_tree_key=?)',
    'SEARCH edge USING INDEX sqlite_autoindex_edge_2 (target_node_key=?)',
  ]);
  expect(plan('SELECT id FROM loom_tree WHERE archived_at IS NULL ORDER BY created_at')).toEqual([
    'SCAN loom_tree',
    'USE TEMP B-TREE FOR ORDER BY',
  ]);
  database.close();
});

test.each([
  ['each chain', listChains],
  ['each chain with its ends', listChainEnds],
])('%s is found from the one before it, along all columns of their index', (_what, list) => {
  const { store } = plantGrove();
  const asked: string[] = [];
  list({
    all: (query) => {
      asked.push(query.sql());
      return [];
    },
    first: () => undefined,
    columns: store.columns.bind(store),
  });
  store.close();
  const database = new Database(store.path, { readonly: true });
  const plan = asked.flatMap((statement) =>
    database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement}`).all(),
  );
  database.close();
  expect(plan.map(({ detail }) => detail)).toContain(
    'SEARCH next USING COVERING INDEX layer_chain (loom_tree_key=? AND agent_key=? AND dimension=? AND chain>?)',
  );
});
