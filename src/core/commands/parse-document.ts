/** Parses the commands about documents (`agents.md`, *Commands*; `documents.md`). */
import type { LocalId } from '../ids.ts';
import { MAX_REMARK_LENGTH } from '../text/limits.ts';
import {
  type Command,
  type DocumentAddress,
  type DocumentPart,
  isAboutSnapshot,
  type LinkCommand,
  type NodeRef,
  type ReadCommand,
  type Verb,
  type WriteInDocumentCommand,
} from './command.ts';
import type { Arguments } from './read-arguments.ts';
import { areLines, linesOf, ParseRefusal, readLines } from './read-options.ts';
import { getTool } from './tools.ts';

/** `§motivation`, `§"Her motivation"`: an option without its name. */
const SECTION_SIGN = /(^|[\s,])§\s*(?=\S)/g;

/** `to [b3k9qq]`, `to doc:"Marie"`. */
const TO_DOCUMENT = /(^|[\s,])to\s+(?=(?:the\s+)?doc(?:ument)?[:=])/gi;
const TO_NODE = /(^|[\s,])to\s+(?=(?:the\s+)?(?:node\s+)?\[)/gi;

/** The line of a command, with a section sign or `to` as the option that it stands for. */
export function withTargetsAsOptions(verb: Verb, line: string): string {
  if (['read', 'pin', 'drop', 'snapshot'].includes(verb)) return line.replaceAll(SECTION_SIGN, '$1section:');
  if (verb !== 'link') return line;
  return line
    .replaceAll(TO_DOCUMENT, '$1')
    .replaceAll(TO_NODE, '$1to:')
    .replace(/to:(?:the\s+)?(?:node\s+)?\[/gi, 'to:[');
}

/** @throws {ParseRefusal} */
export function makeRead(args: Arguments): ReadCommand {
  const { options } = args;
  const lines = linesOf(args);
  const section = options.get('section') ?? null;
  const isSummary = options.has('summary');
  if ([lines !== null, section !== null, isSummary].filter(Boolean).length > 1)
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      'a document is shown by lines, by section or as a summary',
      usageOf('read'),
    );
  const document = documentOf('read', args);
  if (lines !== null) return { verb: 'read', document, part: { kind: 'lines', lines } };
  if (section !== null) return { verb: 'read', document, part: sectionOf('read', section) };
  return { verb: 'read', document, part: { kind: isSummary ? 'summary' : 'all' } };
}

/** @param content not blank @throws {ParseRefusal} */
export function makeWrite(args: Arguments, content: string): WriteInDocumentCommand {
  const { options } = args;
  const [at, replace] = [options.get('at'), options.get('replace')];
  if ([at !== undefined, replace !== undefined, options.has('append')].filter(Boolean).length > 1)
    throw new ParseRefusal('INVALID_SYNTAX', 'write names two places', usageOf('write'));
  const document = documentOf('write', args);
  const written = at ?? replace;
  if (written === undefined) return { verb: 'write', document, place: { how: 'append' }, content };
  const how = at === undefined ? 'replace' : 'insert';
  return { verb: 'write', document, place: { how, part: partOf(written) }, content };
}

/** A command about a snapshot, with the document that its text is. @throws {ParseRefusal} */
export function ofDocument(command: Command, args: Arguments): Command {
  const { verb } = command;
  const isOfText = isAboutSnapshot(command) || verb === 'snapshot' || verb === 'diff';
  if (isOfText && args.options.has('doc')) return { ...command, document: documentOf(verb, args) };
  if (verb === 'annotate' && args.options.has('doc'))
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      'a note in a document is on words of a snapshot of it',
      '→ annotate doc:"title" quote:"words" "text"',
    );
  return command;
}

const KEYWORDS = ['here', 'root', 'head', 'parent'] as const;
const ID = /^\[?\s*([0-9a-z]{1,26})\s*\]?$/i;

/** @throws {ParseRefusal} */
export function makeLink(node: NodeRef, { options }: Arguments): LinkCommand {
  const [to, document] = [options.get('to')?.trim(), options.get('doc')?.trim()];
  if ((to === undefined) === (document === undefined))
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      to === undefined ? 'link needs what to link to' : 'a link has one target',
      usageOf('link'),
    );
  const written = options.get('note')?.trim() ?? '';
  if (written.length > MAX_REMARK_LENGTH)
    throw new ParseRefusal('LIMIT_EXCEEDED', 'the note is too long', 'use fewer words');
  const note = written === '' ? null : written;
  if (document !== undefined) {
    if (document === '') throw new ParseRefusal('INVALID_SYNTAX', 'doc is blank', usageOf('link'));
    return { verb: 'link', node, target: { kind: 'document', document }, note };
  }
  return { verb: 'link', node, target: { kind: 'node', node: refOf(to ?? '') }, note };
}

function refOf(written: string): NodeRef {
  const keyword = KEYWORDS.find((known) => known === written.toLowerCase());
  if (keyword !== undefined) return { kind: keyword };
  const localId = ID.exec(written)?.[1]?.toLowerCase();
  if (localId === undefined)
    throw new ParseRefusal('INVALID_SYNTAX', 'link needs a node or a document after to', usageOf('link'));
  return { kind: 'id', localId: localId as LocalId };
}

function partOf(written: string): DocumentPart {
  return areLines(written) ? { kind: 'lines', lines: readLines(written) } : sectionOf('write', written);
}

/** The document of a command that may also name a node; null if it names none. @throws {ParseRefusal} */
export function findAddress(verb: Verb, args: Arguments): DocumentAddress | null {
  const { node, options } = args;
  const section = options.get('section');
  if (!options.has('doc') && section === undefined) return null;
  if (node !== null)
    throw new ParseRefusal('INVALID_SYNTAX', `${verb} takes a node or a document`, usageOf(verb));
  return {
    what: 'document',
    document: documentOf(verb, args),
    section: section === undefined ? null : sectionOf(verb, section).section,
  };
}

function sectionOf(verb: Verb, written: string): DocumentPart & { readonly kind: 'section' } {
  const section = written.trim().replace(/^[#§]+\s*/, '');
  if (section === '') throw new ParseRefusal('INVALID_SYNTAX', 'section is blank', usageOf(verb));
  return { kind: 'section', section };
}

function documentOf(verb: Verb, { options }: Arguments): string {
  const document = options.get('doc')?.trim() ?? '';
  if (document === '')
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      `${verb} needs a document`,
      `name it by its title: → ${getTool(verb).usage}`,
    );
  return document;
}

function usageOf(verb: Verb): string {
  return `→ ${getTool(verb).usage}`;
}
