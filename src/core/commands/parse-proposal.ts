/** Parses the commands about the text of a snapshot (`edits.md`, *Directive*). */
import { directiveProblem } from '../proposals/directive-problem.ts';
import { readDirective } from '../proposals/read-directive.ts';
import { SNAPSHOT_SCOPES } from '../proposals/snapshot-scope.ts';
import { MAX_REMARK_LENGTH, MAX_TEXT_LENGTH } from '../text/limits.ts';
import type { Command, SnapshotQuote, Verb } from './command.ts';
import type { Arguments } from './read-arguments.ts';
import { ParseRefusal } from './read-options.ts';
import { getTool } from './tools.ts';

/** The verbs whose text may be about words of a snapshot. */
export type ProposalVerb = 'snapshot' | 'diff' | 'patch' | 'insert' | 'replace';

/** `“X” after “Y”` at the end of a line, and `after “Y”` at its beginning: `after:“Y”` is an option. */
const PLACE_AT_END =
  /(["”»][\s,]+(?:after|before))\s+(?=(?:"[^"]*"|“[^”]*”|«[^»]*»)[\s.,]*(?:$|[a-z][a-z_-]*[:=]))/gi;
const PLACE_AT_START = /^([\s,]*(?:text\s+)?(?:after|before))\s+(?=["“«])/i;
const WITH_AS_OPTION = /(["”»][\s,]*(?:with|by))[:=]\s*(?=["“«])/gi;
/** Between the words that are replaced and the new ones. */
const BETWEEN = /["”»][\s,]*(?:with|by)\s+["“«]/gi;

/** The line of `insert` and `replace`, with places that are written as words as options. */
export function withPlacesAsOptions(verb: Verb, line: string): string {
  if (verb === 'replace') return line.replaceAll(WITH_AS_OPTION, '$1 ');
  if (verb !== 'insert') return line;
  return line.replace(PLACE_AT_START, '$1:').replaceAll(PLACE_AT_END, '$1:');
}

/** The two texts of `replace "old" with "new"`; null if there is only one. @throws {ParseRefusal} if that is not clear */
export function divideReplacement(
  quoted: string,
): { readonly old: string; readonly replacement: string } | null {
  const [found, another] = [...quoted.matchAll(BETWEEN)];
  if (found === undefined) return null;
  if (another !== undefined)
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      'it is not clear which words replace which',
      'end the line with a colon, → replace "old" with:, then the new text, then a line ←',
    );
  return { old: quoted.slice(0, found.index), replacement: quoted.slice(found.index + found[0].length) };
}

/** The written form of a command about a snapshot. */
export interface WrittenProposal {
  readonly args: Arguments;
  /** The words of the snapshot that the line names without an option; null for none. */
  readonly old: string | null;
  readonly content: string | null;
}

/** @throws {ParseRefusal} */
export function makeProposal(verb: ProposalVerb, { args, old, content }: WrittenProposal): Command {
  const { options } = args;
  switch (verb) {
    case 'snapshot': {
      const section = options.get('section')?.trim() ?? null;
      const scope = SNAPSHOT_SCOPES.find((known) => known === options.get('scope')) ?? null;
      if (section === '') throw new ParseRefusal('INVALID_SYNTAX', 'section is blank', usageOf(verb));
      if (section !== null && scope !== null && scope !== 'chapter')
        throw new ParseRefusal('INVALID_SYNTAX', 'a snapshot has one scope', usageOf(verb));
      return { verb, scope: section === null ? scope : 'chapter', section };
    }
    case 'diff': {
      const updated = required(verb, content);
      // The one validator has the rules of versions.
      const { version } = directiveOf(verb, { action: 'replace', content: updated, ...versionIn(args) });
      return { verb, version, updated };
    }
    case 'patch':
      return makePatch(args, required(verb, content));
    case 'insert':
      return makeEdit(verb, args, placeNamed(args), content);
    case 'replace': {
      const named = options.get('old') ?? old;
      if (named !== null && options.has('selection'))
        throw new ParseRefusal('INVALID_SYNTAX', 'replace names two places', usageOf(verb));
      if (named === '')
        throw new ParseRefusal('INVALID_SYNTAX', 'the words to replace are empty', usageOf(verb));
      const hasPlace = named !== null || options.has('selection') || options.has('range');
      if (!hasPlace && content !== null)
        throw new ParseRefusal(
          'INVALID_SYNTAX',
          'replace needs the old words and the new ones',
          usageOf(verb),
        );
      return makeEdit(verb, args, named === null ? null : { text: named, place: 'itself' }, content);
    }
  }
}

/** Returns true if the arguments of `annotate` name words of a snapshot, not a node. */
export function isOnText({ options }: Arguments): boolean {
  return ['quote', 'range', 'selection', 'version'].some((name) => options.has(name));
}

/** @throws {ParseRefusal} */
export function makeNoteOnText(args: Arguments, content: string | null): Command {
  if (args.node !== null)
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      'a note is on a node or on words of a snapshot',
      usageOf('annotate'),
    );
  const text = args.options.get('quote') ?? null;
  return makeEdit('annotate', args, text === null ? null : { text, place: 'itself' }, content);
}

function makePatch(args: Arguments, block: string): Command {
  const json = readJson(block);
  if (json !== null && 'action' in json) return commandFor('patch', { ...fieldsIn(args), ...json }, null);
  return commandFor('patch', { ...fieldsIn(args), action: 'patch', diff: block }, null);
}

/** An object in JSON, perhaps in a code fence; null for anything else. */
function readJson(block: string): Readonly<Record<string, unknown>> | null {
  const text = block.trim().replace(/^```\w*\n([\s\S]*)\n```$/, '$1');
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    // Text that is no JSON is read as a patch.
    return null;
  }
}

function placeNamed({ options }: Arguments): SnapshotQuote | null {
  const [after, before] = [options.get('after'), options.get('before')];
  if (after !== undefined && before !== undefined)
    throw new ParseRefusal('INVALID_SYNTAX', 'insert names two places', usageOf('insert'));
  const text = after ?? before;
  return text === undefined ? null : { text, place: after === undefined ? 'before' : 'after' };
}

function makeEdit(
  verb: 'insert' | 'replace' | 'annotate',
  args: Arguments,
  quote: SnapshotQuote | null,
  content: string | null,
): Command {
  const text = required(verb, content);
  const most = verb === 'annotate' ? MAX_REMARK_LENGTH : MAX_TEXT_LENGTH;
  if (text.length > most)
    throw new ParseRefusal(
      'LIMIT_EXCEEDED',
      `max length of this text is ${most} characters`,
      'write less at once',
    );
  if (quote !== null && quote.text.trim() === '')
    throw new ParseRefusal('INVALID_SYNTAX', 'the words of the snapshot are blank', usageOf(verb));
  if (quote !== null && args.options.has('range'))
    throw new ParseRefusal('INVALID_SYNTAX', `${verb} names two places`, usageOf(verb));
  return commandFor(verb, { ...fieldsIn(args), action: verb, content: text }, quote);
}

function commandFor(
  verb: 'insert' | 'replace' | 'annotate' | 'patch',
  fields: Readonly<Record<string, unknown>>,
  quote: SnapshotQuote | null,
): Command {
  const directive = directiveOf(verb, fields);
  const { action } = directive;
  if (action === 'patch') return { verb: 'patch', directive, quote: null };
  if (action === 'annotate')
    return { verb: verb === 'annotate' ? verb : 'patch', directive: { ...directive, action }, quote };
  return { verb: verb === 'annotate' ? 'patch' : verb, directive: { ...directive, action }, quote };
}

function directiveOf(verb: Verb, fields: Readonly<Record<string, unknown>>) {
  const { directive, problems } = readDirective(fields);
  if (problems === null) return directive;
  throw new ParseRefusal('INVALID_SYNTAX', problems.map(directiveProblem).join('; '), usageOf(verb));
}

/** The options as fields of a directive. */
function fieldsIn(args: Arguments): Readonly<Record<string, unknown>> {
  const { options } = args;
  const range = options.get('range');
  return {
    ...versionIn(args),
    ...(range === undefined ? {} : { target_range: rangeOf(range) }),
    ...(options.has('fingerprint') ? { selection_fingerprint: options.get('fingerprint') } : {}),
    ...(options.has('rationale') ? { rationale: options.get('rationale') } : {}),
  };
}

function versionIn({ options }: Arguments): Readonly<Record<string, unknown>> {
  return options.has('version') ? { version: options.get('version') } : {};
}

/** `120-180`, or one offset for a place. Anything else is for the validator to refuse. */
function rangeOf(written: string): unknown {
  const match = /^(\d+)(?:[-–](\d+))?$/.exec(written);
  return match === null ? written : { start: Number(match[1]), end: Number(match[2] ?? match[1]) };
}

function required(verb: Verb, content: string | null): string {
  if (content === null) throw new ParseRefusal('INVALID_SYNTAX', `${verb} needs a text`, usageOf(verb));
  return content;
}

function usageOf(verb: Verb): string {
  return `→ ${getTool(verb).usage}`;
}
