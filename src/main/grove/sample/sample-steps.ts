import { gzipSync } from 'node:zlib';
import { assert } from '../../../core/assert.ts';
import { split } from '../../../core/buffer/split.ts';
import type { AgentId, NodeId, PositionId, ResponseId } from '../../../core/ids.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import { inferSpans } from '../../../core/text/diff.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { SpannedText } from '../../../core/text/spanned-text.ts';
import { applySplice } from '../../../core/text/splice.ts';
import { annotate } from '../../../core/tree/annotate.ts';
import { makePathChange } from '../../../core/tree/make-change.ts';
import { bookmark, exclude, prune } from '../../../core/tree/metadata.ts';
import { type Author, getNode } from '../../../core/tree/new-node.ts';
import { branchEdit, continueFrom, continueWithResponse, fixInPlace } from '../../../core/tree/operations.ts';
import { moveHead, selectVersion } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import { type NodeContent, textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { findDraft, saveDraft } from '../../store/tables/drafts.ts';
import { addResponse, packResponse, type RawApiResponse } from '../../store/tables/responses.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { type SqlViews, sqlViews } from '../../store/tree/sql-tree.ts';
import type { Replacement, SampleStep } from './sample-source.ts';
import { writeTurn } from './sample-turn.ts';
import { getAuthor, getNamed, type StepContext } from './step-context.ts';

/**
 * Runs one step as if people had done it by hand in the program.
 * @throws {BugError} if the step refers to a node or an author that does not exist
 */
export function runStep(tx: FileTransaction, step: SampleStep, context: StepContext): void {
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
  const author = 'by' in step ? getAuthor(authors, step.by) : owner;
  // Models write on the writer's path; another person has their own path.
  const pathOwner = author.type === 'human' ? author : owner;
  const [kind, change] = operate(sqlViews(tx, treeId, pathOwner.id), step, author, context);
  // Log a model's node as an import: without a provider's record it did not come from a generation.
  writeChange(tx, treeId, pathOwner.id, change, author.type === 'human' ? kind : 'import');
  const [added] = change.nodes;
  if (added !== undefined) names.set(step.name, added.id);
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

type StepOnTree = Exclude<SampleStep, { readonly kind: 'draft' | 'unsaved' | 'turn' | 'reply' | 'later' }>;

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
  const packed = packResponse(response, { gzippedBody: gzipSync(body), headers: {} }, idsAndClock.sha256);
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
    bodySha256: idsAndClock.sha256(body),
    requestedAt: respondedAt - TOOK,
    respondedAt,
    latencyMs: TOOK,
    tokenUsage: null,
    redacted: [],
    decoded: false,
    createdAt: respondedAt,
  };
}
