/** Parses the commands about an agent's memory (`agents.md`, *Operational memory*). */
import type { LocalId } from '../ids.ts';
import type { DropCommand, NodeRef, StashCommand } from './command.ts';
import { findAddress } from './parse-document.ts';
import type { Arguments } from './read-arguments.ts';
import { contentOf, findLabel, ParseRefusal, type Texts, trimLabel } from './read-options.ts';

/** @throws {ParseRefusal} */
export function makeStash(args: Arguments, texts: Texts): StashCommand {
  const verb = 'stash';
  const label = labelOf(args, trimLabel(texts.label ?? ''));
  const { usage, node, options } = args;
  const content = texts.quoted ?? texts.block;
  const of = options.get('content-of');
  const range = options.get('summary-of');
  const sources = [content, of, range].filter((source) => source != null);
  if (sources.length !== 1)
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      sources.length === 0 ? 'stash needs a label and a text' : 'stash takes one text, and there are two',
      usage,
    );
  if (range !== undefined) return { verb, label, what: 'summary', ...endsOf(range, node) };
  if (node !== null) throw new ParseRefusal('INVALID_SYNTAX', 'stash does not say what of the node', usage);
  if (of !== undefined) return { verb, label, what: 'node', node: nodeIn(of) };
  if (content?.trim() === '')
    throw new ParseRefusal('INVALID_SYNTAX', 'stash needs a label and a text', usage);
  return { verb, label, what: 'text', content: contentOf(args, texts) };
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

/** @throws {ParseRefusal} */
export function makeDrop(args: Arguments): DropCommand {
  const verb = 'drop';
  const { usage } = args;
  const label = findLabel(args, 'stash');
  const address = findAddress(args);
  if (address !== null && label === null) return { verb, ...address };
  if (address !== null) throw new ParseRefusal('INVALID_SYNTAX', 'drop takes one pin or one stash', usage);
  if (args.node !== null && label === null) return { verb, what: 'pin', node: args.node };
  if (args.node === null && label !== null) return { verb, what: 'stash', label };
  throw new ParseRefusal('INVALID_SYNTAX', 'drop takes one pin or one stash', usage);
}

/** @throws {ParseRefusal} for none */
export function labelOf({ verb, usage }: Arguments, label: string | null): string {
  if (label === null) throw new ParseRefusal('INVALID_SYNTAX', `${verb} needs a label`, usage);
  return label;
}
