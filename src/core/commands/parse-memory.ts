/** Parses the commands about an agent's memory (`agents.md`, *Operational memory*). */
import type { LocalId } from '../ids.ts';
import { MAX_REMARK_LENGTH } from '../text/limits.ts';
import type { Command, MemoryCommand, NodeRef, Verb } from './command.ts';
import { findAddress } from './parse-document.ts';
import type { Arguments } from './read-arguments.ts';
import { findLabel, linesOf, ParseRefusal, trimLabel } from './read-options.ts';
import { getTool } from './tools.ts';

/** `pin` is parsed like other commands with a node. */
export type MemoryVerb = 'stash' | 'recall' | 'drop' | 'memory';

/** The written form of a command about memory. */
export interface WrittenMemory {
  readonly args: Arguments;
  /** The first quote of a `stash`; null for none. */
  readonly label: string | null;
  readonly content: string | null;
}

/** @throws {ParseRefusal} */
export function makeMemoryCommand(verb: MemoryVerb, { args, label, content }: WrittenMemory): Command {
  switch (verb) {
    case 'stash':
      return makeStash(args, label, content);
    case 'recall':
      return { verb, label: labelOf(verb, findLabel(args, 'label')), lines: linesOf(args) };
    case 'drop':
      return makeDrop(args);
    case 'memory':
      return { verb, what: (args.options.get('what') ?? 'state') as MemoryCommand['what'] };
  }
}

function makeStash(args: Arguments, written: string | null, content: string | null): Command {
  const verb = 'stash';
  const label = labelOf(verb, trimLabel(written ?? ''));
  const { node, options } = args;
  const of = options.get('content-of');
  const range = options.get('summary-of');
  const sources = [content, of, range].filter((source) => source != null);
  if (sources.length !== 1)
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      sources.length === 0 ? 'stash needs a label and a text' : 'stash takes one text, and there are two',
      usageOf(verb),
    );
  if (range !== undefined) return { verb, label, what: 'summary', ...endsOf(range, node) };
  if (node !== null)
    throw new ParseRefusal('INVALID_SYNTAX', 'stash does not say what of the node', usageOf(verb));
  if (of !== undefined) return { verb, label, what: 'node', node: nodeIn(of) };
  return { verb, label, what: 'text', content: textOf(content ?? '') };
}

function textOf(content: string): string {
  if (content.trim() === '')
    throw new ParseRefusal('INVALID_SYNTAX', 'stash needs a label and a text', usageOf('stash'));
  if (content.length > MAX_REMARK_LENGTH)
    throw new ParseRefusal(
      'LIMIT_EXCEEDED',
      `max length of this text is ${MAX_REMARK_LENGTH} characters`,
      'write less at once',
    );
  return content;
}

/** `r001-a7x2`; of `[r001]-[a7x2]`, the second has been read as a node of its own. */
function endsOf(range: string, second: NodeRef | null): { readonly first: NodeRef; readonly last: NodeRef } {
  const [first = '', last, ...more] = range.split(/[-–]/);
  if (more.length > 0 || (last === undefined) === (second === null))
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      'a summary is of the path from one node to another',
      '→ stash "label" summary-of:[a7x2bc]-[b3k9qq]',
    );
  return { first: nodeIn(first), last: second ?? nodeIn(last ?? '') };
}

const KEYWORDS = ['here', 'root', 'head', 'parent'] as const;
const ID = /^\[?([0-9a-z]{1,26})\]?$/;

/** The node that an option names. */
function nodeIn(written: string): NodeRef {
  const lower = written.trim().toLowerCase();
  const keyword = KEYWORDS.find((known) => known === lower);
  if (keyword !== undefined) return { kind: keyword };
  const id = ID.exec(lower)?.[1];
  if (id === undefined)
    throw new ParseRefusal('INVALID_SYNTAX', 'stash needs a node there', 'name it as [a7x2bc] or here');
  return { kind: 'id', localId: id as LocalId };
}

function makeDrop(args: Arguments): Command {
  const verb = 'drop';
  const label = findLabel(args, 'stash');
  const address = findAddress(verb, args);
  if (address !== null && label === null) return { verb, ...address };
  if (address !== null)
    throw new ParseRefusal('INVALID_SYNTAX', 'drop takes one pin or one stash', usageOf(verb));
  if (args.node !== null && label === null) return { verb, what: 'pin', node: args.node };
  if (args.node === null && label !== null) return { verb, what: 'stash', label };
  throw new ParseRefusal('INVALID_SYNTAX', 'drop takes one pin or one stash', usageOf(verb));
}

function labelOf(verb: Verb, label: string | null): string {
  if (label === null) throw new ParseRefusal('INVALID_SYNTAX', `${verb} needs a label`, usageOf(verb));
  return label;
}

function usageOf(verb: Verb): string {
  return `→ ${getTool(verb).usage}`;
}
