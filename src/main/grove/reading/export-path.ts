import { bindBook, titlePage, withSceneMarks } from '../../../core/book/bind-book.ts';
import { type BookMarks, followMarks } from '../../../core/book/book-marks.ts';
import { type BookSettings, type HeadingStyle, isPlainBook } from '../../../core/book/book-settings.ts';
import { chapterLabel, chaptersAlone, readChapters } from '../../../core/book/read-book.ts';
import { applySplices } from '../../../core/buffer/apply-splices.ts';
import { isPartOf } from '../../../core/context/conversation-context.ts';
import { continuesMessage, speakerOf } from '../../../core/context/message-origin.ts';
import { AspenError } from '../../../core/errors.ts';
import { annotated } from '../../../core/exchange/annotations.ts';
import {
  conversationMarkdown,
  conversationText,
  type NameStyle,
} from '../../../core/exchange/conversation-text.ts';
import { type BookPreset, docxFiles } from '../../../core/exchange/docx.ts';
import { epubFiles } from '../../../core/exchange/epub.ts';
import type { BoundBook, ExportedMessage, ExportedPath } from '../../../core/exchange/exported-path.ts';
import { htmlPage } from '../../../core/exchange/html.ts';
import { manuscriptMarkdown } from '../../../core/exchange/manuscript-markdown.ts';
import { plainText } from '../../../core/exchange/plain-text.ts';
import { rangesNotRead } from '../../../core/fences/levels.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { PlacedSuggestion } from '../../../core/proposals/places.ts';
import { normaliseSpannedText, normaliseText } from '../../../core/text/normalise.ts';
import { normaliseSpans, type Span, type SpannedText, sliceSpans } from '../../../core/text/span.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { PathFormat, StoryPart } from '../../../ipc/wire/exchange.ts';
import { chapterGone, NO_BOOK, SELECTION_CHANGED } from '../../../ui-text/exchange.ts';
import type { FilePiece } from '../../exchange/write-file-atomically.ts';
import { zipArchive } from '../../exchange/zip-archive.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { getNode } from '../../store/tables/nodes.ts';
import { findTree, getTree } from '../../store/tables/trees.ts';
import { readOrigins } from '../../store/tree/message-origins.ts';
import { loadPath } from '../../store/tree/path-loading.ts';
import { leaveOutTagged } from './leave-out-tagged.ts';
import { type ExportedPart, readMarks, type WantedMarks } from './read-marks.ts';

/** A tree as the window shows it, for exports. */
export interface ShownTree {
  readonly store: Reader;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  /** The texts of a manuscript on the screen with their authors: the nodes, and what is typed and at no position yet. */
  partsOf(treeId: TreeId): readonly ExportedPart[];
  /** The open suggestions for its text. */
  suggestions(): readonly PlacedSuggestion[];
}

const NO_MARKS: WantedMarks = { notes: false, suggestions: false };

interface ExportedPartOptions {
  /** A part of the text, without what stands before and after it, and without numbers of headings. */
  readonly selection?: Selection | null;
  readonly wanted?: WantedMarks;
}

/**
 * The text on the screen, including uncommitted text; of a conversation, its messages (`readConversation`).
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the selected text is no longer there
 */
export function readPathToExport(
  shown: ShownTree,
  withFences: boolean,
  { selection = null, wanted = NO_MARKS }: ExportedPartOptions = {},
): PathToExport {
  const { store, treeId, writerId } = shown;
  const tree = getTree(store, treeId);
  if (tree.mode === 'dialogue') return { path: readConversation(store, treeId, writerId), fencesLeftOut: 0 };
  const book = selection === null ? tree.settings.book : selectedBook(tree.settings.book);
  const partsOf = (id: TreeId) =>
    selection !== null && id === treeId ? selectedParts(shown.partsOf(id), selection) : shown.partsOf(id);
  const leftIn = (id: TreeId) => leaveOutTagged(store, id, partsOf(id), book?.leftOut ?? []);
  const joined = (id: TreeId) => joinParts(leftIn(id));
  const head = shown.partsOf(treeId).findLast(({ nodeId }) => nodeId !== null)?.nodeId;
  const time = new Date(head == null ? tree.createdAt : getNode(store, head).createdAt);
  const facts = { id: treeId, modified: `${time.toISOString().slice(0, 19)}Z` };
  const parts = leftIn(treeId);
  const isPart = selection === null ? {} : { isPart: true };
  const marks =
    wanted.notes || wanted.suggestions ? { marks: readMarksOf(shown, parts, { selection, wanted }) } : {};
  const story = {
    ...pathOf(tree, listAgents(store), writerId),
    facts,
    ...marks,
    ...isPart,
    ...joinParts(parts),
  };
  const { text: path, leftOut: fencesLeftOut } = withFences
    ? { text: story, leftOut: 0 }
    : leaveOutFences(story);
  if (book === undefined || isPlainBook(book)) return { path, fencesLeftOut };
  // Prompts have no place in the documents of a book, nor has a document that is gone.
  const isThere = (id: TreeId) => id !== treeId && findTree(store, id)?.archivedAt === null;
  const matterOf = (ids: readonly TreeId[] = []) =>
    ids.filter(isThere).map((id) => leaveOutFences(joined(id)).text);
  const matter = { front: matterOf(book.front), back: matterOf(book.back) };
  return { path: bindBook(path, book, matter), fencesLeftOut };
}

/**
 * The same, of a part of a story.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the part is no longer there
 */
export function readStoryPart(
  shown: ShownTree,
  withFences: boolean,
  part?: StoryPart,
  wanted: WantedMarks = NO_MARKS,
): PathToExport {
  if (part?.kind === 'selection') return readPathToExport(shown, withFences, { selection: part, wanted });
  const whole = readPathToExport(shown, withFences, { wanted });
  if (part === undefined) return whole;
  const labels = readChapters(whole.path).map((chapter) => chapterLabel(chapter, whole.path));
  const indexes = part.chapters.map(({ index, label }) => {
    const found = labels[index] === label ? index : labels.indexOf(label);
    if (found < 0) throw new AspenError('INVALID_ARGUMENT', chapterGone(label));
    return found;
  });
  return { ...whole, path: chaptersAlone(whole.path, new Set(indexes)) };
}

/** The marks of a text of which only some parts go out. */
function readMarksOf(
  shown: ShownTree,
  goingOut: readonly ExportedPart[],
  { selection, wanted }: Required<ExportedPartOptions>,
): BookMarks {
  const { store, treeId } = shown;
  const parts = shown.partsOf(treeId);
  const out = new Set(goingOut.map(({ nodeId }) => nodeId));
  let reached = 0;
  const leftOut = parts.flatMap(({ nodeId, whole }) => {
    const from = reached;
    reached += whole.text.length;
    const kept = {
      from: Math.max(from, Math.min(reached, selection?.from ?? from)),
      to: Math.max(from, Math.min(reached, selection?.to ?? reached)),
    };
    const removed = out.has(nodeId)
      ? [
          { from, to: kept.from, insert: '' },
          { from: kept.to, to: reached, insert: '' },
        ]
      : [{ from, to: reached, insert: '' }];
    return removed.filter((one) => one.from < one.to);
  });
  return followMarks(readMarks({ store, treeId, parts, placed: shown.suggestions() }, wanted), leftOut);
}

/** The text of a manuscript, joined from its parts. */
function joinParts(parts: readonly ExportedPart[]): SpannedText {
  return {
    text: parts.map(({ whole }) => whole.text).join(''),
    spans: normaliseSpans(parts.flatMap(({ whole }) => whole.spans)),
  };
}

/** A part of the text on the screen. */
type Selection = Extract<StoryPart, { readonly kind: 'selection' }>;

/** @throws {AspenError} INVALID_ARGUMENT if the text begins otherwise there */
function selectedParts(
  parts: readonly ExportedPart[],
  { from, to, beginning }: Selection,
): readonly ExportedPart[] {
  const { text } = joinParts(parts);
  if (!text.slice(from, to).startsWith(beginning))
    throw new AspenError('INVALID_ARGUMENT', SELECTION_CHANGED);
  let start = 0;
  return parts.map((part) => {
    const { length } = part.whole.text;
    const [own, end] = [Math.max(0, from - start), Math.min(length, to - start)];
    start += length;
    const isOutside = own >= end;
    const spans = isOutside ? [] : sliceSpans(part.whole.spans, own, end);
    return { ...part, whole: { text: isOutside ? '' : part.whole.text.slice(own, end), spans } };
  });
}

/** The book of a part, which cannot know its numbers. */
function selectedBook(book: BookSettings | undefined): BookSettings | undefined {
  const headings = book?.headings?.map((style): HeadingStyle => ({ ...style, numbers: 'none' }));
  return book === undefined ? undefined : { ...book, front: [], back: [], ...(headings && { headings }) };
}

/** A path without its text. */
function pathOf({ title, settings }: LoomTree, authors: readonly Agent[], writerId: AgentId) {
  return { title, named: settings.titleFrom !== 'text', writerId, authors, messages: null };
}

/** A text to export, with how many prompt fences are not in it. */
export interface PathToExport {
  readonly path: ExportedPath;
  readonly fencesLeftOut: number;
}

/** The file extension of each format. */
export const PATH_ENDINGS: Readonly<Record<PathFormat, string>> = {
  markdown: 'md',
  annotated: 'md',
  typed: 'txt',
  plainText: 'txt',
  html: 'html',
  epub: 'epub',
  docx: 'docx',
};

/** The form of an exported path. */
export interface ExportStyle {
  readonly format: PathFormat;
  readonly names: NameStyle;
  /** Formats the Markdown of messages on a web page. */
  readonly formatMessages: boolean;
  /** The look of a Word document; by default `manuscript`. */
  readonly preset?: BookPreset | undefined;
}

/** A path in a file format, in pieces. @throws {AspenError} INVALID_ARGUMENT for a conversation as a book */
export function piecesOf(path: ExportedPath, style: ExportStyle): Iterable<FilePiece> {
  const { format, names, formatMessages } = style;
  if (format === 'epub' || format === 'docx') {
    if (path.facts === undefined) throw new AspenError('INVALID_ARGUMENT', NO_BOOK);
    const { facts } = path;
    return zipArchive(
      format === 'epub' ? epubFiles(path, facts) : docxFiles(path, facts, style.preset ?? 'manuscript'),
    );
  }
  if (format === 'annotated') {
    if (path.facts === undefined) throw new AspenError('INVALID_ARGUMENT', NO_BOOK);
    const { text, spans } = normaliseSpannedText(path);
    return [annotated(text, spans, path.authors)];
  }
  if (format === 'html')
    return htmlPage(path, { authorship: path.book?.settings.showsAuthors ?? true, formatMessages });
  const { messages, book } = path;
  if (messages !== null)
    return format === 'markdown'
      ? conversationMarkdown(path.text, messages, names)
      : conversationText(path.text, messages, names, format === 'typed');
  if (format === 'markdown')
    return book === undefined ? manuscriptMarkdown(path.text) : [bookMarkdown(path.text, book)];
  const text = normaliseText(book === undefined ? path.text : bookText(path.text, book));
  return [format === 'typed' ? text : plainText(text)];
}

/** Each part by itself, since how the paragraphs of one are separated says nothing of another. */
function bookMarkdown(text: string, { settings, pages }: BoundBook): string {
  const parts = [0, ...pages].map((from, index) => text.slice(from, pages[index]));
  return [titlePage(settings), ...parts]
    .map((part) => [...manuscriptMarkdown(part.trim(), settings.sceneMark ?? '')].join(''))
    .filter((part) => part !== '')
    .join('\n\n');
}

function bookText(text: string, { settings }: BoundBook): string {
  return `${titlePage(settings)}${withSceneMarks(text, settings.sceneMark)}`;
}

/** A text without its prompt fences, and how many it had (`layers.md`, *Dimensions and roll-off*). */
function leaveOutFences<T extends SpannedText & Pick<ExportedPath, 'marks'>>(
  text: T,
): { readonly text: T; readonly leftOut: number } {
  const ranges = rangesNotRead(text.text);
  const splices = ranges.map(({ from, to }) => ({ from, to, insert: '', spans: [] }));
  const marks = text.marks && { marks: followMarks(text.marks, splices) };
  return {
    text: { ...text, ...marks, ...applySplices(text, splices.toReversed()) },
    leftOut: ranges.length,
  };
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
