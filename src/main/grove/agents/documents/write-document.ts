/** The tool `write` (`agents.md`, *Commands*). What it writes is offered: the writer's path through the document stays. */
import { assert } from '../../../../core/assert.ts';
import type { LineRange, WriteInDocumentCommand } from '../../../../core/commands/command.ts';
import { lineFeedsAtEnd } from '../../../../core/commands/line-end.ts';
import { normaliseText } from '../../../../core/text/normalise.ts';
import { type TextRange, wholeSpans } from '../../../../core/text/span.ts';
import { ofResponse } from '../../../../core/tree/new-node.ts';
import { addContinuation } from '../../../../core/tree/operations.ts';
import { versionAt } from '../../../../core/tree/shown-version.ts';
import type { TreeNode } from '../../../../core/tree/tree-node.ts';
import type { DocumentNode, DocumentText } from '../../reading/document-text.ts';
import type { Act } from '../../writing/tree-transactions.ts';
import { changeTree } from '../change-tree.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { CommandView } from '../command-view.ts';
import { editInWords, type OfferedVersion, offerVersion, suggestVersions } from '../offer-version.ts';
import { responseOf } from '../write-text.ts';
import { type KnownDocument, named, type OpenDocument, type OpenDocuments } from './open-documents.ts';
import { requireSection, sizeOf } from './read-document.ts';

/** A command that writes in a document, with its present meaning there. */
export interface PlannedWrite {
  readonly document: KnownDocument;
  readonly now: OpenDocument;
  /** The range that it replaces; null if it follows all of the text. */
  readonly range: TextRange | null;
  /** The content, normalised. */
  readonly content: string;
  /** Line breaks that make the content paragraphs of its own. */
  readonly breaks: { readonly before: number; readonly after: number };
}

/** @throws {CommandRefusal} NOT_FOUND; INVALID_SYNTAX; CONFLICT if the writer edits there */
export function planWrite(
  { context }: CommandView,
  documents: OpenDocuments,
  { document: address, place, content: written }: WriteInDocumentCommand,
): PlannedWrite {
  const { document, section: inAddress } = documents.find(address);
  const now = documents.read(document);
  const { text } = now;
  const title = `doc:${named(document.title)}`;
  const content = normaliseText(written);
  const planned = { document, now, content };
  const endOf = (address: string) => {
    const section = requireSection(text, address, title);
    const at = section.from + text.slice(section.from, section.to).trimEnd().length;
    return { from: at, to: at };
  };
  if (place.how === 'append' && inAddress === null) {
    const before = text.trim() === '' ? 0 : Math.max(0, 2 - lineFeedsAtEnd(text));
    return { ...planned, range: null, breaks: { before, after: 0 } };
  }
  const range = ((): TextRange => {
    if (place.how === 'append') return endOf(inAddress ?? '');
    const { part } = place;
    if (part.kind === 'section' && place.how === 'insert') return endOf(part.section);
    if (part.kind === 'section') {
      const { from, to } = requireSection(text, part.section, title);
      return { from, to: from + text.slice(from, to).trimEnd().length };
    }
    const lines = rangeOfLines(text, part.lines, title);
    return place.how === 'replace' ? lines : { from: lines.from, to: lines.from };
  })();
  for (const { node } of touchedBy(now, range))
    if (context.writerWork(document.id).edited.includes(node.id))
      throw new CommandRefusal(
        'CONFLICT',
        `the human is editing [${node.localId}] of ${title}`,
        'try again later',
      );
  const isLine = place.how === 'insert' && place.part.kind === 'lines';
  const breaks =
    range.from < range.to || isLine
      ? { before: 0, after: isLine ? Math.max(0, 1 - lineFeedsAtEnd(content)) : 0 }
      : { before: 2, after: 0 };
  return { ...planned, range, breaks };
}

export function writeInDocument(
  view: CommandView,
  documents: OpenDocuments,
  command: WriteInDocumentCommand,
): string {
  const planned = planWrite(view, documents, command);
  const { document, range } = planned;
  const made = range === null ? append(view, documents, planned) : replace(view, documents, planned, range);
  const title = `doc:${named(document.title)}`;
  const size = sizeOf(documents.read(document).text);
  const what =
    command.place.how === 'replace' ? 'replaced in' : range === null ? 'appended to' : 'inserted in';
  return `✓ ${what} ${title} (now ${size})\n  ${made}, offered to the human as an alternative`;
}

function append(view: CommandView, documents: OpenDocuments, planned: PlannedWrite): string {
  const { document, now, content, breaks } = planned;
  const { actor, idsAndClock } = view.context;
  const text = '\n'.repeat(breaks.before) + content;
  const [made] = write(view, document, (after) => {
    const response = breaks.before === 0 ? responseOf(view) : responseOf(view, breaks.before, breaks);
    const source = versionAt(after.tree, now.path, now.path.head);
    const whole = { content: { type: 'text' as const, text }, spans: wholeSpans(actor.id, text.length) };
    after.add(addContinuation(after.tree, source.id, whole, actor, idsAndClock, response));
  });
  assert(made !== undefined, 'a continuation is a node');
  documents.onWritten(document.id, made, 'after');
  return `created [${made.localId}]`;
}

function replace(
  view: CommandView,
  documents: OpenDocuments,
  { document, now, content, breaks }: PlannedWrite,
  range: TextRange,
): string {
  const inserted = '\n'.repeat(breaks.before) + content + '\n'.repeat(breaks.after);
  const edits = touchedBy(now, range).map((part, index) => {
    const from = Math.max(0, range.from - part.from);
    const to = Math.min(part.text.length, range.to - part.from);
    const splice = { from, to, insert: index === 0 ? inserted : '' };
    return { from, edit: editInWords(view, document.id, part.node, splice) };
  });
  const offered: OfferedVersion[] = [];
  const made = write(view, document, (after) => {
    for (const [index, { from, edit }] of edits.entries()) {
      const response = index === 0 ? responseOf(view, from + breaks.before, breaks) : undefined;
      offered.push(offerVersion(view, after, now.path, edit, ofResponse(response)));
    }
  });
  for (const { node } of offered) documents.onWritten(document.id, node, 'version');
  suggestVersions(view, document.id, offered, content);
  const isOffered = new Set(offered.map(({ node }) => node.id));
  const ids = made.filter(({ id }) => isOffered.has(id)).map(({ localId }) => `[${localId}]`);
  if (ids.length === 0) return 'it has this text already';
  return `created ${ids.length === 1 ? 'version' : 'versions'} ${ids.join(' ')}`;
}

/** The nodes that have a part of a range; of one that is empty, the node that ends there or has it. */
export function touchedBy({ nodes }: DocumentText, { from, to }: TextRange): readonly DocumentNode[] {
  const touched = nodes.filter(
    ({ from: start, text }) => start < to && from < start + text.length && text !== '',
  );
  if (touched.length > 0) return touched;
  const at = nodes.find(
    ({ from: start, text }) => text !== '' && start <= from && from <= start + text.length,
  );
  return at === undefined ? [] : [at];
}

/** Whole lines, without the line break after the last. @throws {CommandRefusal} INVALID_SYNTAX */
function rangeOfLines(text: string, { first, last }: LineRange, title: string): TextRange {
  const lines = text.split('\n');
  if (text === '' || last > lines.length)
    throw new CommandRefusal(
      'INVALID_SYNTAX',
      `${title} has ${text === '' ? 'no' : lines.length} lines`,
      text === '' ? `→ write ${title} append "text"` : `use lines 1-${lines.length}`,
    );
  const from = lines.slice(0, first - 1).reduce((length, line) => length + line.length + 1, 0);
  return { from, to: from + lines.slice(first - 1, last).join('\n').length };
}

function write(view: CommandView, { id }: KnownDocument, act: Act): readonly TreeNode[] {
  const { change, write } = changeTree({ ...view.context, treeId: id }, 'commit', act);
  if (write !== null) view.writes.push(write);
  return change.nodes;
}
