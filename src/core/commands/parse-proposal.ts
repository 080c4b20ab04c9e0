/** Parses the commands about the text of a snapshot (`edits.md`, *Directive*). */
import { assert } from '../assert.ts';
import { directiveProblem } from '../proposals/directive.ts';
import { readDirective } from '../proposals/read-directive.ts';
import { SNAPSHOT_SCOPES } from '../proposals/snapshot-scope.ts';
import { MAX_REMARK_LENGTH, MAX_TEXT_LENGTH } from '../text/limits.ts';
import type { DiffCommand, SnapshotCommand, SnapshotQuote } from './command.ts';
import type { Arguments } from './read-arguments.ts';
import { ParseRefusal, type Texts } from './read-options.ts';

/** `“X” after “Y”` at the end of a line, and `after “Y”` at its beginning: `after:“Y”` is an option. */
const PLACE_AT_END =
  /(["”»][\s,]+(?:after|before))\s+(?=(?:"[^"]*"|“[^”]*”|«[^»]*»)[\s.,]*(?:$|[a-z][a-z_-]*[:=]))/gi;
const PLACE_AT_START = /^([\s,]*(?:text\s+)?(?:after|before))\s+(?=["“«])/i;
const WITH_AS_OPTION = /(["”»][\s,]*(?:with|by))[:=]\s*(?=["“«])/gi;
/** Between the words that are replaced and the new ones. */
const BETWEEN = /["”»][\s,]*(?:with|by)\s+["“«]/gi;

/** The line of `insert`, with places that are written as words as options. */
export function withPlacesAsOptions(line: string): string {
  return line.replace(PLACE_AT_START, '$1:').replaceAll(PLACE_AT_END, '$1:');
}

/** The line of `replace`, with `with:` as the word between the two texts. */
export function withoutWithAsOption(line: string): string {
  return line.replaceAll(WITH_AS_OPTION, '$1 ');
}

/** The two texts of `replace "old" with "new"`; null if there is only one. @throws {ParseRefusal} if that is not clear */
function divideReplacement(quoted: string): { readonly old: string; readonly replacement: string } | null {
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

/** @throws {ParseRefusal} */
export function makeSnapshot({ usage, options }: Arguments): SnapshotCommand {
  const section = options.get('section')?.trim() ?? null;
  const scope = SNAPSHOT_SCOPES.find((known) => known === options.get('scope')) ?? null;
  if (section === '') throw new ParseRefusal('INVALID_SYNTAX', 'section is blank', usage);
  if (section !== null && scope !== null && scope !== 'chapter')
    throw new ParseRefusal('INVALID_SYNTAX', 'a snapshot has one scope', usage);
  return { verb: 'snapshot', scope: section === null ? scope : 'chapter', section };
}

/** @throws {ParseRefusal} */
export function makeDiff(args: Arguments, texts: Texts): DiffCommand {
  const updated = required(args, texts);
  // The one validator has the rules of versions.
  const { version } = directiveOf(args, { action: 'replace', content: updated, ...versionIn(args) });
  return { verb: 'diff', version, updated };
}

/** @throws {ParseRefusal} */
export function makeReplacement(args: Arguments, { quoted, block }: Texts) {
  const { usage, options } = args;
  const divided = quoted === null ? null : divideReplacement(quoted);
  if (divided !== null && block !== null)
    throw new ParseRefusal('INVALID_SYNTAX', 'replace takes one new text, and there are two', usage);
  const isOld = divided === null && quoted !== null && block !== null;
  const hasPlace = ['selection', 'range', 'old'].some((name) => options.has(name));
  if (isOld && hasPlace) throw new ParseRefusal('INVALID_SYNTAX', 'replace names two places', usage);
  const named = options.get('old') ?? (isOld ? quoted : (divided?.old ?? null));
  const content = divided?.replacement ?? block ?? quoted;
  if (named !== null && options.has('selection'))
    throw new ParseRefusal('INVALID_SYNTAX', 'replace names two places', usage);
  if (named === '') throw new ParseRefusal('INVALID_SYNTAX', 'the words to replace are empty', usage);
  if (named === null && !hasPlace && content !== null)
    throw new ParseRefusal('INVALID_SYNTAX', 'replace needs the old words and the new ones', usage);
  return makeEdit(args, 'replace', named === null ? null : { text: named, place: 'itself' }, content);
}

/** @throws {ParseRefusal} */
export function makeInsertion(args: Arguments, { quoted, block }: Texts) {
  return makeEdit(args, 'insert', placeNamed(args), quoted ?? block);
}

/** Returns true if the arguments of `annotate` name words of a snapshot, not a node. */
export function isOnText({ options }: Arguments): boolean {
  return ['quote', 'range', 'selection', 'version'].some((name) => options.has(name));
}

/** @throws {ParseRefusal} */
export function makeNoteOnText(args: Arguments, { quoted, block }: Texts) {
  if (args.node !== null)
    throw new ParseRefusal('INVALID_SYNTAX', 'a note is on a node or on words of a snapshot', args.usage);
  const text = args.options.get('quote') ?? null;
  return makeEdit(args, 'annotate', text === null ? null : { text, place: 'itself' }, quoted ?? block);
}

/** @throws {ParseRefusal} */
export function makePatch(args: Arguments, texts: Texts) {
  const block = required(args, texts);
  const json = readJson(block);
  const fields = json !== null && 'action' in json ? json : { action: 'patch', diff: block };
  const directive = directiveOf(args, { ...fieldsIn(args), ...fields });
  const { action } = directive;
  const verb = 'patch';
  if (action === 'patch') return { verb, directive, quote: null } as const;
  if (action === 'annotate') return { verb, directive: { ...directive, action }, quote: null } as const;
  return { verb, directive: { ...directive, action }, quote: null } as const;
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

function placeNamed({ usage, options }: Arguments): SnapshotQuote | null {
  const [after, before] = [options.get('after'), options.get('before')];
  if (after !== undefined && before !== undefined)
    throw new ParseRefusal('INVALID_SYNTAX', 'insert names two places', usage);
  const text = after ?? before;
  return text === undefined ? null : { text, place: after === undefined ? 'before' : 'after' };
}

function makeEdit<V extends 'insert' | 'replace' | 'annotate'>(
  args: Arguments,
  verb: V,
  quote: SnapshotQuote | null,
  content: string | null,
) {
  const text = required(args, { quoted: content, block: null });
  const most = verb === 'annotate' ? MAX_REMARK_LENGTH : MAX_TEXT_LENGTH;
  if (text.length > most)
    throw new ParseRefusal(
      'LIMIT_EXCEEDED',
      `max length of this text is ${most} characters`,
      'write less at once',
    );
  if (quote !== null && quote.text.trim() === '')
    throw new ParseRefusal('INVALID_SYNTAX', 'the words of the snapshot are blank', args.usage);
  if (quote !== null && args.options.has('range'))
    throw new ParseRefusal('INVALID_SYNTAX', `${verb} names two places`, args.usage);
  const directive = directiveOf(args, { ...fieldsIn(args), action: verb, content: text });
  assert(directive.action !== 'patch', 'a text makes no patch');
  return { verb, directive: { ...directive, action: verb }, quote };
}

function directiveOf({ usage }: Arguments, fields: Readonly<Record<string, unknown>>) {
  const { directive, problems } = readDirective(fields);
  if (problems === null) return directive;
  throw new ParseRefusal('INVALID_SYNTAX', problems.map(directiveProblem).join('; '), usage);
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

function required({ verb, usage }: Arguments, { quoted, block }: Pick<Texts, 'quoted' | 'block'>): string {
  const content = quoted ?? block;
  if (content === null) throw new ParseRefusal('INVALID_SYNTAX', `${verb} needs a text`, usage);
  return content;
}
