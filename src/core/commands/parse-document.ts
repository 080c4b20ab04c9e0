/** Parses the commands about documents (`agents.md`, *Commands*; `documents.md`). */
import type { LocalId } from '../ids.ts';
import { MAX_REMARK_LENGTH } from '../text/limits.ts';
import type {
  DocumentAddress,
  DocumentPart,
  LinkCommand,
  NodeRef,
  ReadCommand,
  WriteInDocumentCommand,
} from './command.ts';
import type { Arguments } from './read-arguments.ts';
import { areLines, linesOf, nodeOf, ParseRefusal, readLines } from './read-options.ts';

/** `§motivation`, `§"Her motivation"`: an option without its name. */
const SECTION_SIGN = /(^|[\s,])§\s*(?=\S)/g;

/** `to [b3k9qq]`, `to doc:"Marie"`. */
const TO_DOCUMENT = /(^|[\s,])to\s+(?=(?:the\s+)?doc(?:ument)?[:=])/gi;
const TO_NODE = /(^|[\s,])to\s+(?=(?:the\s+)?(?:node\s+)?\[)/gi;

/** A line with a section sign as the option that it stands for. */
export function withSectionAsOption(line: string): string {
  return line.replaceAll(SECTION_SIGN, '$1section:');
}

/** The line of a link, with `to` as the option that it stands for. */
export function withTargetAsOption(line: string): string {
  return line
    .replaceAll(TO_DOCUMENT, '$1')
    .replaceAll(TO_NODE, '$1to:')
    .replace(/to:(?:the\s+)?(?:node\s+)?\[/gi, 'to:[');
}

/** @throws {ParseRefusal} */
export function makeRead(args: Arguments): ReadCommand {
  const { usage, options } = args;
  const lines = linesOf(args);
  const section = options.get('section') ?? null;
  const isSummary = options.has('summary');
  if ([lines !== null, section !== null, isSummary].filter(Boolean).length > 1)
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      'a document is shown by lines, by section or as a summary',
      usage,
    );
  const document = documentOf(args);
  if (lines !== null) return { verb: 'read', document, part: { kind: 'lines', lines } };
  if (section !== null) return { verb: 'read', document, part: sectionOf(args, section) };
  return { verb: 'read', document, part: { kind: isSummary ? 'summary' : 'all' } };
}

/** @param content not blank @throws {ParseRefusal} */
export function makeWrite(args: Arguments, content: string): WriteInDocumentCommand {
  const { usage, options } = args;
  const [at, replace] = [options.get('at'), options.get('replace')];
  if ([at !== undefined, replace !== undefined, options.has('append')].filter(Boolean).length > 1)
    throw new ParseRefusal('INVALID_SYNTAX', 'write names two places', usage);
  const document = documentOf(args);
  const written = at ?? replace;
  if (written === undefined) return { verb: 'write', document, place: { how: 'append' }, content };
  const how = at === undefined ? 'replace' : 'insert';
  return { verb: 'write', document, place: { how, part: partOf(args, written) }, content };
}

/** A command about a snapshot, with the document that its text is. @throws {ParseRefusal} */
export function ofDocument<C extends object>(
  command: C,
  args: Arguments,
): C & { readonly document?: string } {
  return args.options.has('doc') ? { ...command, document: documentOf(args) } : command;
}

const KEYWORDS = ['here', 'root', 'head', 'parent'] as const;
const ID = /^\[?\s*([0-9a-z]{1,26})\s*\]?$/i;

/** @throws {ParseRefusal} */
export function makeLink(args: Arguments): LinkCommand {
  const { usage, options } = args;
  const node = nodeOf(args);
  const [to, document] = [options.get('to')?.trim(), options.get('doc')?.trim()];
  if ((to === undefined) === (document === undefined))
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      to === undefined ? 'link needs what to link to' : 'a link has one target',
      usage,
    );
  const written = options.get('note')?.trim() ?? '';
  if (written.length > MAX_REMARK_LENGTH)
    throw new ParseRefusal('LIMIT_EXCEEDED', 'the note is too long', 'use fewer words');
  const note = written === '' ? null : written;
  if (document !== undefined) {
    if (document === '') throw new ParseRefusal('INVALID_SYNTAX', 'doc is blank', usage);
    return { verb: 'link', node, target: { kind: 'document', document }, note };
  }
  return { verb: 'link', node, target: { kind: 'node', node: refOf(args, to ?? '') }, note };
}

function refOf({ usage }: Arguments, written: string): NodeRef {
  const keyword = KEYWORDS.find((known) => known === written.toLowerCase());
  if (keyword !== undefined) return { kind: keyword };
  const localId = ID.exec(written)?.[1]?.toLowerCase();
  if (localId === undefined)
    throw new ParseRefusal('INVALID_SYNTAX', 'link needs a node or a document after to', usage);
  return { kind: 'id', localId: localId as LocalId };
}

function partOf(args: Arguments, written: string): DocumentPart {
  return areLines(written) ? { kind: 'lines', lines: readLines(written) } : sectionOf(args, written);
}

/** The document of a command that may also name a node; null if it names none. @throws {ParseRefusal} */
export function findAddress(args: Arguments): DocumentAddress | null {
  const { verb, usage, node, options } = args;
  const section = options.get('section');
  if (!options.has('doc') && section === undefined) return null;
  if (node !== null) throw new ParseRefusal('INVALID_SYNTAX', `${verb} takes a node or a document`, usage);
  return {
    what: 'document',
    document: documentOf(args),
    section: section === undefined ? null : sectionOf(args, section).section,
  };
}

function sectionOf({ usage }: Arguments, written: string): DocumentPart & { readonly kind: 'section' } {
  const section = written.trim().replace(/^[#§]+\s*/, '');
  if (section === '') throw new ParseRefusal('INVALID_SYNTAX', 'section is blank', usage);
  return { kind: 'section', section };
}

function documentOf({ verb, usage, options }: Arguments): string {
  const document = options.get('doc')?.trim() ?? '';
  if (document === '')
    throw new ParseRefusal('INVALID_SYNTAX', `${verb} needs a document`, `name it by its title: ${usage}`);
  return document;
}
