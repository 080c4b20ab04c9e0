import { gzipSync } from 'node:zlib';
import { sha256 } from '#sha256';
import { assert } from '../../../core/assert.ts';
import { split } from '../../../core/buffer/split.ts';
import { parseCommand } from '../../../core/commands/parse-command.ts';
import type { HasNode } from '../../../core/commands/read-arguments.ts';
import { AspenError } from '../../../core/errors.ts';
import {
  type AgentId,
  firstNodeAt,
  type GroveId,
  type LocalId,
  type NodeId,
  type PositionId,
  type ResponseId,
  type TreeId,
  type TurnId,
} from '../../../core/ids.ts';
import { stepToJson } from '../../../core/memory/memory-step.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import { inferSpans } from '../../../core/text/diff.ts';
import { type SpannedText, wholeSpans } from '../../../core/text/span.ts';
import { applySplice } from '../../../core/text/splice.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { annotate } from '../../../core/tree/annotate.ts';
import { makePathChange } from '../../../core/tree/make-change.ts';
import { bookmark, exclude, prune } from '../../../core/tree/metadata.ts';
import { type Author, getNode, type IdsAndClock } from '../../../core/tree/new-node.ts';
import { branchEdit, continueFrom, continueWithResponse, fixInPlace } from '../../../core/tree/operations.ts';
import { Overlay } from '../../../core/tree/overlay.ts';
import { moveHead, selectVersion } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import { type NodeContent, textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import { offlineAgent } from '../../generation/offline-agent.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { openFile } from '../../store/connection/open-file.ts';
import { type AgentAction, addAction, addCall, addTurn, finishTurn } from '../../store/tables/agent-turns.ts';
import { addAgent } from '../../store/tables/agents.ts';
import { findDraft, saveDraft } from '../../store/tables/drafts.ts';
import { setGroveOwner } from '../../store/tables/grove.ts';
import { saveCaret } from '../../store/tables/path-state.ts';
import { addResponse, packResponse, type RawApiResponse } from '../../store/tables/responses.ts';
import { updateTree } from '../../store/tables/trees.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { findNodesByLocalIds } from '../../store/tree/local-ids.ts';
import { loadPath } from '../../store/tree/path-loading.ts';
import { type SqlViews, sqlTree, sqlViews } from '../../store/tree/sql-tree.ts';
import { humanOf } from '../begin-grove.ts';
import { assignTag } from '../writing/tag-commands.ts';
import { insertTree } from '../writing/tree-commands.ts';
import { parseSampleTree, type Replacement, type SampleStep, type SampleTree } from './sample-source.ts';

export interface SampleOptions {
  /** The path of the new file. */
  readonly path: string;
  /** The contents of the `.txt` files in `resources/sample`, in the order of their names. */
  readonly sources: readonly string[];
  readonly migrations: string;
  readonly nativeBinding?: string | undefined;
  /** The person who opens it, as the owner and author of the story. */
  readonly writer: { readonly id: string; readonly name: string };
  /** The current time, in milliseconds since 1970 UTC: the story's events lie in the days before. */
  readonly now: number;
  /** Makes ULIDs with this clock. */
  makeIds(now: () => number): () => string;
}

/** The time between two steps, in milliseconds. */
const STEP = 120_000;

/**
 * Writes the sample grove to a new file in one transaction, through the same operations as everything else.
 * @throws {AspenError} INVALID_ARGUMENT if the file has a grove with content already; what `openFile` throws
 */
export function writeSampleGrove(options: SampleOptions): void {
  const trees = options.sources.map(parseSampleTree);
  const clock = { time: options.now - trees.reduce((sum, tree) => sum + durationOf(tree), STEP) };
  const newId = options.makeIds(() => clock.time);
  const idsAndClock: IdsAndClock = { newId, now: () => clock.time };
  const { path, migrations, nativeBinding } = options;
  const store = openFile(path, {
    migrations,
    now: idsAndClock.now,
    create: { id: newId() as GroveId, name: 'Sample' },
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  });
  try {
    if (store.head.seq > 0) throw new AspenError('INVALID_ARGUMENT', `there is a grove at ${path} already`);
    store.transact((tx) => {
      const authors = addAuthors(tx, options.writer, idsAndClock);
      const written = new Map<string, WrittenTree>();
      for (const tree of trees) {
        const topic = tree.about === null ? null : written.get(tree.about);
        assert(topic !== undefined, `the sample has no tree ${tree.about} yet`);
        written.set(
          tree.title,
          writeTree(tx, { tree, topic, earlier: written, authors, idsAndClock, clock }),
        );
      }
    });
  } finally {
    store.close();
  }
}

function durationOf(tree: SampleTree): number {
  return tree.steps.reduce((sum, step) => sum + (step.kind === 'later' ? step.milliseconds : STEP), STEP);
}

function addAuthors(tx: FileTransaction, owner: SampleOptions['writer'], idsAndClock: IdsAndClock): Authors {
  const id = owner.id as AgentId;
  addAgent(tx, humanOf({ id, name: owner.name }, idsAndClock.now()));
  setGroveOwner(tx, id);
  const offline = offlineAgent(idsAndClock.newId() as AgentId, idsAndClock.now());
  const newAgent = () => ({ id: idsAndClock.newId() as AgentId });
  const others: Readonly<Record<string, Agent>> = {
    offline,
    bold: {
      ...offline,
      ...newAgent(),
      name: 'Offline, bolder',
      configuration: { ...offline.configuration, temperature: 1.3 },
      color: 'rust',
    },
    surveyor: {
      ...offline,
      ...newAgent(),
      name: 'Surveyor',
      modelRef: 'sample:surveyor',
      configuration: { completionStyle: 'chat', systemPrompt: SURVEYOR_PROMPT },
      permissions: { loom_aware: 'allow', loom_write: 'ask' },
      color: 'violet',
      // There is no service that it could ask.
      archivedAt: idsAndClock.now(),
    },
    nell: { ...humanOf({ ...newAgent(), name: 'Nell' }, idsAndClock.now()), color: 'green' },
  };
  for (const agent of Object.values(others)) addAgent(tx, agent, id);
  return new Map<string, Author>([
    ['writer', { id, type: 'human' }],
    ...Object.entries(others).map(([name, { id, type }]) => [name, { id, type }] as const),
  ]);
}

interface TreeToWrite extends Pick<StepContext, 'topic' | 'earlier' | 'authors' | 'idsAndClock'> {
  readonly tree: SampleTree;
  readonly clock: { time: number };
}

function writeTree(
  tx: FileTransaction,
  { tree: source, topic, earlier, authors, idsAndClock, clock }: TreeToWrite,
): WrittenTree {
  const owner = getAuthor(authors, 'writer');
  const nature = { mode: source.mode, kind: source.kind, topicTreeId: topic?.treeId ?? null };
  const tree = insertTree(tx, source.title, owner.id, idsAndClock, nature);
  const { description, memory, authorsNote, lore } = source;
  const settings = {
    // The language of the sample, whatever the writer writes in.
    language: 'en-GB' as const,
    ...(memory === null ? {} : { memory }),
    ...(authorsNote === null ? {} : { authorsNote }),
    ...(lore.length === 0 ? {} : { lore: lore.map((part) => ({ part })) }),
  };
  updateTree(tx, owner.id, { ...tree, description, settings });
  const names = new Map<string, NodeId>([['root', firstNodeAt(tree.rootPositionId)]]);
  const context: StepContext = { treeId: tree.id, topic, earlier, authors, names, idsAndClock };
  for (const step of source.steps) {
    clock.time += step.kind === 'later' ? step.milliseconds : STEP;
    runStep(tx, step, context);
  }
  // In a conversation, the caret is in the composer, and is not kept.
  if (source.mode === 'dialogue') return context;
  const path = loadPath(tx, tree.id, owner.id);
  const length = path.reduce((sum, { node }) => sum + textOf(node.content).length, 0);
  const draft = source.steps.reduce((sum, step) => sum + (step.kind === 'draft' ? step.text.length : 0), 0);
  saveCaret(tx, tree.id, owner.id, { anchor: length + draft, head: length + draft, scroll: 0 });
  return context;
}

/** The prompt of the sample's loom-aware agent: the example of `docs/agents.md`. */
export const SURVEYOR_PROMPT = `You keep track of what this story says, so that its author need not: places, people, dates, and what is promised and not yet kept.

Before you answer, look: read the tree around your place, view the nodes that matter, and search for a name before you say that it is not there. Quote the story's own words, and name each node that you rely on by its id in brackets.

Pin what you will need again. Stash what you have worked out, under a label that says what it is. Drop what is settled.

Change nothing unless you are asked to. Then propose one change at a time, and give your reason with it.

Answer in a few sentences. Where the story does not say, tell me so, and do not fill the gap.`;

/**
 * Runs one step as if people had done it by hand in the program.
 * @throws {BugError} if the step refers to a node or an author that does not exist
 */
function runStep(tx: FileTransaction, step: SampleStep, context: StepContext): void {
  const { treeId, authors, names } = context;
  if (step.kind === 'later') return;
  const owner = getAuthor(authors, 'writer');
  if (step.kind === 'draft' || step.kind === 'unsaved') {
    writeDraft(tx, step, owner.id, context);
    return;
  }
  if (step.kind === 'turn') {
    writeTurn(tx, step, getAuthor(authors, step.by).id, context);
    return;
  }
  if (step.kind === 'reply') {
    writeReply(tx, step, context);
    return;
  }
  if (step.kind === 'tag') {
    writeTag(tx, step, owner.id, context);
    return;
  }
  const author = step.by === undefined ? owner : getAuthor(authors, step.by);
  // Models write on the writer's path; another person has their own path.
  const pathOwner = author.type === 'human' ? author : owner;
  const [kind, change] = operate(sqlViews(tx, treeId, pathOwner.id), step, author, context);
  // Log a model's node as an import: without a provider's record it did not come from a generation.
  writeChange(tx, treeId, pathOwner.id, change, author.type === 'human' ? kind : 'import');
  const [added] = change.nodes;
  if (added !== undefined) names.set(step.name, added.id);
}

/** Puts a tag on a text or, with `root`, on the tree. */
function writeTag(
  tx: FileTransaction,
  step: SampleStep & { readonly kind: 'tag' },
  by: AgentId,
  { treeId, names, idsAndClock }: StepContext,
): void {
  const { tree, path } = sqlViews(tx, treeId, by);
  const after = new Overlay(tree, path);
  const { positionId } = getNode(tree, getNamed(names, step.on));
  assignTag({ tx, by, idsAndClock }, after, positionId, step.as);
  writeChange(tx, treeId, by, after.change(), 'metadata');
}

/** Types text after the head, or an edit that is not saved yet. */
function writeDraft(
  tx: FileTransaction,
  step: SampleStep & { readonly kind: 'draft' | 'unsaved' },
  writer: AgentId,
  { treeId, names }: StepContext,
): void {
  const { tree, path } = sqlViews(tx, treeId, writer);
  const { buffer, edits } = findDraft(tx, treeId, writer) ?? { buffer: writtenBy(writer, ''), edits: [] };
  if (step.kind === 'draft') {
    saveDraft(tx, treeId, writer, { head: path.head, buffer: writtenBy(writer, step.text), edits });
    return;
  }
  const nodeId = getNamed(names, step.of);
  const edit = { nodeId, ...applyReplacements(textAt(tree, nodeId), step.replacements, writer) };
  saveDraft(tx, treeId, writer, { head: path.head, buffer, edits: [...edits, edit] });
}

type StepOnTree = Exclude<
  SampleStep,
  { readonly kind: 'draft' | 'unsaved' | 'turn' | 'reply' | 'tag' | 'later' }
>;

function operate(
  { tree, path }: SqlViews,
  step: StepOnTree,
  author: Author,
  { names, idsAndClock }: StepContext,
): readonly [LogKind, TreeChange] {
  const node = (name: string) => getNamed(names, name);
  const position = (name: string): PositionId => getNode(tree, node(name)).positionId;
  switch (step.kind) {
    case 'node': {
      const content = contentOf(writtenBy(author.id, step.text));
      return ['commit', continueFrom(tree, path, position(step.after), content, author, idsAndClock)];
    }
    case 'edit': {
      const content = contentOf(applyReplacements(textAt(tree, node(step.of)), step.replacements, author.id));
      return ['commit', fixInPlace(tree, path, node(step.of), content, author, idsAndClock)];
    }
    case 'rewrite': {
      const old = textAt(tree, node(step.of));
      const text = leadingSpace(old.text) + step.text;
      const content = contentOf({ text, spans: inferSpans(old, text, author.id) });
      return ['commit', fixInPlace(tree, path, node(step.of), content, author, idsAndClock)];
    }
    case 'branch': {
      const content = contentOf(applyReplacements(textAt(tree, node(step.of)), step.replacements, author.id));
      return ['branch-edit', branchEdit(tree, path, node(step.of), content, author, idsAndClock)];
    }
    case 'split': {
      const offset = offsetOf(step.before, textAt(tree, node(step.of)).text);
      return ['split', split(tree, path, node(step.of), offset, author, idsAndClock)];
    }
    case 'remark': {
      const content = contentOf(writtenBy(author.id, step.text));
      return ['annotate', annotate(tree, node(step.on), content, author, idsAndClock)];
    }
    case 'bookmark':
      return ['metadata', bookmark(tree, position(step.name), step.label)];
    case 'exclude':
      return ['metadata', exclude(tree, position(step.name), true)];
    case 'prune':
      return ['metadata', prune(tree, path, position(step.name))];
    case 'select':
      return ['commit', makePathChange(selectVersion(tree, path, node(step.name)))];
    case 'go':
      return ['commit', makePathChange(moveHead(tree, path, position(step.name)))];
  }
}

/** Applies replacements as tracked changes: unchanged text keeps its author. */
function applyReplacements(
  text: SpannedText,
  replacements: readonly Replacement[],
  editor: AgentId,
): SpannedText {
  return replacements.reduce((before, { old, new: insert }) => {
    const from = old === null ? 0 : offsetOf(old, before.text);
    const to = from + (old ?? before.text).length;
    return applySplice(before, { from, to, insert, spans: wholeSpans(editor, insert.length) });
  }, text);
}

function offsetOf(words: string, text: string): number {
  const offset = text.indexOf(words);
  assert(
    offset >= 0 && text.indexOf(words, offset + 1) < 0,
    `“${words}” does not occur exactly once in “${text}”`,
  );
  return offset;
}

/** The leading white space that separates a node from the text before it. */
function leadingSpace(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

function writtenBy(author: AgentId, text: string): SpannedText {
  return { text, spans: wholeSpans(author, text.length) };
}

function contentOf({ text, spans }: SpannedText): NodeContent {
  return { content: { type: 'text', text }, spans };
}

function textAt(tree: TreeView, id: NodeId): SpannedText {
  const { content, spans } = tree.getContent(id);
  return { text: textOf(content), spans };
}

type ReplyStep = SampleStep & { readonly kind: 'reply' };

/** Duration of the model's answer, in milliseconds. */
const TOOK = 4_000;

/**
 * Writes a reply with the record of its answer, which was made up like the reply: from there come what the model reasoned
 * and whether it was cut off. No path moves.
 * @throws {BugError} if the step refers to a node or an author that does not exist
 */
function writeReply(tx: FileTransaction, step: ReplyStep, context: StepContext): void {
  const { treeId, authors, names, idsAndClock } = context;
  const author = getAuthor(authors, step.by);
  const { tree, path } = sqlViews(tx, treeId, getAuthor(authors, 'writer').id);
  const parentId = getNode(tree, getNamed(names, step.after)).positionId;
  const body = bodyOf(step);
  const response = recordOf(body, context);
  const packed = packResponse(response, { gzippedBody: gzipSync(body), headers: {} });
  addResponse(tx, packed, { treeId, agentId: author.id });
  const { text, ends, continues } = step;
  const content = { content: { type: 'text', text }, spans: wholeSpans(author.id, text.length) } as const;
  const details = {
    nodeId: idsAndClock.newId() as NodeId,
    responseId: response.id,
    responseHash: response.bodySha256,
    choiceIndex: 0,
    seam: { promptTrimmed: 0, answerTrimmed: 0, ...(continues ? { continues } : {}) },
    finishReason: ends,
  };
  const origin = versionAt(tree, path, parentId).id;
  const change = continueWithResponse(tree, parentId, origin, content, author, details, idsAndClock);
  writeChange(tx, treeId, author.id, change, 'generate', { response: packed.digest });
  names.set(step.name, details.nodeId);
}

/** The answer that a service would have given. */
function bodyOf({ text, reasoning, ends }: ReplyStep): string {
  const reasoned = reasoning === '' ? {} : { reasoning_content: reasoning };
  const message = { role: 'assistant', ...reasoned, content: text };
  return JSON.stringify({ choices: [{ index: 0, message, finish_reason: ends }] });
}

function recordOf(body: string, { idsAndClock }: StepContext): RawApiResponse {
  const respondedAt = idsAndClock.now();
  return {
    id: idsAndClock.newId() as ResponseId,
    provider: 'sample',
    requestId: null,
    modelIdentifier: 'surveyor',
    request: { style: 'chat', model: 'surveyor' },
    bodySha256: sha256(body),
    requestedAt: respondedAt - TOOK,
    respondedAt,
    latencyMs: TOOK,
    tokenUsage: null,
    redacted: [],
    decoded: false,
    createdAt: respondedAt,
  };
}

/** The authors of the sample, by their names in its files. */
type Authors = ReadonlyMap<string, Author>;

/** A tree whose steps have been run. */
type WrittenTree = Pick<StepContext, 'treeId' | 'names'>;

/** The state shared by the steps of one tree. */
interface StepContext {
  readonly treeId: TreeId;
  /** The tree that it is about; null for none. */
  readonly topic: WrittenTree | null;
  /** The trees before it, by their titles. */
  readonly earlier: ReadonlyMap<string, WrittenTree>;
  readonly authors: Authors;
  /** The nodes written so far, by their names in the file; each step adds its own. */
  readonly names: Map<string, NodeId>;
  readonly idsAndClock: IdsAndClock;
}

/** The author with this name in the sample. */
function getAuthor(authors: Authors, name: string): Author {
  const author = authors.get(name);
  assert(author !== undefined, `the sample has no author ${name}`);
  return author;
}

/** The node with this name in the sample. */
function getNamed(names: StepContext['names'], name: string): NodeId {
  const id = names.get(name);
  assert(id !== undefined, `the sample has no node ${name} yet`);
  return id;
}

/** Duration of a command, in milliseconds. */
const COMMAND_TOOK = 40;

const THINK = '→ think';

/**
 * Writes a turn of an agent as if it had happened: commands that read, in a first call, and its message, in a second one.
 * The calls have no answers, since no provider was asked.
 * @throws {BugError} if the step refers to a node that does not exist
 */
function writeTurn(
  tx: FileTransaction,
  step: SampleStep & { readonly kind: 'turn' },
  agentId: AgentId,
  { treeId, topic, earlier, names, idsAndClock }: StepContext,
): void {
  assert(topic !== null, 'a turn of the sample is in a conversation about no tree');
  const tree = sqlTree(tx, topic.treeId);
  const localIdOf = (written: string) => {
    const [name = '', title] = written.split('/').toReversed();
    const from = title === undefined ? topic : earlier.get(title);
    assert(from !== undefined, `the sample has no tree ${title} yet`);
    return getNode(from === topic ? tree : sqlTree(tx, from.treeId), getNamed(from.names, name)).localId;
  };
  const withIds = (text: string) => text.replace(/\{([^}]+)\}/g, (_, name: string) => localIdOf(name));
  const id = idsAndClock.newId() as TurnId;
  const startedAt = idsAndClock.now();
  const parentId = getNode(sqlTree(tx, treeId), getNamed(names, step.after)).positionId;
  const [state, ended] = ['running', { endedAt: null, undoneAt: null }] as const;
  addTurn(tx, { id, treeId, agentId, parentId, state, used: {}, startedAt, ...ended });
  addCall(tx, id, { ordinal: 0, responseId: null, nodeId: null });
  addCall(tx, id, { ordinal: 1, responseId: null, nodeId: getNamed(names, step.answer) });
  const hasNode = (localId: LocalId) => tree.hasLocalId(localId);
  const findNode = (localId: LocalId) => findNodesByLocalIds(tx, topic.treeId, [localId])[0]?.id;
  let from = 0;
  for (const [ordinal, { line, result }] of step.commands.entries()) {
    const run = runCommand(withIds(line), withIds(result), hasNode, findNode);
    const to = from + run.line.length;
    const times = { startedAt: startedAt + ordinal * COMMAND_TOOK, tookMs: COMMAND_TOOK };
    const unused = { approval: null, inverse: null, logSeq: null };
    addAction(tx, id, {
      ordinal,
      callOrdinal: 0,
      from,
      to,
      treeId: topic.treeId,
      ...run,
      ...times,
      ...unused,
    });
    from = to + 1;
  }
  const used = { calls: 2, commands: step.commands.length };
  finishTurn(tx, id, { state: 'done', used, endedAt: startedAt + (step.commands.length + 1) * COMMAND_TOOK });
}

type CommandRun = Pick<AgentAction, 'line' | 'command' | 'outcome' | 'result'>;

/** The trace of a command with this result, or of a thought, which is below its line in the same way. */
function runCommand(
  line: string,
  result: string,
  hasNode: HasNode,
  findNode: (localId: LocalId) => NodeId | undefined,
): CommandRun {
  if (line === THINK)
    return { line, command: { verb: 'think', thought: result }, outcome: 'done', result: '' };
  const parsed = parseCommand(line.slice('→ '.length), null, hasNode);
  if (!parsed.ok) return { line, command: null, outcome: parsed.error.code, result };
  const { command } = parsed;
  const pinned =
    command.verb === 'pin' && command.what === 'node' && command.node.kind === 'id' ? command.node : null;
  const nodeId = pinned === null ? undefined : findNode(pinned.localId);
  if (pinned === null || nodeId === undefined)
    return { line, command: { ...command } as JsonValue, outcome: 'done', result };
  const step = { verb: 'pin', of: { localId: pinned.localId, nodeId } } as const;
  return { line, command: stepToJson(step), outcome: 'done', result };
}
