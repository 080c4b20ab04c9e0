import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { outputHash } from '../../../../src/core/fences/fence-hashes.ts';
import {
  type AgentId,
  type GroveId,
  type NodeId,
  positionOpenedBy,
  type TreeId,
} from '../../../../src/core/ids.ts';
import { moveIntoPlace } from '../../../../src/main/backup/backup-folder.ts';
import { findChangedRecords } from '../../../../src/main/grove/checking/find-changed-records.ts';
import { verifyGrove } from '../../../../src/main/grove/checking/verify-grove.ts';
import { verifyLayers } from '../../../../src/main/grove/checking/verify-layers.ts';
import { mergeGrove } from '../../../../src/main/grove/copies/merge-grove.ts';
import { moveTree } from '../../../../src/main/grove/copies/move-tree.ts';
import { type ShareOptions, shareGrove, sharePath } from '../../../../src/main/grove/copies/share-grove.ts';
import { exportTree } from '../../../../src/main/grove/reading/export-tree.ts';
import { exportRecord } from '../../../../src/main/grove/reading/grove-reader.ts';
import { prepareDuplicate } from '../../../../src/main/grove/writing/tree-commands.ts';
import { type NewGrove, openForSalvage } from '../../../../src/main/store/connection/open-file.ts';
import type { Store } from '../../../../src/main/store/connection/store.ts';
import { deleteTree } from '../../../../src/main/store/copies/delete-tree.ts';
import { writeDuplicate } from '../../../../src/main/store/copies/duplicate-tree.ts';
import { salvageRows } from '../../../../src/main/store/copies/salvage.ts';
import { changeGroveIdentity } from '../../../../src/main/store/tables/grove.ts';
import { readState } from '../../../../src/main/store/tables/grove-state.ts';
import { findLink, LINKS, listAllLinks } from '../../../../src/main/store/tables/marks/links.ts';
import { type TableName, tablesWhere, usesOf } from '../../../../src/main/store/tables/table-list.ts';
import type { TableUses } from '../../../../src/main/store/tables/table-uses.ts';
import { getTree, updateTree } from '../../../../src/main/store/tables/trees.ts';
import { writeTurn } from '../../../helpers/agent-turns.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import {
  countingIdsAndClock,
  createGrove,
  dumpGrove,
  MIGRATIONS,
  openGrove,
  plantGrove,
  temporaryFolder,
} from '../../../helpers/grove.ts';
import { runLayerPass } from '../../../helpers/layered-grove.ts';
import { newSuggestion, writeProposal } from '../../../helpers/proposals.ts';
import { writeSummariesOf } from '../../../helpers/summaries.ts';

/** The list of tables, compared with what happens to the rows of each (`storage.md`, *The log*). */

const LISTED = tablesWhere(({ isDerived }) => !isDerived);

type Rows = Readonly<Record<string, unknown>>;
type Dump = Readonly<Record<TableName, readonly Rows[]>>;

const dump = (store: Store) => dumpGrove(store) as Dump;

/** Compares the listed word for each table with the one that describes what happened to it. */
function expectListed(
  describe: (table: TableName, uses: TableUses) => unknown,
  listed: (uses: TableUses) => unknown,
): void {
  const byTable = (word: (table: TableName) => unknown) =>
    Object.fromEntries(LISTED.map((table) => [table, word(table)]));
  expect(byTable((table) => describe(table, usesOf(table)))).toEqual(
    byTable((table) => listed(usesOf(table))),
  );
}

/**
 * A grove with rows in every table, some of them in another tree, off the path or unused; and the same grove
 * before the second half of this was written.
 */
async function makeGroves() {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('Once upon a time, ')]);
  const nodeId = await desk.nodeAt(0);
  await desk.commit([desk.typed('there was a castle. ')]);
  const earlier = join(temporaryFolder(), 'earlier.aspen');
  copyFileSync(desk.path, earlier);
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) throw new Error('the grove has no model');
  const { id: used } = await desk.call('agent.duplicate', { agentId: model.id });
  const { id: unused } = await desk.call('agent.duplicate', { agentId: model.id });
  await desk.call('generation.start', {
    ...(await desk.intent()),
    at: null,
    agentIds: [used],
    count: 2,
    maxTokens: 12,
  });
  await expect.poll(async () => (await desk.call('generation.running', { treeId })).length).toBe(0);
  const [child, other] = await desk.call('path.children', { treeId, parentId: await desk.positionAt(1) });
  if (child === undefined || other === undefined) throw new Error('nothing was generated');
  await desk.call('path.moveHead', { ...(await desk.intent()), to: child.positionId });
  await desk.commit([desk.typed('It rained. ')]);
  await desk.commit([desk.typed('dark and rainy ', { nodeId, offset: 7 })]);
  const phrase = { start: 0, length: 4 };
  await desk.call('node.annotate', { treeId, nodeId, text: 'Too old a beginning.', phrase });
  await desk.call('position.bookmarkPhrase', { ...(await desk.intent()), nodeId, ...phrase, label: null });
  await desk.call('tag.assign', { treeId, positionId: await desk.positionAt(0), name: 'arc/winter' });
  await desk.call('tag.assign', { treeId, positionId: await desk.positionAt(1), name: 'Arc' });
  const { tagId: unusedTag } = await desk.call('tag.assign', {
    treeId,
    positionId: await desk.positionAt(1),
    name: 'unused',
  });
  await desk.call('tag.unassign', { treeId, positionId: await desk.positionAt(1), tagId: unusedTag });
  await desk.call('draft.save', { ...(await desk.intent([desk.typed('And then')])), digest: null });
  await desk.call('message.runCommands', { treeId, at: null, text: '→ link here to root note:"Far"' });
  const [{ localId } = expect.unreachable()] = await desk.call('tree.labels', {
    treeId,
    positionIds: [other.positionId],
  });
  const beside = `→ link [${localId}] to root`;
  await desk.call('message.runCommands', { treeId, at: null, text: beside });
  await desk.call('link.passage', { treeId, nodeId, quote: 'Once', targetId: treeId });
  const { id: otherId, rootPositionId } = await desk.call('tree.create', { title: 'Another' });
  await desk.call('tag.assign', { treeId: otherId, positionId: rootPositionId, name: 'Arc' });
  await desk.call('tree.show', { treeId: otherId });
  await desk.call('tree.addAlias', { treeId: otherId, name: 'The castle' });
  await desk.commit([desk.typed('Elsewhere. ')]);
  await desk.close();
  const idsAndClock = countingIdsAndClock(50_000);
  const store = openGrove(desk.path, { idsAndClock });
  writeTurn(store, { idsAndClock, treeId, agentId: used, parentId: positionOpenedBy(nodeId) });
  writeSummariesOf(store, idsAndClock, { treeId, agentId: used, nodeId });
  const suggestions = [newSuggestion(nodeId, 0)];
  writeProposal(store, idsAndClock, { treeId, agentId: used }, { suggestions });
  writeExecution(store.path);
  runLayerPass({ store });
  const rows = dump(store);
  expect(LISTED.filter((table) => rows[table].length === 0)).toEqual([]);
  const [owner] = rows.agent;
  const writerId = owner?.id as AgentId;
  return { store, rows, treeId, otherId, nodeId, writerId, unused, earlier };
}

/** Records a run of a prompt fence, in the first tree. */
function writeExecution(path: string): void {
  const database = new Database(path);
  database.exec(`
    INSERT INTO layer (loom_tree_key, agent_key, dimension, chain, seq, hash, why, versions_in, versions_out, ops, created_at)
    SELECT loom_tree_key, agent_key, 'executions', 0, 1, NULL, 'run', '[]', '[]', '[["insert",0,[]]]', 0
    FROM layer ORDER BY key LIMIT 1;
    INSERT INTO execution (layer_key, coordinate, template_hash, input_hash, step, output_hash, output, agent_key, created_at)
    SELECT key, 'Story:fence.1.1.1', 'aa', 'bb', 1, '${outputHash('It rained.')}', 'It rained.', agent_key, 0
    FROM layer WHERE dimension = 'executions'`);
  database.close();
}

/** Number of rows of a table that belong to a tree; not a number for a table whose rows belong to none. */
function countOf({ path }: Store, treeId: TreeId, table: TableName): number {
  const { remove } = usesOf(table);
  if (typeof remove === 'string') return Number.NaN;
  const database = new Database(path, { readonly: true });
  const owners: Readonly<Record<string, string>> = {
    edge_key: 'edge',
    turn_key: 'agent_turn',
    proposal_key: 'proposal',
    layer_key: 'layer',
  };
  const through = owners[remove.by];
  const owner = through === undefined ? 'tree' : `(SELECT key FROM ${through} WHERE loom_tree_key IN tree)`;
  const count = database
    .prepare<[string], number>(
      `WITH tree AS (SELECT key FROM loom_tree WHERE id = ?)
       SELECT count(*) FROM ${table} WHERE ${remove.by} IN ${owner}`,
    )
    .pluck()
    .get(treeId);
  database.close();
  return count ?? 0;
}

/** Copies of a grove whose file is not checked: what was planted in it may be wrong. */
function optionsOf(store: Store, target: string): ShareOptions {
  const idsAndClock = countingIdsAndClock(90_000);
  return {
    store,
    target,
    open: (file: string, create?: NewGrove) =>
      openGrove(file, { idsAndClock, ...(create === undefined ? {} : { create }) }),
    check: async () => [],
    verifyFile: async () => [],
    onProgress: () => undefined,
    newId: idsAndClock.newId,

    moveIntoPlace,
  };
}

test('a copy and a shared grove have of each table what the list says', async () => {
  const { store, rows, treeId, writerId } = await makeGroves();
  const describe = (after: Dump, table: TableName) => {
    const [found, before] = [JSON.stringify(after[table]), JSON.stringify(rows[table])];
    if (after[table].length === 0) return 'none';
    if (found === before) return 'all';
    return table === 'raw_api_response' && after[table].length < rows[table].length ? 'used' : 'own';
  };
  const path = join(temporaryFolder(), 'copy.aspen');
  store.copyTo(path);
  const copy = openGrove(path);
  copy.transact((tx) => changeGroveIdentity(tx, store.head.hash as string as GroveId, 'Copy'));
  expectListed(
    (table) => describe(dump(copy), table),
    ({ copy: listed }) => listed,
  );

  const target = join(temporaryFolder(), 'shared.aspen');
  const options = optionsOf(store, target);
  await shareGrove(options, { answers: false, traces: false });
  const shared = openGrove(target, { readonly: true });
  expectListed(
    (table) => describe(dump(shared), table),
    ({ shareGrove: listed }) => (listed === 'withTraces' ? 'none' : listed),
  );
  const traced = join(temporaryFolder(), 'traced.aspen');
  await shareGrove({ ...options, target: traced }, { answers: false, traces: true });
  const withTraces = openGrove(traced, { readonly: true });
  expectListed(
    (table) => describe(dump(withTraces), table),
    ({ shareGrove: listed }) => (listed === 'withTraces' ? 'all' : listed),
  );

  const pathTarget = join(temporaryFolder(), 'path.aspen');
  await sharePath({ ...options, target: pathTarget }, [treeId], writerId);
  const onPath = dump(openGrove(pathTarget, { readonly: true }));
  expectListed(
    (table, { sharePath: listed }) => {
      const count = onPath[table].length;
      if (count === 0) return 'none';
      return listed === 'own' || count < rows[table].length ? 'some' : 'all';
    },
    ({ sharePath: listed }) => (listed === 'none' ? 'none' : 'some'),
  );
});

/** The owner of the response in a row of `raw_api_response`. */
const RESPONSE_OF = `CASE WHEN key IN (SELECT raw_api_response_key FROM agent_call) THEN 'turn'
  WHEN key IN (SELECT raw_api_response_key FROM summary) THEN 'summary'
  WHEN key IN (SELECT raw_api_response_key FROM node) THEN 'text' ELSE 'unused' END`;

/**
 * Puts a word into every column of every row that holds words or JSON, and returns all these words, in order: `canary:table.column:`,
 * with whose response it is.
 * @param keeps columns in which a word would make a text look altered
 */
function plantCanaries(path: string, keeps: readonly string[] = []): readonly string[] {
  const database = new Database(path);
  database.pragma('foreign_keys = OFF');
  const columnsOf = database.prepare<[string], { name: string; type: string; pk: number }>(
    'SELECT name, type, pk FROM pragma_table_info(?)',
  );
  for (const table of LISTED) {
    for (const { name, type, pk } of columnsOf.all(table)) {
      const column = `${table}.${name}`;
      if (type === 'INTEGER' || pk > 0 || FIXED.has(name) || keeps.includes(column)) continue;
      const whose = table === 'raw_api_response' ? RESPONSE_OF : "''";
      const word = `'canary:${column}:' || ${whose} || ':' || rowid`;
      const json = `json_object('parameters', json('{}'), 'canary', ${word})`;
      const planted = JSON_COLUMNS.has(column) ? json : `CAST(${word} AS ${type})`;
      const where = column === 'agent.model_ref' ? "WHERE type = 'model'" : '';
      database.exec(`UPDATE ${table} SET ${name} = ${planted} ${where}`);
    }
  }
  database.exec("UPDATE raw_api_response SET compression = 'none'");
  database.close();
  return canariesIn(path);
}

/** Columns whose values come from a list, or are hashes of what others hold. */
const FIXED = new Set(
  'id local_id type state kind mode action content_type author_type finish_reason edge_type compression role dimension outcome approval body_sha256 content_hash hash parent_hash log_hash digest basis_sha256 document_version template_hash input_hash output_hash'.split(
    ' ',
  ),
);

/** Of those columns that a copy reads. */
const JSON_COLUMNS = new Set([
  'agent.configuration',
  'agent.permissions',
  'loom_tree.settings',
  'raw_api_response.redacted',
  'raw_api_response.request',
  'raw_api_response.token_usage',
]);

const canariesIn = (path: string) =>
  [...new Set(readFileSync(path, 'latin1').match(/canary:[a-z_.]+:[a-z]*/gu) ?? [])]
    .map((word) => word.slice('canary:'.length))
    .toSorted();

const RAW = ['request', 'response_body', 'response_headers'].map((column) => `raw_api_response.${column}`);

test('a shared grove has what the dialog names, and nothing else of any column', async () => {
  const { store } = await makeGroves();
  store.close();
  const planted = plantCanaries(store.path);
  const again = openGrove(store.path);
  // By what the dialog says of them: the two choices, what is never shared, and what always is.
  const ofTable = (word: string) => word.slice(0, word.indexOf('.'));
  const isRaw = (word: string) => RAW.some((column) => word.startsWith(`${column}:`));
  const never = new Set<string>(
    'draft proposal suggestion layer layer_snapshot execution session'.split(' '),
  );
  const traces = new Set<string>('agent_turn agent_call agent_action'.split(' '));
  const expected = (parts: { answers: boolean; traces: boolean }) =>
    planted.filter((word) => {
      const table = ofTable(word);
      if (never.has(table) || word.endsWith(':unused') || word.startsWith('grove.')) return false;
      if (traces.has(table)) return parts.traces;
      if (!word.endsWith(':turn')) return parts.answers || !isRaw(word);
      return parts.traces && (parts.answers || !isRaw(word) || word.startsWith('raw_api_response.request:'));
    });
  for (const answers of [false, true]) {
    for (const withTraces of [false, true]) {
      const target = join(temporaryFolder(), 'shared.aspen');
      await shareGrove(optionsOf(again, target), { answers, traces: withTraces });
      expect(canariesIn(target)).toEqual(expected({ answers, traces: withTraces }));
    }
  }
  // A copy of the whole file has everything.
  const copy = join(temporaryFolder(), 'copy.aspen');
  again.copyTo(copy);
  expect(canariesIn(copy)).toEqual(planted);
});

test('a shared path has what the dialog names, and nothing else of any column', async () => {
  const { store, treeId, writerId } = await makeGroves();
  store.close();
  plantCanaries(store.path, [
    'node.text',
    'node.authorship',
    'node.content',
    'node.seam',
    'agent.permissions',
  ]);
  const target = join(temporaryFolder(), 'path.aspen');
  await sharePath(optionsOf(openGrove(store.path), target), [treeId], writerId);
  expect(canariesIn(target)).toEqual([
    'agent.color:',
    'agent.model_ref:',
    'agent.name:',
    'link.note:',
    'link.section:',
    'loom_tree.title:',
    'raw_api_response.model_identifier:text',
    'raw_api_response.provider:text',
    'raw_api_response.redacted:text',
    'raw_api_response.request_id:text',
    'raw_api_response.token_usage:text',
    'tag.color:',
    'tag.folded:',
    'tag.name:',
  ]);
});

test('a merge adds of each table what the list says', async () => {
  const { store, rows, otherId, writerId, unused, earlier } = await makeGroves();
  const ours = openGrove(earlier, { idsAndClock: countingIdsAndClock(70_000) });
  const before = dump(ours);
  const kept = listAllLinks(ours);
  const idsAndClock = countingIdsAndClock(80_000);
  mergeGrove({ store: ours, from: store, by: writerId, idsAndClock });
  const after = dump(ours);
  const gained = (table: TableName) => after[table].length - before[table].length;
  const lacked = (table: TableName) => rows[table].length - before[table].length;
  const ofNewTrees = (table: TableName) => countOf(store, otherId, table);
  const asListed: Readonly<Record<TableUses['merge'], (table: TableName) => boolean>> = {
    // A draft of the copy becomes a node.
    byId: (table) => gained(table) >= lacked(table) && lacked(table) > 0,
    used: (table) => gained(table) > 0 && gained(table) <= lacked(table),
    withTree: (table) => gained(table) === ofNewTrees(table) && gained(table) > 0,
    branch: (table) => gained(table) === ofNewTrees(table) && lacked(table) > 0,
    logged: (table) => gained(table) > 0,
    none: (table) => gained(table) === 0,
  };
  expectListed(
    (table, { merge }) => asListed[merge](table),
    () => true,
  );
  expect(after.agent.map(({ id }) => id)).not.toContain(unused);

  // Rows that both have stay as they are here.
  const [link = expect.unreachable('a link')] = listAllLinks(ours).filter(
    ({ id }) => !kept.some((one) => one.id === id),
  );
  ours.transact((tx) => LINKS.write(tx, link.sourceTree, [{ ...link, removedAt: 1 }], []));
  mergeGrove({ store: ours, from: store, by: writerId, idsAndClock });
  expect(findLink(ours, link.id)?.removedAt).toBe(1);
});

/** Returns true if a table gained the rows that the list promises for a tree that was copied. */
const isCopied = (gained: number, ofTree: number, all: number) =>
  ({
    withTree: gained === ofTree,
    used: gained > 0 && gained < all,
    own: gained > 0,
    shared: gained === 0,
    logged: gained > 0,
    none: gained === 0,
  }) as const;

test('a duplicate, a moved tree and a deleted one have of each table what the list says', async () => {
  const { store, rows, treeId, writerId, unused } = await makeGroves();
  const ofTree = new Map(LISTED.map((table) => [table, countOf(store, treeId, table)]));
  const idsAndClock = countingIdsAndClock(100_000);

  const there = plantGrove({ idsAndClock: countingIdsAndClock(200_000) });
  const before = dump(there.store);
  const ends = { idsAndClock, flush: () => undefined, warn: () => undefined };
  await moveTree({
    treeId,
    from: { ...ends, store, writerId, deleteTree: () => undefined },
    to: { ...ends, store: there.store, writerId: there.human, deleteTree: () => undefined },
    onProgress: () => undefined,
    pause: async () => undefined,
  });
  const after = dump(there.store);
  expectListed(
    (table, { move }) => {
      const gained = after[table].length - before[table].length;
      return isCopied(gained, ofTree.get(table) ?? Number.NaN, Number.POSITIVE_INFINITY)[move];
    },
    () => true,
  );
  expect(after.agent.map(({ id }) => id)).not.toContain(unused);

  const unchanged = dump(store);
  const steps = prepareDuplicate(store, treeId, idsAndClock);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const duplicate = step.value;
  store.transact((tx) => writeDuplicate(tx, duplicate, writerId));
  const duplicated = dump(store);
  expectListed(
    (table, { duplicate: listed }) => {
      const gained = duplicated[table].length - unchanged[table].length;
      return isCopied(gained, ofTree.get(table) ?? Number.NaN, rows[table].length)[listed];
    },
    () => true,
  );

  const remove = (id: TreeId) =>
    store.transact((tx) => {
      updateTree(tx, writerId, { ...getTree(tx, id), archivedAt: 1 });
      deleteTree(tx, writerId, id);
    });
  remove(duplicate.as.id);
  // The original still uses them.
  expect(dump(store).raw_api_response).toEqual(rows.raw_api_response);
  remove(treeId);
  const left = dump(store);
  expectListed(
    (table) => {
      const lost = rows[table].length - left[table].length;
      if (lost < 0) return 'logged';
      if (lost === 0) return 'kept';
      return lost === ofTree.get(table) ? 'withTree' : 'ifUnused';
    },
    ({ remove: listed }) => (typeof listed === 'string' ? listed : 'withTree'),
  );
});

test('a recovered file has of each table what the list says', async () => {
  const { store, rows } = await makeGroves();
  store.close();
  const target = createGrove();
  target.close();
  const { from, into } = openForSalvage(store.path, target.path, {
    migrations: MIGRATIONS,
    now: () => 0,
  });
  into.transaction(() => salvageRows(from, into))();
  from.close();
  into.close();
  const database = new Database(target.path, { readonly: true });
  const found = (table: TableName) =>
    database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all() as Rows[];
  expectListed(
    (table) => {
      const after = found(table);
      if (after.length === 0) return 'none';
      if (JSON.stringify(after) === JSON.stringify(rows[table])) return 'all';
      return after[0]?.id === rows[table][0]?.id ? 'identity' : 'other';
    },
    ({ salvage }) => (salvage === 'none' || salvage === 'identity' ? salvage : 'all'),
  );
  database.close();
});

/** A change to each table that a reader of the file can see. */
const CHANGES: Readonly<Record<Exclude<TableName, 'node_text' | 'node_link'>, string>> = {
  grove: "UPDATE grove SET name = 'Changed'",
  agent: "UPDATE agent SET id = '01KDXB' || substr(id, 7) WHERE type = 'human'",
  raw_api_response: "UPDATE raw_api_response SET body_sha256 = replace(body_sha256, 'a', 'b')",
  loom_tree: "UPDATE loom_tree SET title = 'Changed', root_node_key = (SELECT max(key) FROM node)",
  node: "UPDATE node SET text = replace(text, 'time', 'lime')",
  edge: 'UPDATE edge SET target_node_key = -target_node_key',
  draft: `UPDATE draft SET buffer = replace(buffer, 'And', 'But')`,
  edge_source:
    'UPDATE edge_source SET position_key = (SELECT min(key) FROM node), origin_node_key = (SELECT min(key) FROM node)',
  cursor: 'UPDATE cursor SET caret_anchor = 3',
  position_choice: 'UPDATE position_choice SET seen_at = 1',
  log: "UPDATE log SET kind = 'import'",
  agent_turn: "UPDATE agent_turn SET state = 'failed'",
  agent_call: 'UPDATE agent_call SET ordinal = ordinal + 5',
  agent_action: "UPDATE agent_action SET line = '→ help'",
  proposal: "UPDATE proposal SET answer = 'changed'",
  suggestion: "UPDATE suggestion SET inserted = 'changed'",
  link: "UPDATE link SET note = 'changed'",
  summary: "UPDATE summary SET basis_sha256 = 'changed'",
  tree_name: "UPDATE tree_name SET shown = 'changed'",
  anchor: "UPDATE anchor SET quote = 'changed'",
  tag: "UPDATE tag SET name = 'changed' || key",
  tag_assignment: 'UPDATE tag_assignment SET created_at = created_at + 1',
  layer: "UPDATE layer SET versions_in = '[1]' WHERE dimension = 'versions'",
  layer_snapshot: "UPDATE layer_snapshot SET versions = '[1]'",
  execution: "UPDATE execution SET output = 'changed'",
  session: "UPDATE session SET host = 'changed'",
};

test('what is verified and exported of each table is what the list says', async () => {
  const { store, treeId, nodeId } = await makeGroves();
  // The draft in the file is somebody else's, so that it is read from there.
  const someone = '01KDXAZZZZZZZZZZZZZZZZZZZZ' as AgentId;
  const { rootPositionId: head } = getTree(store, treeId);
  const draft = { head, buffer: { text: '', spans: [] }, edits: [] };
  const read = (reader: Store, id: NodeId) => {
    const tried = (work: () => string) => {
      try {
        return work();
      } catch (error) {
        return String(error);
      }
    };
    return {
      tree: tried(() => [...exportTree(reader, { treeId, writerId: someone, draft })].join('')),
      record: tried(() => exportRecord(reader, treeId, id).text),
      verified: tried(() =>
        JSON.stringify([
          verifyGrove(reader),
          ...findChangedRecords(reader),
          ...verifyLayers(reader, 10).faults,
        ]),
      ),
    };
  };
  const answered = new Database(store.path, { readonly: true });
  const ofModel = answered
    .prepare<[], string>('SELECT id FROM node WHERE raw_api_response_key IS NOT NULL')
    .pluck()
    .get() as NodeId;
  answered.close();
  const ids = [nodeId, ofModel];
  const before = ids.map((id) => read(store, id));
  const seen = (table: keyof typeof CHANGES) => {
    const path = join(temporaryFolder(), `${table}.aspen`);
    store.copyTo(path);
    const database = new Database(path);
    database.pragma('foreign_keys = OFF');
    database.exec(CHANGES[table]);
    database.close();
    const changed = openGrove(path, { readonly: true });
    const after = ids.map((id) => read(changed, id));
    changed.close();
    const differs = (what: 'tree' | 'record' | 'verified') =>
      after.some((one, at) => one[what] !== before[at]?.[what]);
    return { differs };
  };
  for (const table of LISTED as readonly (keyof typeof CHANGES)[]) {
    const { exported, verify } = usesOf(table);
    const { differs } = seen(table);
    expect([table, (['tree', 'record'] as const).filter(differs)]).toEqual([table, exported]);
    if (verify !== 'none') expect([table, differs('verified')]).toEqual([table, true]);
  }
});

test('the state of a grove keeps its form, because this computer stores its digest', () => {
  const { store } = plantGrove();
  const { seq, hash } = store.head;
  expect(readState(store)).toBe(JSON.stringify([[{ name: 'Test', log_seq: seq, log_hash: hash }], []]));
});
