import { applySplices } from '../../../core/buffer/apply-splices.ts';
import { isPartOf } from '../../../core/context/conversation-context.ts';
import { continuesMessage, speakerOf } from '../../../core/context/message-origin.ts';
import {
  conversationMarkdown,
  conversationText,
  type NameStyle,
} from '../../../core/exchange/conversation-text.ts';
import type { ExportedMessage, ExportedPath } from '../../../core/exchange/exported-path.ts';
import { htmlPage } from '../../../core/exchange/html.ts';
import { manuscriptMarkdown } from '../../../core/exchange/manuscript-markdown.ts';
import { plainText } from '../../../core/exchange/plain-text.ts';
import { rangesNotRead } from '../../../core/fences/levels.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import { normaliseSpans, type Span, type SpannedText } from '../../../core/text/span.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { PathFormat } from '../../../ipc/wire/exchange.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { getTree } from '../../store/tables/trees.ts';
import { readOrigins } from '../../store/tree/message-origins.ts';
import { loadPath } from '../../store/tree/path-loading.ts';

/** A tree as the window shows it, for exports. */
export interface ShownTree {
  readonly store: Reader;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  /** The whole text of a manuscript with its authors, one part per node and the working buffer last. */
  parts(): readonly SpannedText[];
}

/**
 * The text on the screen, including uncommitted text; of a conversation, its messages (`readConversation`).
 * @throws {AspenError} NOT_FOUND
 */
export function readPathToExport(shown: ShownTree, withFences: boolean): PathToExport {
  const { store, treeId, writerId } = shown;
  const tree = getTree(store, treeId);
  if (tree.mode === 'dialogue') return { path: readConversation(store, treeId, writerId), fencesLeftOut: 0 };
  const path = joinPath(tree, shown.parts(), listAgents(store), writerId);
  return withFences ? { path, fencesLeftOut: 0 } : withoutFences(path);
}

/** The text of a manuscript, joined from the texts of the nodes and the working buffer. */
function joinPath(
  { title, settings }: LoomTree,
  shown: readonly SpannedText[],
  authors: readonly Agent[],
  writerId: AgentId,
): ExportedPath {
  return {
    title,
    named: settings.titleFrom !== 'text',
    writerId,
    authors,
    text: shown.map(({ text }) => text).join(''),
    spans: normaliseSpans(shown.flatMap(({ spans }) => spans)),
    messages: null,
  };
}

/** A text to export, with how many prompt fences are not in it. */
export interface PathToExport {
  readonly path: ExportedPath;
  readonly fencesLeftOut: number;
}

/** The same text without its prompt fences. */
function withoutFences(whole: ExportedPath): PathToExport {
  const { text: path, leftOut } = leaveOutFences(whole);
  return { path, fencesLeftOut: leftOut };
}

/** The file extension of each format. */
export const PATH_ENDINGS: Readonly<Record<PathFormat, string>> = {
  markdown: 'md',
  typed: 'txt',
  plainText: 'txt',
  html: 'html',
};

/** The form of an exported path. */
export interface ExportStyle {
  readonly format: PathFormat;
  readonly names: NameStyle;
  /** Formats the Markdown of messages on a web page. */
  readonly formatMessages: boolean;
}

/** A path in a file format, in pieces. */
export function piecesOf(path: ExportedPath, style: ExportStyle): Iterable<string> {
  const { format, names, formatMessages } = style;
  if (format === 'html') return htmlPage(path, { authorship: true, formatMessages });
  const { messages } = path;
  if (messages !== null)
    return format === 'markdown'
      ? conversationMarkdown(path.text, messages, names)
      : conversationText(path.text, messages, names, format === 'typed');
  if (format === 'markdown') return manuscriptMarkdown(path.text);
  const text = normaliseText(path.text);
  return [format === 'typed' ? text : plainText(text)];
}

/** Characters that some system forbids in file names, and those that would hide the file or lead to another folder. */
const NO_NAME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/** UTF-16 code units: with an extension still below the limit of every system, in any script. */
const LONGEST_NAME = 60;

/** The suggested file name for a title. */
export function fileNameOf(title: string, ending: string): string {
  const name = title
    .replace(NO_NAME, ' ')
    .replace(/\s+/gu, ' ')
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .replace(/^[\s.\ufffd]+|[\s.\ufffd]+$/gu, '');
  // Windows reserves some names, with any extension.
  const isTaken = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(name);
  return `${name === '' || isTaken ? `Text ${name}`.trim() : name}.${ending}`;
}

/** A text without its prompt fences, and how many it had (`layers.md`, *Dimensions and roll-off*). */
function leaveOutFences<T extends SpannedText>(text: T): { readonly text: T; readonly leftOut: number } {
  const ranges = rangesNotRead(text.text);
  // From the end, so that none moves another.
  const splices = ranges.toReversed().map(({ from, to }) => ({ from, to, insert: '', spans: [] }));
  return { text: { ...text, ...applySplices(text, splices) }, leftOut: ranges.length };
}

/**
 * The messages of a conversation on the writer's path, as they are saved: without open edits and what is in the composer
 * (`dialogue.md`, *Export*).
 * @throws {AspenError} NOT_FOUND
 */
export function readConversation(reader: Reader, treeId: TreeId, writerId: AgentId): ExportedPath {
  const { title, settings } = getTree(reader, treeId);
  const authors = listAgents(reader);
  const names = new Map(authors.map(({ id, name }) => [id, name]));
  const nodes = loadPath(reader, treeId, writerId)
    .slice(1)
    .map(({ node }) => node);
  const origins = readOrigins(reader, nodes);
  const messages: ExportedMessage[] = [];
  const texts: string[] = [];
  const spans: Span[] = [];
  let from = 0;
  let before: { readonly speakerId: AgentId } | undefined;
  for (const node of nodes) {
    const text = textOf(node.content);
    const speakerId = speakerOf(node, origins);
    const last = messages.at(-1);
    // The parts of a continued reply are one message.
    if (last !== undefined && isPartOf({ speakerId, continues: continuesMessage(node, origins) }, before))
      messages[messages.length - 1] = { ...last, to: from + text.length };
    else messages.push({ speaker: names.get(speakerId) ?? '', from, to: from + text.length });
    before = { speakerId };
    texts.push(text);
    for (const span of node.spans) spans.push(span);
    from += text.length;
  }
  return {
    title,
    named: settings.titleFrom !== 'text',
    writerId,
    authors,
    text: texts.join(''),
    spans: normaliseSpans(spans),
    messages,
  };
}
