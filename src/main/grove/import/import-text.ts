/** Writes a text, or the messages of a conversation, as a new tree with one path. */
import { BLANK_LINE } from '../../../core/context/conversation-context.ts';
import type { AnnotatedAuthor } from '../../../core/exchange/annotations.ts';
import { spokenMessages } from '../../../core/exchange/conversation-text.ts';
import { divideText } from '../../../core/exchange/divide-text.ts';
import type { ExportedPath } from '../../../core/exchange/exported-path.ts';
import { type AgentId, firstNodeAt, type TreeId } from '../../../core/ids.ts';
import { cutText, MAX_TITLE_LENGTH } from '../../../core/text/limits.ts';
import {
  concatSpans,
  makeSpan,
  normaliseSpans,
  type Span,
  type SpannedText,
  sliceSpans,
  type TextRange,
  wholeSpans,
} from '../../../core/text/span.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { createMemoryPath, createMemoryTree } from '../../../core/tree/memory-tree.ts';
import type { Author, IdsAndClock } from '../../../core/tree/new-node.ts';
import { continueFrom } from '../../../core/tree/operations.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import { manuscriptOf } from '../../../ui-text/grove/trees.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Store } from '../../store/connection/store.ts';
import { getNode } from '../../store/tables/nodes.ts';
import { getTree } from '../../store/tables/trees.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import { readConversation } from '../reading/export-path.ts';
import {
  addUnknownAuthor,
  beginImport,
  findOrAddAuthor,
  finishImport,
  type NewTreeProperties,
  shortenTitle,
} from './imported-tree.ts';

export interface TextToImport {
  /** The tree's title if the text has no heading. */
  readonly name: string;
  /** Normalised. */
  readonly text: string;
  /** The words are the writer's; otherwise their author is unknown. */
  readonly isWriters: boolean;
  /** The authors of its parts, if the file names them. */
  readonly authors?: readonly AnnotatedAuthor[];
}

/**
 * Writes a text as a tree with one path, by the writer or by *Unknown (import)* (`importParts`).
 * @throws {AspenError} what the store throws
 */
export function importText(
  store: Store,
  { name, text, isWriters, authors = [] }: TextToImport,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): Generator<number, LoomTree> {
  const divided = divideText(text);
  const title = shortenTitle(divided.heading ?? name);
  const author = isWriters
    ? ({ id: writerId, type: 'human' } as const)
    : store.transact((tx) => addUnknownAuthor(tx, writerId, idsAndClock));
  const spans = store.transact((tx) =>
    normaliseSpans([...spansOf(text.length, author.id, authorRanges(tx, authors, writerId, idsAndClock))]),
  );
  let reached = 0;
  const parts = divided.parts.map((part) => {
    const from = reached;
    reached += part.length;
    return { text: part, spans: sliceSpans(spans, from, reached) };
  });
  return importParts(store, { title }, parts, author, writerId, idsAndClock);
}

interface AuthorRange extends TextRange {
  readonly agent: AgentId;
}

function authorRanges(
  tx: FileTransaction,
  authors: readonly AnnotatedAuthor[],
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): readonly AuthorRange[] {
  return authors.flatMap((author) => {
    const { id: agent } = findOrAddAuthor(tx, author, writerId, idsAndClock);
    return author.ranges.map((range) => ({ ...range, agent }));
  });
}

/** The first of several that claim the same text has it; what none claims is the other's. */
function* spansOf(length: number, other: AgentId, ranges: readonly AuthorRange[]): Generator<Span> {
  let reached = 0;
  for (const { agent, from, to } of [...ranges].sort((one, next) => one.from - next.from)) {
    if (to <= reached) continue;
    const start = Math.max(from, reached);
    yield makeSpan(other, start - reached);
    yield makeSpan(agent, to - start);
    reached = to;
  }
  yield makeSpan(other, length - reached);
}

/**
 * Writes the messages on the writer's path as a manuscript, step by step (`importParts`): a node for each, in the colours
 * of who wrote what, with a blank line between two. It has the conversation's memory and asks the same agents
 * (`dialogue.md`, *Export*).
 * @throws {AspenError} NOT_FOUND; what the store throws
 */
export function conversationAsManuscript(
  store: Store,
  treeId: TreeId,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): Generator<number, LoomTree> {
  const { title, systemContext, settings } = getTree(store, treeId);
  // Paragraphs are not messages, so the author's note is where a manuscript has it by default.
  const { titleFrom, names, inTurn, followsWriter, sendsTopic, authorsNoteDepth, ...kept } = settings;
  const copy = { title: cutText(manuscriptOf(title), MAX_TITLE_LENGTH), systemContext, settings: kept };
  const parts = partsOf(readConversation(store, treeId, writerId), writerId);
  const author = { id: writerId, type: 'human' } as const;
  return importParts(store, copy, parts, author, writerId, idsAndClock);
}

function partsOf({ text, spans, messages }: ExportedPath, writerId: AgentId): readonly SpannedText[] {
  const spoken = [...spokenMessages(text, messages ?? [])];
  return spoken.map(({ words, from }, index) => {
    const own = sliceSpans(spans, from, from + words.length);
    if (index === spoken.length - 1) return { text: words, spans: own };
    const gap = wholeSpans(writerId, BLANK_LINE.length);
    return { text: words + BLANK_LINE, spans: concatSpans(own, gap) };
  });
}

/** Length of text that one transaction writes, so that other work can run between two. UTF-16 code units. */
const BATCH_LENGTH = 200_000;

/**
 * Writes each part as a node of the author's, with the writer's caret at the beginning. Each step is one transaction and yields the
 * written share, from 0 to 1; between steps the caller may stop. Until the last step the tree is archived and its
 * description says that it is incomplete, so that a cancelled or interrupted import is not mistaken for the text.
 * @throws {AspenError} what the store throws
 */
function* importParts(
  store: Store,
  properties: NewTreeProperties,
  parts: readonly SpannedText[],
  author: Author,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): Generator<number, LoomTree> {
  const inserted = beginImport(store, properties, writerId, idsAndClock);
  for (const [change, share] of batchesOf(store, inserted, parts, author, idsAndClock)) {
    store.transact((tx) => {
      writeChange(tx, inserted.id, writerId, change, 'import');
    });
    yield share;
  }
  return finishImport(store, inserted.id, writerId, idsAndClock);
}

/** The nodes in order, several per change, each with the share written after it. */
function* batchesOf(
  store: Store,
  inserted: LoomTree,
  parts: readonly SpannedText[],
  author: Author,
  idsAndClock: IdsAndClock,
): Generator<readonly [TreeChange, number]> {
  const rootId = firstNodeAt(inserted.rootPositionId);
  const root = { ...getNode(store, rootId), ...sqlTree(store, inserted.id).getContent(rootId) };
  const tree = createMemoryTree(inserted);
  const path = createMemoryPath(inserted.rootPositionId);
  tree.add({ nodes: [root], edges: [], metadata: [] });
  let changes: TreeChange[] = [];
  let length = 0;
  for (const [index, { text, spans }] of parts.entries()) {
    const content = { content: { type: 'text', text }, spans } as const;
    const change = continueFrom(tree, path, path.head, content, author, idsAndClock);
    tree.add(change);
    path.add(change.path);
    changes.push(change);
    length += text.length;
    if (length < BATCH_LENGTH && index < parts.length - 1) continue;
    yield [mergeChanges(changes), (index + 1) / parts.length];
    changes = [];
    length = 0;
  }
}

function mergeChanges(changes: readonly TreeChange[]): TreeChange {
  const head = changes.at(-1)?.path.head;
  return {
    nodes: changes.flatMap(({ nodes }) => nodes),
    edges: changes.flatMap(({ edges }) => edges),
    metadata: [],
    path: {
      ...(head === undefined ? {} : { head }),
      selected: changes.flatMap(({ path }) => path.selected),
      lastChild: changes.flatMap(({ path }) => path.lastChild),
    },
  };
}
