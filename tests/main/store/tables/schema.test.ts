import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { plantGrove } from '../../../helpers/grove.ts';

/** The table of storage.md, written out: change it along with the format, and add a migration. */
const COLUMNS: Readonly<Record<string, string>> = {
  grove: 'key id name owner_agent_key log_seq log_hash created_at updated_at',
  agent:
    'key id name type model_ref configuration permissions loom_aware color created_at updated_at archived_at',
  loom_tree:
    'key id title description summary root_node_key mode system_context settings created_at updated_at archived_at topic_tree_key kind',
  node:
    'key id local_id loom_tree_key position_key edited_from_key author_agent_key author_type content_type ' +
    'content_hash raw_api_response_key choice_index seam finish_reason created_at bookmarked bookmark_label pruned ' +
    'excluded summary authorship content text split_at offered',
  edge: 'key id loom_tree_key target_node_key edge_type created_at',
  edge_source: 'edge_key ordinal role position_key origin_node_key',
  raw_api_response:
    'key id provider request_id model_identifier request response_body response_headers compression body_sha256 ' +
    'requested_at responded_at latency_ms token_usage created_at redacted decoded loom_tree_key agent_key',
  agent_turn: 'key id loom_tree_key agent_key parent_position_key state used started_at ended_at undone_at',
  agent_call: 'turn_key ordinal raw_api_response_key node_key',
  agent_action:
    'key turn_key ordinal call_ordinal from_offset to_offset line command loom_tree_key approval outcome result ' +
    'inverse log_seq started_at took_ms',
  proposal:
    'key id loom_tree_key agent_key asked_by_key action document_version instruction rationale answer ' +
    'raw_api_response_key state reason latency_ms created_at closed_at',
  suggestion:
    'proposal_key ordinal hunk places removed inserted before after unsure state node_key decided_at',
  link: 'key id loom_tree_key source_node_key target_node_key section note agent_key created_at removed_at quote',
  summary: 'key loom_tree_key node_key basis_sha256 raw_api_response_key agent_key created_at',
  tag: 'key id name folded color created_at archived_at merged_into_key',
  tag_assignment: 'tag_key position_key loom_tree_key agent_key created_at',
  tree_name: 'loom_tree_key kind name shown since until',
  node_link: 'node_key ordinal name section local_id start length embed',
  anchor: 'key id loom_tree_key kind position_key node_key start length note_node_key label words quote',
  layer:
    'key loom_tree_key agent_key dimension chain seq hash why log_seq head_position_key versions_in versions_out draft ' +
    'ops added removed author_key label created_at',
  layer_snapshot: 'layer_key head_position_key versions draft tokens',
  execution:
    'layer_key coordinate fence_node_key template_hash input_hash step output_hash output authorship agent_key ' +
    'raw_api_response_key created_at',
  log: 'seq hash parent_hash agent_key kind entry created_at',
  cursor: 'loom_tree_key agent_key head_position_key caret_anchor caret_head scroll updated_at',
  position_choice:
    'loom_tree_key agent_key position_key version_node_key last_child_position_key seen_at left_at rest',
  draft: 'loom_tree_key agent_key head_position_key buffer edits updated_at digest',
  session: 'id host app_version opened_at closed_at',
};

function openRaw() {
  const { store } = plantGrove();
  store.close();
  return new Database(store.path);
}

describe('the format', () => {
  test('has exactly the documented tables and columns, in order, and every table is strict', () => {
    const database = openRaw();
    const tables = database
      .prepare<[], { name: string; strict: number }>(
        "SELECT name, strict FROM pragma_table_list WHERE schema = 'main'",
      )
      .all()
      .filter(({ name }) => !name.startsWith('node_text') && !name.startsWith('sqlite_'));
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(COLUMNS).sort());
    expect(tables.every(({ strict }) => strict === 1)).toBe(true);
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const found = database
        .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
        .pluck()
        .all(table);
      expect([table, found.join(' ')]).toEqual([table, columns]);
    }
    database.close();
  });

  test('has no triggers or views', () => {
    const database = openRaw();
    expect(
      database.prepare("SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')").all(),
    ).toEqual([]);
    database.close();
  });

  test.each([
    ["UPDATE agent SET type = 'robot'", /CHECK/],
    ['UPDATE agent SET loom_aware = 2', /CHECK/],
    ["UPDATE loom_tree SET mode = 'other'", /CHECK/],
    ["UPDATE node SET author_type = 'other'", /CHECK/],
    ["UPDATE node SET content_type = 'video'", /CHECK/],
    ["UPDATE node SET finish_reason = 'done'", /CHECK/],
    ['UPDATE node SET bookmarked = 2', /CHECK/],
    ['UPDATE node SET pruned = -1', /CHECK/],
    ['UPDATE node SET excluded = 7', /CHECK/],
    ["INSERT INTO grove (key, id, name, created_at, updated_at) VALUES (2, 'x', 'y', 0, 0)", /CHECK/],
    ["UPDATE node SET created_at = 'yesterday'", /cannot store TEXT/],
    ['UPDATE node SET author_agent_key = 99', /FOREIGN KEY/],
    ['UPDATE node SET position_key = 99', /FOREIGN KEY/],
    ['UPDATE cursor SET head_position_key = 99', /FOREIGN KEY/],
    ['UPDATE grove SET owner_agent_key = 99', /FOREIGN KEY/],
    ['DELETE FROM agent', /FOREIGN KEY/],
  ])('refuses invalid values: %s', (sql, error) => {
    const database = openRaw();
    database.pragma('foreign_keys = ON');
    expect(() => database.exec(sql)).toThrow(error);
    database.close();
  });
});
