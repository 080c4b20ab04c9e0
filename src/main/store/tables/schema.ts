import type { Generated } from 'kysely';
import type { AnchorKind } from '../../../core/anchors/logged-anchor.ts';
import type { Dimension } from '../../../core/history/history.ts';
import type { LayerReason } from '../../../core/history/layer-reason.ts';
import type { ProposalAction, ProposalState, SuggestionDecision } from '../../../core/proposals/proposal.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import type { AgentType } from '../../../core/tree/agent.ts';
import type { TreeKind, TreeMode } from '../../../core/tree/loom-tree.ts';
import type { ContentType, EdgeType, FinishReason } from '../../../core/tree/tree-node.ts';

/** 0 or 1: SQLite has no booleans. */
export type Bit = 0 | 1;

export function bit(value: boolean): Bit {
  return value ? 1 : 0;
}

/** An integer primary key. Keys never leave `main/store`; the rest of the program uses ids. */
export type Key = number;

export interface GroveTable {
  key: Key;
  id: string;
  name: string;
  owner_agent_key: Key | null;
  log_seq: number;
  log_hash: string | null;
  created_at: number;
  updated_at: number;
}

export interface AgentTable {
  key: Generated<Key>;
  id: string;
  name: string;
  type: AgentType;
  model_ref: string | null;
  configuration: string;
  permissions: string;
  loom_aware: Bit;
  color: string | null;
  created_at: number;
  updated_at: number;
  archived_at: number | null;
}

export interface LoomTreeTable {
  key: Generated<Key>;
  id: string;
  title: string;
  description: string | null;
  summary: string | null;
  root_node_key: Key;
  topic_tree_key: Key | null;
  mode: TreeMode;
  kind: TreeKind;
  system_context: string | null;
  settings: string;
  created_at: number;
  updated_at: number;
  archived_at: number | null;
}

/** The metadata of a position, in the row of each version there (`metadata-columns.ts`). */
export interface MetadataColumns {
  bookmarked: Bit;
  bookmark_label: string | null;
  pruned: Bit;
  excluded: Bit;
}

export interface NodeTable extends MetadataColumns {
  key: Key;
  id: string;
  local_id: string;
  loom_tree_key: Key;
  position_key: Key;
  edited_from_key: Key | null;
  author_agent_key: Key;
  author_type: AgentType;
  content_type: ContentType;
  content_hash: string;
  raw_api_response_key: Key | null;
  choice_index: number | null;
  seam: string | null;
  finish_reason: FinishReason | null;
  created_at: number;
  summary: string | null;
  authorship: string | null;
  content: string | null;
  text: string | null;
  split_at: number | null;
  offered: Bit;
}

export interface EdgeTable {
  key: Generated<Key>;
  id: string;
  loom_tree_key: Key;
  target_node_key: Key;
  edge_type: EdgeType;
  created_at: number;
}

export type SourceRole = 'primary' | 'context' | 'instruction';

export interface EdgeSourceTable {
  edge_key: Key;
  ordinal: number;
  role: SourceRole;
  position_key: Key;
  origin_node_key: Key;
}

export interface RawApiResponseTable {
  key: Generated<Key>;
  id: string;
  provider: string;
  request_id: string | null;
  model_identifier: string | null;
  request: string;
  response_body: Uint8Array | null;
  response_headers: Uint8Array | null;
  compression: 'none' | 'gzip';
  body_sha256: string;
  requested_at: number;
  responded_at: number;
  latency_ms: number;
  token_usage: string | null;
  created_at: number;
  /** JSON `[[from, length], …]` in bytes of the body. */
  redacted: string | null;
  decoded: 0 | 1;
  loom_tree_key: Key | null;
  agent_key: Key | null;
}

export interface LogTable {
  seq: number;
  hash: string;
  parent_hash: string | null;
  agent_key: Key;
  kind: LogKind;
  entry: string;
  created_at: number;
}

/** `running` only while it runs, or after a crash until the grove is opened. */
export type TurnState = 'running' | 'done' | 'stopped' | 'capped' | 'failed';

export interface AgentTurnTable {
  key: Generated<Key>;
  id: string;
  loom_tree_key: Key;
  agent_key: Key;
  parent_position_key: Key;
  state: TurnState;
  used: string;
  started_at: number;
  ended_at: number | null;
  undone_at: number | null;
}

export interface AgentCallTable {
  turn_key: Key;
  ordinal: number;
  raw_api_response_key: Key | null;
  node_key: Key | null;
}

export interface AgentActionTable {
  key: Generated<Key>;
  turn_key: Key;
  ordinal: number;
  call_ordinal: number;
  from_offset: number;
  to_offset: number;
  line: string;
  command: string | null;
  loom_tree_key: Key | null;
  approval: string | null;
  outcome: string | null;
  result: string | null;
  inverse: string | null;
  log_seq: number | null;
  started_at: number;
  took_ms: number | null;
}

export interface ProposalTable {
  key: Generated<Key>;
  id: string;
  loom_tree_key: Key;
  agent_key: Key;
  asked_by_key: Key | null;
  action: ProposalAction;
  document_version: string;
  instruction: string | null;
  rationale: string | null;
  answer: string;
  raw_api_response_key: Key | null;
  state: ProposalState;
  /** JSON, as `PatchRefusal`. */
  reason: string | null;
  latency_ms: number | null;
  created_at: number;
  closed_at: number | null;
}

export interface SuggestionTable {
  proposal_key: Key;
  ordinal: number;
  hunk: number;
  /** JSON `[[node id or null, from, to], …]`. */
  places: string;
  removed: string;
  inserted: string;
  before: string;
  after: string;
  unsure: Bit;
  state: SuggestionDecision;
  node_key: Key | null;
  decided_at: number | null;
}

/** One state of an agent's path, as the difference to the one before (`layers.md`, *What is stored*). */
export interface LayerTable {
  key: Generated<Key>;
  loom_tree_key: Key;
  agent_key: Key;
  dimension: Dimension;
  chain: number;
  seq: number;
  hash: string | null;
  why: LayerReason;
  log_seq: number | null;
  /** Null only where `ops` has the changes. */
  head_position_key: Key | null;
  /** JSON: ascending keys of nodes, each minus the one before. */
  versions_in: string;
  versions_out: string;
  draft: string | null;
  ops: string | null;
  added: number | null;
  removed: number | null;
  author_key: Key | null;
  label: string | null;
  created_at: number;
}

/** The whole state after a layer. */
export interface LayerSnapshotTable {
  layer_key: Key;
  head_position_key: Key | null;
  versions: string;
  draft: string | null;
  tokens: string | null;
}

/** A run of a prompt fence (`layers.md`, *Prompt fences*). */
export interface ExecutionTable {
  layer_key: Key;
  coordinate: string;
  fence_node_key: Key | null;
  template_hash: string;
  input_hash: string;
  step: number;
  output_hash: string;
  output: string;
  authorship: string | null;
  agent_key: Key;
  raw_api_response_key: Key | null;
  created_at: number;
}

/** A note, a bookmark or a target on a phrase (`documents.md`). */
export interface AnchorTable {
  key: Generated<Key>;
  id: string;
  loom_tree_key: Key;
  kind: AnchorKind;
  position_key: Key;
  node_key: Key;
  start: number;
  length: number;
  note_node_key: Key | null;
  label: string | null;
  words: number | null;
  quote: string;
}

/** A link between two texts (`agents.md`). */
export interface LinkTable {
  key: Generated<Key>;
  id: string;
  loom_tree_key: Key;
  source_node_key: Key;
  target_node_key: Key;
  section: string | null;
  note: string | null;
  agent_key: Key;
  created_at: number;
  removed_at: number | null;
  quote: string | null;
}

/** A summary that a model made, of a node or a tree (`agents.md`). */
export interface SummaryTable {
  key: Generated<Key>;
  loom_tree_key: Key;
  node_key: Key | null;
  basis_sha256: string;
  raw_api_response_key: Key | null;
  agent_key: Key;
  created_at: number;
}

/** A tag of the grove (`documents.md`). */
export interface TagTable {
  key: Generated<Key>;
  id: string;
  name: string;
  folded: string;
  color: string | null;
  created_at: number;
  archived_at: number | null;
  merged_into_key: Key | null;
}

/** A tag on a position. */
export interface TagAssignmentTable {
  tag_key: Key;
  position_key: Key;
  loom_tree_key: Key;
  agent_key: Key;
  created_at: number;
}

/** A title or an alias that a tree has or had (`documents.md`). */
export interface TreeNameTable {
  loom_tree_key: Key;
  kind: 'title' | 'alias';
  name: string;
  shown: string;
  since: number;
  until: number | null;
}

/** A link in a node's text (`documents.md`). */
export interface NodeLinkTable {
  node_key: Key;
  ordinal: number;
  name: string;
  section: string | null;
  local_id: string | null;
  start: number;
  length: number;
  embed: Bit;
}

export interface CursorTable {
  loom_tree_key: Key;
  agent_key: Key;
  head_position_key: Key;
  caret_anchor: number;
  caret_head: number;
  scroll: number;
  updated_at: number;
}

export interface PositionChoiceTable {
  loom_tree_key: Key;
  agent_key: Key;
  position_key: Key;
  version_node_key: Key | null;
  last_child_position_key: Key | null;
  seen_at: number | null;
  left_at: number | null;
  rest: 1 | null;
}

export interface DraftTable {
  loom_tree_key: Key;
  agent_key: Key;
  head_position_key: Key;
  buffer: string;
  edits: string;
  updated_at: number;
  digest: string | null;
}

export interface SessionTable {
  id: string;
  host: string;
  app_version: string;
  opened_at: number;
  closed_at: number | null;
}

/** The columns as SQLite stores them (`storage.md`); Kysely builds and types its statements with this. */
export interface Schema {
  grove: GroveTable;
  agent: AgentTable;
  loom_tree: LoomTreeTable;
  node: NodeTable;
  edge: EdgeTable;
  edge_source: EdgeSourceTable;
  raw_api_response: RawApiResponseTable;
  log: LogTable;
  anchor: AnchorTable;
  link: LinkTable;
  summary: SummaryTable;
  tag: TagTable;
  tag_assignment: TagAssignmentTable;
  tree_name: TreeNameTable;
  cursor: CursorTable;
  position_choice: PositionChoiceTable;
  draft: DraftTable;
  agent_turn: AgentTurnTable;
  agent_call: AgentCallTable;
  agent_action: AgentActionTable;
  proposal: ProposalTable;
  suggestion: SuggestionTable;
  layer: LayerTable;
  layer_snapshot: LayerSnapshotTable;
  execution: ExecutionTable;
  session: SessionTable;
  node_link: NodeLinkTable;
  node_text: { rowid: Key; text: string | null };
}
