/** The tools that show documents (`read`, `list documents`), and edits of them from wherever a command is given (`agents.md`, *Commands*). */
import {
  type Command,
  editedDocumentOf,
  type LineRange,
  type ReadCommand,
} from '../../../../core/commands/command.ts';
import { inOneLine, quoteText } from '../../../../core/commands/quote-text.ts';
import { documentSections, findSection } from '../../../../core/documents/document-sections.ts';
import { countWords } from '../../../../core/text/count-words.ts';
import type { TextRange } from '../../../../core/text/span.ts';
import { versionAt } from '../../../../core/tree/shown-version.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import { findSentSummary } from '../../reading/sent-summary.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { type CommandView, mayReadDocuments } from '../command-view.ts';
import { counted, DOT } from '../describe-node.ts';
import { showResult } from '../result-text.ts';
import { type KnownDocument, named, type OpenDocuments } from './open-documents.ts';

/** Words that stand for a document without a summary. */
const WORDS_OF_SUMMARY = 30;
const MAX_LISTED = 100;
/** The most sections that a line names. */
const MAX_SECTIONS = 20;
const MAX_TITLE = 60;

export function readDocument(
  view: CommandView,
  documents: OpenDocuments,
  { document: address, part }: ReadCommand,
): string {
  const { document, section: inAddress } = documents.find(address);
  const { text, nodes } = documents.read(document);
  view.gate.readAhead(nodes.map(({ node }) => node));
  for (const { node } of nodes) view.gate.lets(node);
  const title = `doc:${named(document.title)}`;
  const about = `${title} [${document.rootLocalId}]`;
  if (part.kind === 'summary')
    return `${about}${DOT}summary\n${summaryOf(summaryOrWanted(view, document), text)}`;
  const wanted = part.kind === 'section' ? part.section : inAddress;
  const section = wanted === null || part.kind === 'lines' ? null : requireSection(text, wanted, title);
  const lines = part.kind === 'lines' ? part.lines : section === null ? null : linesIn(text, section);
  const shown = showResult(view, quoteText(text), {
    lines,
    full: false,
    target: title,
    command: `read ${title}`,
    hasFull: false,
    summary: () => summaryOrWanted(view, document),
  });
  const what = [
    about,
    ...(section === null ? sectionsOf(text) : [`section "${inOneLine(section.title, MAX_TITLE)}"`]),
    ...(lines === null ? [] : [`lines ${lines.first}-${lines.last}`]),
    sizeOf(text),
  ];
  return text.trim() === '' ? `${about}${DOT}is empty` : `${what.join(DOT)}\n${shown.trimEnd()}`;
}

export function listAllDocuments(documents: OpenDocuments): string {
  const all = documents.list();
  if (all.length === 0) return 'there are no documents';
  const lines = all
    .slice(0, MAX_LISTED)
    .map(
      (document) =>
        `  doc:${named(document.title)} [${document.rootLocalId}]${DOT}${sizeOf(documents.read(document).text)}${document.isLore ? `${DOT}lore` : ''}`,
    );
  return all.length > lines.length
    ? [...lines, `… ${all.length - lines.length} more`].join('\n')
    : lines.join('\n');
}

/** `1,312 words`. */
export function sizeOf(text: string): string {
  return counted(countWords(text), 'word') || 'no words';
}

/** @param tells whether an error lists the sections @throws {CommandRefusal} NOT_FOUND */
export function requireSection(
  text: string,
  address: string,
  title: string,
  tells = true,
): TextRange & { readonly title: string } {
  const sections = documentSections(text);
  const found = findSection(sections, address);
  if (found !== null) return found;
  const titles = sections.slice(0, MAX_SECTIONS).map((section) => `"${inOneLine(section.title, MAX_TITLE)}"`);
  const hint = titles.length === 0 ? 'it has no headings' : `its sections are ${titles.join(', ')}`;
  throw new CommandRefusal(
    'NOT_FOUND',
    `${title} has no section "${inOneLine(address, MAX_TITLE)}"`,
    tells ? hint : null,
  );
}

/** The lines of a range that begins with a line, without blank ones at its end. */
function linesIn(text: string, { from, to }: TextRange): LineRange {
  const first = text.slice(0, from).split('\n').length;
  return { first, last: first + text.slice(from, to).trimEnd().split('\n').length - 1 };
}

function sectionsOf(text: string): readonly string[] {
  const titles = documentSections(text).map(({ title }) => inOneLine(title, MAX_TITLE));
  if (titles.length === 0) return [];
  const more = titles.length > MAX_SECTIONS ? ', …' : '';
  return [`sections: ${titles.slice(0, MAX_SECTIONS).join(', ')}${more}`];
}

/** Its summary; null if there is none. One that is missing, or of an earlier text, is made for the next time. */
function summaryOrWanted({ reader, context, gate }: CommandView, { id, summary }: KnownDocument) {
  context.wantSummary?.(id, null);
  if (!gate.isForModel) return summary;
  const { writerId } = context;
  return findSentSummary(reader, { treeId: id, node: null, writerId, isBelowExcluded: () => false });
}

function summaryOf(summary: string | null, text: string): string {
  if (summary !== null) return quoteText(summary);
  const words = text.trim().split(/\s+/);
  const isWhole = words.length <= WORDS_OF_SUMMARY;
  return quoteText(words.slice(0, WORDS_OF_SUMMARY).join(' ')) + (isWhole ? '' : ' …');
}

/** A command about a text, with the tree that has it. */
interface CommandOnText<C extends Command> {
  readonly view: CommandView;
  /** A section in the document's address is the one that a snapshot without another is of. */
  readonly command: C;
  /** Null for the tree that commands act on. */
  readonly document: KnownDocument | null;
}

/**
 * The view on which a command about a text acts: its own tree or the document that it names. There the writer's path
 * counts, and no agent has been shown the writer's uncommitted text.
 * @throws {CommandRefusal} as `OpenDocuments.find`
 */
export function onText<C extends Command>(
  view: CommandView,
  documents: OpenDocuments,
  command: C,
): CommandOnText<C> {
  const address = editedDocumentOf(command);
  if (address === null) return { view, command, document: null };
  const { document, section } = documents.find(address, mayReadDocuments(view));
  const named =
    command.verb === 'snapshot' && command.section === null && section !== null
      ? { ...command, scope: 'chapter' as const, section }
      : command;
  const { store, writerId, actor, edits = null } = view.context;
  const { tree, path } = sqlViews(store, document.id, writerId);
  const isWriter = actor.type === 'human';
  const context = {
    ...view.context,
    treeId: document.id,
    edits: edits && { ...edits, sharesDraft: edits.sharesDraft && isWriter },
  };
  const place = { nodeId: versionAt(tree, path, path.head).id };
  return { view: view.elsewhere(context, place), command: named, document };
}
