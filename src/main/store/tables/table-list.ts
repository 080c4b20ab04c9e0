/**
 * The list of tables: every use of every table (`storage.md`, *The log*). A migration that adds a table adds
 * an entry here; a test compares the list with the schema of a file. It is long because it is in one place.
 */
import { MAX_QUOTE_LENGTH, MAX_TITLE_LENGTH } from '../../../core/text/limits.ts';
import {
  faultOfAuthorship,
  faultOfConfiguration,
  faultOfContent,
  faultOfDraftEdits,
  faultOfDraftText,
  faultOfPermissions,
  faultOfPlaces,
  faultOfRefusal,
  faultOfSeam,
  faultOfTreeSettings,
  faultOfUse,
} from './json-values.ts';
import type { Schema } from './schema.ts';
import {
  type ColumnUses,
  OF_AGENT,
  OF_ANCHOR,
  OF_FILE,
  OF_HISTORY,
  OF_INDEX,
  OF_PROPOSAL,
  OF_SUMMARY,
  OF_TAGGING,
  OF_TREE,
  OF_TURN,
  PLAIN,
  type TableUses,
} from './table-uses.ts';

export type TableName = keyof Schema;

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/**
 * The largest values that one column may hold, in bytes: more than `core/text/limits.ts` lets in, and than
 * earlier versions did. Larger ones are not a person's writing.
 */
const NAME = 64 * KILOBYTE;
const REMARK = 16 * MEGABYTE;
const TEXT = 64 * MEGABYTE;
/** All uncommitted text of a tree, where each code unit may take six bytes, with its authorship. */
const DRAFT = 192 * MEGABYTE;
const BODY = 512 * MEGABYTE;

const HASH = { what: 'a hash', most: NAME };

/** A title, a name, a label. */
const LINE = { longest: MAX_TITLE_LENGTH };

/** Any JSON will do. */
const anyJson = () => null;

/** The repair of rows whose position was lost: they are at the root of their tree. */
const atRoot = (table: TableName, column: string) => `
  UPDATE ${table} SET ${column} = root_node_key FROM loom_tree
  WHERE loom_tree.key = loom_tree_key AND ${column} NOT IN (SELECT key FROM node)`;

/** In reference order: a row comes after the rows it refers to, except a grove's owner and a tree's root. */
export const TABLES = {
  grove: {
    ...PLAIN,
    values: {
      key: 'any',
      id: 'any',
      name: LINE,
      owner_agent_key: 'any',
      log_seq: 'count',
      log_hash: 'any',
      created_at: 'time',
      updated_at: 'time',
    },
    size: 'few',
    id: { of: 'file', onOpening: 'all' },
    columns: { name: { what: 'the grove’s name', most: NAME }, log_hash: HASH },
    state: ['name', 'log_seq', 'log_hash'],
    copy: 'own',
    shareGrove: 'own',
    sharePath: 'own',
    merge: 'none',
    move: 'none',
    duplicate: 'none',
    remove: 'kept',
    salvage: 'identity',
    verify: 'none',
    exported: [],
  },
  agent: {
    ...PLAIN,
    values: {
      key: 'any',
      id: 'any',
      name: LINE,
      type: 'any',
      model_ref: LINE,
      configuration: 'json',
      permissions: 'json',
      loom_aware: 'any',
      color: LINE,
      created_at: 'time',
      updated_at: 'time',
      archived_at: 'time',
    },
    size: 'few',
    id: { of: 'entity', onOpening: 'all' },
    columns: {
      name: { what: 'an agent’s name', most: NAME },
      model_ref: { what: 'an agent’s model', most: NAME },
      configuration: {
        what: 'an agent’s configuration',
        most: REMARK,
        replaceBy: '{}',
        findFault: faultOfConfiguration,
      },
      permissions: {
        what: 'an agent’s permissions',
        most: NAME,
        replaceBy: '{}',
        findFault: faultOfPermissions,
      },
      color: { what: 'an agent’s colour', most: NAME },
    },
    sharePath: 'used',
    merge: 'used',
    move: 'used',
    duplicate: 'shared',
    remove: 'kept',
    salvage: 'rowid',
    verify: 'hash',
    exported: ['tree', 'record'],
  },
  loom_tree: {
    ...OF_TREE,
    values: {
      key: 'any',
      id: 'any',
      title: LINE,
      description: 'any',
      summary: 'any',
      root_node_key: 'any',
      topic_tree_key: 'any',
      mode: 'any',
      kind: 'any',
      system_context: 'any',
      settings: 'json',
      created_at: 'time',
      updated_at: 'time',
      archived_at: 'time',
    },
    size: 'few',
    id: { of: 'entity', onOpening: 'all' },
    columns: {
      title: { what: 'a tree’s title', most: NAME },
      description: { what: 'a tree’s description', most: REMARK },
      summary: { what: 'a tree’s summary', most: REMARK },
      system_context: { what: 'a tree’s system context', most: REMARK },
      settings: { what: 'a tree’s settings', most: REMARK, replaceBy: '{}', findFault: faultOfTreeSettings },
    },
    remove: { by: 'key' },
    salvage: 'rowid',
    verify: 'invariants',
    exported: ['tree'],
  },
  raw_api_response: {
    ...PLAIN,
    values: {
      key: 'any',
      id: 'any',
      provider: 'any',
      request_id: 'any',
      model_identifier: 'any',
      request: 'any',
      response_body: 'any',
      response_headers: 'any',
      compression: 'any',
      body_sha256: 'any',
      requested_at: 'time',
      responded_at: 'time',
      latency_ms: 'any',
      token_usage: 'any',
      created_at: 'time',
      redacted: 'any',
      decoded: 'any',
      loom_tree_key: 'any',
      agent_key: 'any',
    },
    size: 'large',
    isAuxiliary: true,
    id: { of: 'entity', onOpening: 'extremes' },
    columns: {
      provider: { what: 'a provider', most: NAME },
      request_id: { what: 'a request’s id', most: NAME },
      model_identifier: { what: 'a model', most: NAME },
      body_sha256: HASH,
      token_usage: { what: 'a token usage', most: REMARK, replaceBy: null, findFault: anyJson },
      redacted: { what: 'what was taken out of a response', most: TEXT, replaceBy: null },
      response_headers: { what: 'the headers of a response', most: REMARK, replaceBy: null },
      request: { what: 'a request', most: TEXT, replaceBy: '{}', findFault: anyJson },
      response_body: { what: 'a response', most: BODY, replaceBy: null },
    },
    shareGrove: 'used',
    sharePath: 'used',
    merge: 'used',
    move: 'used',
    duplicate: 'shared',
    remove: 'ifUnused',
    salvage: 'rowid',
    verify: 'hash',
    exported: ['tree', 'record'],
  },
  node: {
    ...OF_TREE,
    values: {
      key: 'any',
      id: 'any',
      local_id: 'any',
      loom_tree_key: 'any',
      position_key: 'any',
      edited_from_key: 'any',
      author_agent_key: 'any',
      author_type: 'any',
      content_type: 'any',
      content_hash: 'any',
      raw_api_response_key: 'any',
      choice_index: 'count',
      seam: 'any',
      finish_reason: 'any',
      created_at: 'time',
      bookmarked: 'any',
      bookmark_label: LINE,
      pruned: 'any',
      excluded: 'any',
      summary: 'any',
      authorship: 'any',
      content: 'any',
      text: 'any',
      split_at: 'any',
      offered: 'any',
    },
    size: 'large',
    id: { of: 'entity', onOpening: 'extremes' },
    columns: {
      local_id: { what: 'a local id', most: NAME, isUnique: true },
      content_hash: HASH,
      // A rewrite of a long text has many ranges.
      seam: { what: 'a seam', most: TEXT, replaceBy: null, findFault: faultOfSeam },
      bookmark_label: { what: 'a bookmark', most: NAME },
      summary: { what: 'a text’s summary', most: REMARK },
      authorship: { what: 'who wrote a text', most: TEXT, replaceBy: null, isWriting: true },
      content: { what: 'a node’s content', most: TEXT, replaceBy: null, findFault: faultOfContent },
      text: { what: 'a text', most: TEXT, replaceBy: '', isWriting: true },
    },
    unindexed: ['raw_api_response_key'],
    remove: { by: 'loom_tree_key' },
    salvage: 'rowid',
    verify: 'hash',
    exported: ['tree', 'record'],
  },
  edge: {
    ...OF_TREE,
    values: {
      key: 'any',
      id: 'any',
      loom_tree_key: 'any',
      target_node_key: 'any',
      edge_type: 'any',
      created_at: 'time',
    },
    size: 'many',
    id: { of: 'entity', onOpening: 'extremes' },
    remove: { by: 'loom_tree_key' },
    salvage: 'rowid',
    verify: 'invariants',
    exported: ['tree', 'record'],
  },
  draft: {
    ...OF_AGENT,
    values: {
      loom_tree_key: 'any',
      agent_key: 'any',
      head_position_key: 'any',
      buffer: 'any',
      edits: 'any',
      updated_at: 'time',
      digest: 'any',
    },
    columns: {
      buffer: {
        what: 'a draft',
        most: DRAFT,
        replaceBy: '{"text":""}',
        findFault: faultOfDraftText,
        isWriting: true,
      },
      edits: {
        what: 'a draft’s edits',
        most: DRAFT,
        replaceBy: '[]',
        findFault: faultOfDraftEdits,
        isWriting: true,
      },
      digest: HASH,
    },
    state: ['loom_tree_key', 'agent_key', 'head_position_key', 'buffer', 'edits'],
    ofAgent: 'draft',
    repair: [atRoot('draft', 'head_position_key')],
    verify: 'digest',
    shareGrove: 'none',
    sharePath: 'none',
    merge: 'branch',
    salvage: 'rowid',
    // Memory holds it anyway.
    redo: 'none',
  },
  edge_source: {
    ...OF_TREE,
    values: {
      edge_key: 'any',
      ordinal: 'count',
      role: 'any',
      position_key: 'any',
      origin_node_key: 'any',
    },
    size: 'many',
    id: null,
    unindexed: ['origin_node_key'],
    remove: { by: 'edge_key' },
    salvage: { by: ['edge_key', 'ordinal'] },
    verify: 'hash',
    exported: ['tree', 'record'],
  },
  cursor: {
    ...OF_AGENT,
    values: {
      loom_tree_key: 'any',
      agent_key: 'any',
      head_position_key: 'any',
      caret_anchor: 'count',
      caret_head: 'count',
      scroll: 'count',
      updated_at: 'time',
    },
    salvage: { by: ['loom_tree_key', 'agent_key'] },
    // Memory holds the caret anyway.
    redo: { except: ['cursor.caret'] },
  },
  position_choice: {
    ...OF_AGENT,
    values: {
      loom_tree_key: 'any',
      agent_key: 'any',
      position_key: 'any',
      version_node_key: 'any',
      last_child_position_key: 'any',
      seen_at: 'time',
      left_at: 'time',
      rest: 'any',
    },
    size: 'many',
    unindexed: ['position_key', 'version_node_key', 'last_child_position_key'],
    repair: [
      `DELETE FROM position_choice WHERE version_node_key NOT IN (SELECT key FROM node)
       OR last_child_position_key NOT IN (SELECT key FROM node)`,
    ],
    salvage: { by: ['loom_tree_key', 'agent_key', 'position_key'] },
  },
  log: {
    ...PLAIN,
    values: {
      seq: 'count',
      hash: 'any',
      parent_hash: 'any',
      agent_key: 'any',
      kind: 'any',
      entry: 'any',
      created_at: 'time',
    },
    size: 'many',
    id: null,
    columns: {
      hash: HASH,
      parent_hash: HASH,
      kind: { what: 'a kind in the log', most: NAME },
      entry: { what: 'a row of the log', most: TEXT },
    },
    sharePath: 'own',
    merge: 'logged',
    move: 'logged',
    duplicate: 'logged',
    remove: 'logged',
    // It starts over.
    salvage: 'none',
    verify: 'chain',
    exported: [],
  },
  agent_turn: {
    ...OF_TURN,
    values: {
      key: 'any',
      id: 'any',
      loom_tree_key: 'any',
      agent_key: 'any',
      parent_position_key: 'any',
      state: 'any',
      used: 'json',
      started_at: 'time',
      ended_at: 'time',
      undone_at: 'time',
    },
    id: { of: 'entity', onOpening: 'extremes' },
    columns: {
      used: { what: 'what a turn used', most: REMARK, replaceBy: '{}', findFault: faultOfUse },
    },
    repair: [atRoot('agent_turn', 'parent_position_key')],
    remove: { by: 'loom_tree_key' },
    salvage: 'rowid',
  },
  agent_call: {
    ...OF_TURN,
    values: {
      turn_key: 'any',
      ordinal: 'count',
      raw_api_response_key: 'any',
      node_key: 'any',
    },
    remove: { by: 'turn_key' },
    salvage: { by: ['turn_key', 'ordinal'] },
  },
  agent_action: {
    ...OF_TURN,
    values: {
      key: 'any',
      turn_key: 'any',
      ordinal: 'count',
      call_ordinal: 'count',
      from_offset: 'count',
      to_offset: 'count',
      line: 'any',
      command: 'any',
      loom_tree_key: 'any',
      approval: 'any',
      outcome: 'any',
      result: 'any',
      inverse: 'any',
      log_seq: 'count',
      started_at: 'time',
      took_ms: 'any',
    },
    columns: {
      line: { what: 'a command', most: TEXT },
      command: { what: 'what a command says', most: TEXT, replaceBy: null, findFault: anyJson },
      approval: { what: 'a command’s approval', most: NAME },
      outcome: { what: 'a command’s outcome', most: NAME },
      result: { what: 'a command’s result', most: TEXT },
      inverse: { what: 'what undoes a command', most: TEXT, replaceBy: null, findFault: anyJson },
    },
    repair: ['UPDATE agent_action SET log_seq = NULL'],
    remove: { by: 'turn_key' },
    salvage: 'rowid',
  },
  proposal: {
    ...OF_PROPOSAL,
    values: {
      key: 'any',
      id: 'any',
      loom_tree_key: 'any',
      agent_key: 'any',
      asked_by_key: 'any',
      action: 'any',
      document_version: 'any',
      instruction: 'any',
      rationale: 'any',
      answer: 'any',
      raw_api_response_key: 'any',
      state: 'any',
      reason: 'json',
      latency_ms: 'any',
      created_at: 'time',
      closed_at: 'time',
    },
    id: { of: 'entity', onOpening: 'extremes' },
    columns: {
      document_version: HASH,
      instruction: { what: 'what was asked of an agent', most: REMARK },
      rationale: { what: 'the rationale of a proposal', most: REMARK },
      answer: { what: 'a proposal', most: TEXT },
      reason: {
        what: 'why a proposal was refused',
        most: REMARK,
        replaceBy: null,
        findFault: faultOfRefusal,
      },
    },
    remove: { by: 'loom_tree_key' },
  },
  suggestion: {
    ...OF_PROPOSAL,
    values: {
      proposal_key: 'any',
      ordinal: 'count',
      hunk: 'count',
      places: 'json',
      removed: 'any',
      inserted: 'any',
      before: 'any',
      after: 'any',
      unsure: 'any',
      state: 'any',
      node_key: 'any',
      decided_at: 'time',
    },
    id: null,
    columns: {
      // Without a place it can only be read.
      places: { what: 'the place of a suggestion', most: REMARK, replaceBy: '[]', findFault: faultOfPlaces },
      removed: { what: 'what a suggestion removes', most: TEXT },
      inserted: { what: 'what a suggestion inserts', most: TEXT },
      before: { what: 'the text before a suggestion', most: TEXT },
      after: { what: 'the text after a suggestion', most: TEXT },
    },
    remove: { by: 'proposal_key' },
  },
  layer: {
    ...OF_HISTORY,
    values: {
      key: 'any',
      loom_tree_key: 'any',
      agent_key: 'any',
      dimension: 'any',
      chain: 'any',
      seq: 'any',
      hash: 'any',
      why: 'any',
      log_seq: 'count',
      head_position_key: 'any',
      versions_in: 'any',
      versions_out: 'any',
      draft: 'any',
      ops: 'any',
      added: 'count',
      removed: 'count',
      author_key: 'any',
      label: LINE,
      created_at: 'time',
    },
    unindexed: ['head_position_key'],
    columns: {
      hash: HASH,
      why: { what: 'the reason of a layer', most: NAME },
      versions_in: { what: 'the versions of a layer', most: TEXT, replaceBy: '[]', findFault: anyJson },
      versions_out: { what: 'the versions of a layer', most: TEXT, replaceBy: '[]', findFault: anyJson },
      draft: { what: 'the draft of a layer', most: DRAFT, replaceBy: null, findFault: anyJson },
      ops: { what: 'the changes of a layer', most: BODY, replaceBy: null, findFault: anyJson },
      label: { what: 'the label of a moment', most: NAME },
    },
    repair: ['UPDATE layer SET log_seq = NULL'],
    remove: { by: 'loom_tree_key' },
  },
  layer_snapshot: {
    ...OF_HISTORY,
    values: {
      layer_key: 'any',
      head_position_key: 'any',
      versions: 'any',
      draft: 'any',
      tokens: 'any',
    },
    unindexed: ['head_position_key'],
    columns: {
      versions: { what: 'the versions of a moment', most: TEXT, replaceBy: '[]', findFault: anyJson },
      draft: { what: 'the draft of a moment', most: DRAFT, replaceBy: null, findFault: anyJson },
      tokens: { what: 'the text of a moment', most: BODY, replaceBy: null, findFault: anyJson },
    },
    remove: { by: 'layer_key' },
  },
  execution: {
    ...OF_HISTORY,
    values: {
      layer_key: 'any',
      coordinate: 'any',
      fence_node_key: 'any',
      template_hash: 'any',
      input_hash: 'any',
      step: 'count',
      output_hash: 'any',
      output: 'any',
      authorship: 'json',
      agent_key: 'any',
      raw_api_response_key: 'any',
      created_at: 'time',
    },
    unindexed: ['fence_node_key', 'raw_api_response_key'],
    columns: {
      coordinate: { what: 'the coordinate of a run', most: NAME },
      template_hash: HASH,
      input_hash: HASH,
      output_hash: HASH,
      output: { what: 'the result of a run', most: TEXT },
      authorship: { what: 'who wrote a result', most: TEXT, replaceBy: null, findFault: faultOfAuthorship },
    },
    remove: { by: 'layer_key' },
  },
  anchor: {
    ...OF_ANCHOR,
    repair: ['DELETE FROM anchor WHERE note_node_key NOT IN (SELECT key FROM node)'],
    values: {
      key: 'any',
      id: 'any',
      loom_tree_key: 'any',
      kind: 'any',
      position_key: 'any',
      node_key: 'any',
      start: 'any',
      length: 'any',
      note_node_key: 'any',
      label: LINE,
      words: 'any',
      quote: { longest: MAX_QUOTE_LENGTH },
    },
    columns: {
      label: { what: 'a bookmark', most: NAME },
      quote: { what: 'the words that a note or a bookmark is on', most: NAME },
    },
  },
  link: {
    ...OF_ANCHOR,
    sharePath: 'included',
    repair: [
      `DELETE FROM link WHERE source_node_key NOT IN (
         SELECT key FROM node WHERE node.loom_tree_key = link.loom_tree_key)`,
    ],
    values: {
      key: 'any',
      id: 'any',
      loom_tree_key: 'any',
      source_node_key: 'any',
      target_node_key: 'any',
      section: 'any',
      note: 'any',
      agent_key: 'any',
      created_at: 'time',
      removed_at: 'time',
      quote: { longest: MAX_QUOTE_LENGTH },
    },
    unindexed: [],
    columns: {
      quote: { what: 'the words that a link is from', most: NAME },
      section: { what: 'the section of a link', most: NAME },
      note: { what: 'the note of a link', most: REMARK },
    },
  },
  summary: {
    ...OF_SUMMARY,
    repair: [
      `DELETE FROM summary WHERE node_key NOT IN (
         SELECT key FROM node WHERE node.loom_tree_key = summary.loom_tree_key)`,
    ],
    values: {
      key: 'any',
      loom_tree_key: 'any',
      node_key: 'any',
      basis_sha256: 'any',
      raw_api_response_key: 'any',
      agent_key: 'any',
      created_at: 'time',
    },
  },
  tag: {
    ...PLAIN,
    values: {
      key: 'any',
      id: 'any',
      name: LINE,
      folded: LINE,
      color: LINE,
      created_at: 'time',
      archived_at: 'time',
      merged_into_key: 'any',
    },
    size: 'few',
    id: { of: 'entity', onOpening: 'all' },
    columns: {
      name: { what: 'a tag', most: NAME },
      folded: { what: 'a tag', most: NAME, isUnique: true },
      color: { what: 'the colour of a tag', most: NAME },
    },
    sharePath: 'used',
    merge: 'used',
    move: 'used',
    duplicate: 'shared',
    remove: 'kept',
    salvage: 'rowid',
    // A name that was cut might be another's.
    repair: [`UPDATE tag SET folded = id WHERE octet_length(folded) > ${MAX_TITLE_LENGTH}`],
    verify: 'hash',
    exported: ['tree'],
  },
  tag_assignment: {
    ...OF_TAGGING,
    values: {
      tag_key: 'any',
      position_key: 'any',
      loom_tree_key: 'any',
      agent_key: 'any',
      created_at: 'time',
    },
  },
  tree_name: {
    ...OF_TREE,
    size: 'few',
    id: null,
    values: {
      loom_tree_key: 'any',
      kind: 'any',
      name: 'any',
      shown: LINE,
      since: 'time',
      until: 'time',
    },
    columns: {
      name: { what: 'a name of a tree', most: NAME },
      shown: { what: 'a name of a tree', most: NAME },
    },
    repair: [
      `INSERT INTO tree_name (loom_tree_key, kind, name, shown, since, until)
       SELECT key, 'title', fold_name(title), title, created_at, NULL FROM loom_tree
       WHERE NOT EXISTS (
         SELECT 1 FROM tree_name
         WHERE tree_name.loom_tree_key = loom_tree.key AND tree_name.kind = 'title' AND tree_name.until IS NULL)`,
    ],
    sharePath: 'own',
    duplicate: 'own',
    remove: { by: 'loom_tree_key' },
    salvage: { by: ['loom_tree_key', 'kind', 'name', 'since'] },
    verify: 'hash',
    exported: [],
  },
  session: {
    ...OF_FILE,
    values: {
      id: 'any',
      host: LINE,
      app_version: LINE,
      opened_at: 'time',
      closed_at: 'time',
    },
    columns: {
      host: { what: 'the name of a computer', most: NAME },
      app_version: { what: 'a version', most: NAME },
    },
  },
  node_link: {
    ...OF_INDEX,
    values: {
      node_key: 'any',
      ordinal: 'count',
      name: 'any',
      section: 'any',
      local_id: 'any',
      start: 'any',
      length: 'any',
      embed: 'any',
    },
    columns: {
      name: { what: 'the name in a link', most: NAME },
      section: { what: 'the section in a link', most: NAME },
      local_id: { what: 'the node in a link', most: NAME },
    },
    remove: { by: 'node_key' },
  },
  node_text: { ...OF_INDEX, values: { rowid: 'any', text: 'any' } },
} as const satisfies { readonly [T in TableName]: TableUses<keyof Schema[T] & string> };

const USES: Readonly<Record<TableName, TableUses>> = TABLES;

export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

/** The tables whose entry has this value for a use. */
export type TablesWith<Use extends keyof TableUses, Value> = {
  [T in TableName]: (typeof TABLES)[T][Use] extends Value ? T : never;
}[TableName];

/** The uses of one table. */
export function usesOf(table: TableName): TableUses {
  return USES[table];
}

/** The same for any name; undefined if there is no such table. */
export function findUses(name: string): TableUses | undefined {
  return Object.hasOwn(USES, name) ? USES[name as TableName] : undefined;
}

/** The columns of a table that are checked for size. */
export function columnsOf(table: TableName): readonly (ColumnUses & { readonly column: string })[] {
  return Object.entries(USES[table].columns).flatMap(([column, uses]) =>
    uses === undefined ? [] : [{ column, ...uses }],
  );
}

/** The tables for which a condition holds, in reference order. */
export function tablesWhere(holds: (uses: TableUses) => boolean): readonly TableName[] {
  return TABLE_NAMES.filter((table) => holds(USES[table]));
}
