import { readFileSync } from 'node:fs';
import Database, { SqliteError } from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import { outputHash } from '../../../../src/core/fences/fence-hashes.ts';
import type { BlockOp } from '../../../../src/core/history/block.ts';
import { layerHash } from '../../../../src/core/history/layer.ts';
import { findChangedRecords } from '../../../../src/main/grove/checking/find-changed-records.ts';
import { verifyGrove } from '../../../../src/main/grove/checking/verify-grove.ts';
import { verifyLayers } from '../../../../src/main/grove/checking/verify-layers.ts';
import { findFileFaults } from '../../../../src/main/store/connection/integrity.ts';
import { defineQuery, NONE, type Reader } from '../../../../src/main/store/connection/query.ts';
import type { Store } from '../../../../src/main/store/connection/store.ts';
import { findLinkFaults } from '../../../../src/main/store/tables/node-links.ts';
import { openGrove } from '../../../helpers/grove.ts';
import { makeWrittenGrove } from '../../../helpers/various-groves.ts';

/**
 * One column of one row is changed by another program: the doctor and *Verify* find it, or `docs/format.md` says that
 * no hash covers the column. A column that is neither fails.
 */

/** The columns that the page says are not covered, as `table.column`. */
function readUncovered(): ReadonlySet<string> {
  const page = readFileSync(new URL('../../../../docs/format.md', import.meta.url), 'utf8');
  const [, section = ''] = page.match(/### What no hash covers\n([\s\S]*?)\n###? /) ?? [];
  const lists = [...section.matchAll(/^- `(\w+)`: ([\s\S]*?)[;.]$/gm)];
  return new Set(
    lists.flatMap(([, table, columns = '']) =>
      [...columns.matchAll(/`(\w+)`/g)].map(([, column]) => `${table}.${column}`),
    ),
  );
}

/** The new value and the row, where adding to the value of the first row would be no change of this kind. */
const CHANGES: Readonly<Record<string, readonly [value: string, row?: string]>> = {
  'grove.owner_agent_key': ['2'],
  'agent.type': ["'model'", "type = 'human'"],
  'agent.configuration': [`'{"temperature":2}'`],
  'agent.permissions': [`'{"loom_aware":"ask"}'`],
  'agent.loom_aware': ['1 - loom_aware'],
  'loom_tree.root_node_key': [
    '(select key from node where loom_tree_key = loom_tree.key and length(text) > 0)',
  ],
  'loom_tree.mode': ["'dialogue'", 'key = (select max(key) from loom_tree)'],
  'loom_tree.kind': ["'document'", 'key = 1'],
  'loom_tree.topic_tree_key': ['1', 'key = (select max(key) from loom_tree)'],
  'loom_tree.settings': [`'{"count":2}'`],
  'node.local_id': ["'zzzzzz'", 'length(text) > 0'],
  'node.loom_tree_key': ['(select max(key) from loom_tree)', 'length(text) > 0'],
  'node.position_key': ['key', 'position_key <> key'],
  'node.edited_from_key': ['null', 'edited_from_key is not null'],
  'node.author_agent_key': ['author_agent_key % 2 + 1', 'length(text) > 0'],
  'node.author_type': ["'model'", "author_type = 'human' and length(text) > 0"],
  'node.content_type': ["'image'", 'length(text) > 0'],
  'node.raw_api_response_key': [
    '(select key from raw_api_response as other where other.key <> raw_api_response_key)',
    'raw_api_response_key is not null',
  ],
  'node.choice_index': ['1', 'choice_index = 0'],
  'node.seam': [`'{"promptTrimmed":3,"answerTrimmed":0}'`, 'seam is not null'],
  'node.finish_reason': ["'content_filter'", 'finish_reason is not null'],
  'node.bookmarked': ['1 - bookmarked', 'bookmarked'],
  'node.bookmark_label': ["'Another'", 'bookmark_label is not null'],
  'node.pruned': ['0', 'pruned'],
  'node.excluded': ['1', 'length(text) > 0 and not excluded'],
  'node.authorship': [
    'json_array(json_array(1, length(text)))',
    "author_type = 'model' and text not like '%🏮%'",
  ],
  'node.content': [`'{"type":"text","text":"x"}'`, 'length(text) > 0'],
  'node.text': ["text || '!'", "text like '%*%'"],
  'node.split_at': ['split_at - 1', 'split_at is not null'],
  'node.offered': ['1', 'position_key <> key'],
  'edge.loom_tree_key': ['(select max(key) from loom_tree)'],
  'edge.target_node_key': ['(select root_node_key from loom_tree where key = 1)'],
  'edge.edge_type': ["'annotation'", 'target_node_key not in (select position_key from edge_source)'],
  'edge_source.role': ["'context'"],
  'edge_source.position_key': ['(select max(key) from node)'],
  'edge_source.origin_node_key': ['(select max(key) from node)'],
  'raw_api_response.request': [`'{"style":"chat"}'`],
  'raw_api_response.compression': ["'none'"],
  'raw_api_response.response_body': ["x'00'"],
  'raw_api_response.response_headers': ['null'],
  'raw_api_response.token_usage': [`'{"promptTokens":1}'`],
  'raw_api_response.redacted': ["'[[0, 2]]'", 'redacted is not null'],
  'raw_api_response.decoded': ['1 - decoded'],
  'raw_api_response.loom_tree_key': ['null'],
  'raw_api_response.agent_key': ['null'],
  'agent_turn.loom_tree_key': ['(select max(key) from loom_tree)'],
  'agent_turn.agent_key': ['agent_key % 2 + 1'],
  'agent_turn.parent_position_key': ['(select max(key) from node where key = position_key)'],
  'agent_turn.state': ["'failed'"],
  'agent_turn.used': ["'{}'"],
  'agent_call.raw_api_response_key': ['(select min(key) from raw_api_response)', 'ordinal = 1'],
  'agent_call.node_key': ['(select min(key) from node)'],
  'agent_action.command': ["'{}'"],
  'agent_action.inverse': ["'{}'"],
  'agent_action.loom_tree_key': ['null'],
  'proposal.loom_tree_key': ['(select max(key) from loom_tree)'],
  'proposal.agent_key': ['agent_key % 2 + 1'],
  'proposal.asked_by_key': ['1'],
  'proposal.action': ["'insert'"],
  'proposal.raw_api_response_key': ['null'],
  'proposal.state': ["'closed'"],
  'proposal.reason': [`'{"reason":"empty"}'`],
  'suggestion.places': ["'[]'"],
  'suggestion.unsure': ['1 - unsure'],
  'suggestion.state': ["'rejected'"],
  'suggestion.node_key': ['(select max(key) from node)'],
  'anchor.loom_tree_key': ['(select max(key) from loom_tree)'],
  'anchor.position_key': ['(select max(key) from node where key = position_key)'],
  'anchor.node_key': ['(select max(key) from node)'],
  'anchor.kind': ["'note'", "kind = 'bookmark'"],
  'anchor.note_node_key': ['(select min(key) from node)', "kind = 'note'"],
  'link.loom_tree_key': ['(select max(key) from loom_tree)'],
  'link.source_node_key': ['(select max(key) from node)'],
  'link.target_node_key': ['(select max(key) from node)'],
  'link.agent_key': ['2'],
  'link.removed_at': ['1'],
  'summary.loom_tree_key': ['(select max(key) from loom_tree)', 'node_key is not null'],
  'summary.node_key': ['(select max(key) from node)', 'node_key is not null'],
  'summary.raw_api_response_key': ['null'],
  'summary.agent_key': ['1'],
  'tag.merged_into_key': ['null', 'merged_into_key is not null'],
  'tag_assignment.loom_tree_key': ['(select max(key) from loom_tree)'],
  'tag_assignment.agent_key': ['2'],
  'tree_name.loom_tree_key': ['(select max(key) from loom_tree)', "kind = 'alias'"],
  'tree_name.kind': ["'title'", "kind = 'alias'"],
  'tree_name.shown': ["'Another'", "kind = 'alias'"],
  'tree_name.since': ['1', "kind = 'alias'"],
  'tree_name.until': ['1', "kind = 'alias'"],
  'node_link.node_key': ['(select max(key) from node)'],
  'node_link.embed': ['1 - embed'],
  'layer.author_key': ['2'],
  'execution.fence_node_key': ['(select max(key) from node)'],
  'execution.agent_key': ['2'],
  'execution.raw_api_response_key': ['(select max(key) from raw_api_response)'],
  'log.parent_hash': ["'x'", 'seq = 3'],
  'log.kind': ["'merge'"],
  'log.entry': [`'{"tree":"x"}'`],
  'cursor.agent_key': ['2'],
  'cursor.loom_tree_key': ['(select max(key) from loom_tree) + 1'],
  'cursor.head_position_key': ['(select root_node_key from loom_tree where key = loom_tree_key)'],
  'position_choice.version_node_key': ['null'],
  'position_choice.last_child_position_key': ['null'],
  'position_choice.agent_key': ['2'],
  'position_choice.rest': ['1'],
  'draft.head_position_key': ['(select root_node_key from loom_tree where key = loom_tree_key)'],
  'draft.agent_key': ['2'],
  'draft.buffer': [`'{"text":"x","authorship":null}'`],
  'draft.edits': ["'[]'"],
};

/** A run of a fence, which no grove here has otherwise. */
const RUN: readonly BlockOp[] = [['insert', 0, [{ kind: 'paragraph', text: 'Thunder.' }]]];

const insertRun = defineQuery(
  'test.insertRun',
  (_, p: { hash: string; ops: string }) => sql<never>`
    insert into layer (loom_tree_key, agent_key, dimension, chain, seq, hash, why, versions_in, versions_out, ops, created_at)
    values (1, 1, 'executions', 0, 1, ${p.hash}, 'run', '[]', '[]', ${p.ops}, 0)`,
);

const insertExecution = defineQuery(
  'test.insertExecution',
  (_, p: { hash: string; output: string }) => sql<never>`
    insert into execution (layer_key, coordinate, template_hash, input_hash, step, output_hash, output, agent_key, created_at)
    select key, 'tree:storm.1.1.1', 't', 'i', 1, ${p.output}, 'Thunder.', 1, 0 from layer where hash = ${p.hash}`,
);

interface Column {
  readonly name: string;
  readonly table: string;
  readonly type: string;
  /** The columns of the primary key. */
  readonly keys: readonly string[];
}

function listColumns(database: Database.Database): readonly Column[] {
  const tables = database
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict ORDER BY name")
    .pluck()
    .all();
  return tables.flatMap((table) => {
    const columns = database
      .prepare<[string], { name: string; type: string; pk: number }>('SELECT * FROM pragma_table_info(?)')
      .all(table);
    const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
    return columns.map(({ name, type }) => ({ name, table, type, keys }));
  });
}

function changeOf({ name, table, type, keys }: Column): string {
  const more = type === 'INTEGER' ? `coalesce(${name}, 0) + 1000` : `coalesce(${name}, '') || 'x'`;
  const [value, row = 'true'] = CHANGES[`${table}.${name}`] ?? [more];
  const key = keys.join(', ');
  return `UPDATE ${table} SET ${name} = ${value}
    WHERE (${key}) = (SELECT ${key} FROM ${table} WHERE ${row} ORDER BY 1 LIMIT 1)`;
}

class Undo extends Error {}

/** The findings of the checks after a change, which is then undone. */
function faultsAfter(store: Store, { table, name }: Column, update: string): readonly string[] {
  let faults: readonly string[] = [];
  const run = defineQuery(`test.change.${table}.${name}`, () => sql<never>`${sql.raw(update)}`);
  try {
    store.transact((tx) => {
      try {
        expect(tx.run(run, NONE), `${table}.${name}`).toBe(1);
        faults = findFaults(tx);
      } catch (error) {
        // The table refuses the value, or it cannot be read.
        const isConstraint = error instanceof SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');
        if (!isConstraint && !(error instanceof AspenError)) throw error;
        faults = [error.message];
      }
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return faults;
}

/** All that the doctor and *Verify* check but the search index. */
function findFaults(reader: Reader): readonly string[] {
  const broken = findFileFaults(reader);
  if (broken.length > 0) return broken;
  const { nodes, violations, log } = verifyGrove(reader);
  const altered = nodes.invalid > 0 ? [nodes.summary] : [];
  return [
    ...altered,
    ...violations,
    ...log,
    ...findChangedRecords(reader),
    ...findLinkFaults(reader),
    ...verifyLayers(reader, 1).faults,
  ];
}

test('a change of any column is found, unless the format excepts the column', async () => {
  const written = await makeWrittenGrove();
  const original = new Database(written, { readonly: true });
  const columns = listColumns(original);
  original.close();
  const store = openGrove(written);
  store.transact((tx) => {
    const hash = layerHash({ parent: null, ops: RUN });
    const output = outputHash('Thunder.');
    tx.run(insertRun, { hash, ops: JSON.stringify(RUN) });
    tx.run(insertExecution, { hash, output });
  });
  store.pragma('foreign_keys = OFF');
  expect(findFaults(store)).toEqual([]);
  const unnoticed = columns.filter((column) => faultsAfter(store, column, changeOf(column)).length === 0);
  expect(unnoticed.map(({ table, name }) => `${table}.${name}`).sort()).toEqual([...readUncovered()].sort());
});
