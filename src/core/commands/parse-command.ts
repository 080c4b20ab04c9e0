import { MAX_REMARK_LENGTH, MAX_TEXT_LENGTH } from '../text/limits.ts';
import type { TextRange } from '../text/text-range.ts';
import {
  type Command,
  DEFAULT_DEPTH,
  isAboutSnapshot,
  type ListedKind,
  MAX_CONTINUATIONS,
  type NodeRef,
  type Verb,
} from './command.ts';
import { type CommandError, commandError } from './command-error.ts';
import { didYouMean } from './did-you-mean.ts';
import {
  findAddress,
  makeLink,
  makeRead,
  makeWrite,
  ofDocument,
  withTargetsAsOptions,
} from './parse-document.ts';
import { type MemoryVerb, makeMemoryCommand } from './parse-memory.ts';
import {
  divideReplacement,
  isOnText,
  makeNoteOnText,
  makeProposal,
  type ProposalVerb,
  withPlacesAsOptions,
} from './parse-proposal.ts';
import { findContent, findFirstQuote } from './quotes.ts';
import {
  type ArgumentRules,
  type Arguments,
  digitsOf,
  type HasNode,
  openQuote,
  optionNames,
  readArguments,
} from './read-arguments.ts';
import { findLabel, linesOf, ParseRefusal } from './read-options.ts';
import { bareWord, isEmptyWord, readVerb, VERB_WORDS } from './read-verb.ts';
import type { ScannedCommand } from './scan-answer.ts';
import { getTool } from './tools.ts';

const NODE_WORDS = ['node', 'message', 'to', 'on', 'of', 'at', 'from', 'after', 'for', 'in'];

/** A node and nothing else, which most tools take. */
const NODE: ArgumentRules = {
  node: true,
  options: {},
  flags: {},
  words: NODE_WORDS,
  numbers: {},
  quoted: null,
  named: {},
};
const WITH_BRANCH: ArgumentRules = { ...NODE, words: [...NODE_WORDS, 'branch'] };
const WITH_CONTENT: ArgumentRules = { ...NODE, words: [...NODE_WORDS, 'with'] };
/** Options that select words of a snapshot, and the text it is of. */
const SNAPSHOT_OPTIONS = {
  doc: ['document'],
  version: ['document-version', 'document_version', 'snapshot_version', 'document_digest'],
  range: ['target-range', 'target_range'],
  fingerprint: ['selection-fingerprint', 'selection_fingerprint'],
  rationale: ['reason', 'because', 'why'],
};
const PROPOSING: ArgumentRules = {
  ...NODE,
  node: false,
  options: SNAPSHOT_OPTIONS,
  words: [
    'to',
    'of',
    'in',
    'on',
    'at',
    'with',
    'by',
    'for',
    'from',
    'against',
    'text',
    'snapshot',
    'it',
    'this',
    'here',
  ],
  named: { version: 'version' },
};
const PART_OF_DOCUMENT = { doc: ['document'], section: ['heading'] };
const NOTHING: ArgumentRules = { ...NODE, node: false, words: [] };

/** Another tree, which is only read. */
const IN_TREE = { tree: ['in-tree'] };

/** The arguments of each tool (`agents.md`, *Commands*). */
const ARGUMENT_RULES: Readonly<Record<Verb, ArgumentRules>> = {
  view: {
    ...NODE,
    options: { as: [], last: [], lines: [], ...IN_TREE },
    words: [...NODE_WORDS, 'with'],
    flags: {
      branch: ['what', 'branch'],
      full: ['full', 'yes'],
      annotations: ['annotations', 'yes'],
      notes: ['annotations', 'yes'],
      'with-annotations': ['annotations', 'yes'],
    },
  },
  list: {
    ...NODE,
    options: { lines: [], ...IN_TREE },
    flags: {
      continuations: ['what', 'continuations'],
      children: ['what', 'continuations'],
      annotations: ['what', 'annotations'],
      notes: ['what', 'annotations'],
      versions: ['what', 'versions'],
      links: ['what', 'links'],
      documents: ['what', 'documents'],
    },
  },
  tree: {
    ...NODE,
    options: { depth: ['levels'], lines: [], ...IN_TREE },
    flags: { summary: ['summary', 'yes'], summaries: ['summary', 'yes'] },
    words: [...NODE_WORDS, 'with'],
    numbers: { levels: 'depth', level: 'depth', '': 'depth' },
  },
  switch: NODE,
  read: {
    ...NOTHING,
    options: { doc: ['document'], section: ['heading'], lines: [] },
    flags: { summary: ['summary', 'yes'] },
    words: ['of', 'from', 'in', 'doc', 'document'],
    quoted: 'doc',
    named: { section: 'section' },
  },
  write: {
    ...NOTHING,
    options: { doc: ['document'], at: ['section', 'in'], replace: [] },
    flags: { append: ['append', 'yes'] },
    words: ['to', 'with', 'doc', 'document'],
  },
  search: { ...NOTHING, options: { lines: [], ...IN_TREE }, words: ['in', 'for', 'whole'] },
  think: NOTHING,
  pin: { ...NODE, options: PART_OF_DOCUMENT, words: [...NODE_WORDS, 'memory'] },
  stash: {
    ...NODE,
    options: { 'content-of': ['content_of', 'text-of'], 'summary-of': ['summary_of'] },
    // Between the ends of a range.
    words: [...NODE_WORDS, 'as', 'with', '-', '–'],
  },
  recall: {
    ...NOTHING,
    options: { label: ['stash'], lines: [] },
    words: ['stash'],
    quoted: 'label',
  },
  drop: {
    ...NODE,
    options: { ...PART_OF_DOCUMENT, stash: ['label'] },
    words: [...NODE_WORDS, 'pin', 'stash', 'memory'],
    quoted: 'stash',
  },
  memory: {
    ...NOTHING,
    flags: {
      trace: ['what', 'trace'],
      actions: ['what', 'trace'],
      stashed: ['what', 'stashed'],
      stashes: ['what', 'stashed'],
    },
    words: ['my', 'your', 'of', 'now'],
  },
  help: NOTHING,
  continue: {
    ...NODE,
    options: { n: ['count', 'continuations'], tokens: ['max_tokens', 'max-tokens'], agent: ['using'] },
    words: [...NODE_WORDS, 'more', 'continuation', 'continuations', 'each', 'with'],
    numbers: {
      tokens: 'tokens',
      token: 'tokens',
      continuations: 'n',
      continuation: 'n',
      more: 'n',
      '': 'n',
    },
    named: { using: 'agent', agent: 'agent' },
  },
  respond: WITH_CONTENT,
  annotate: {
    ...WITH_CONTENT,
    options: { ...SNAPSHOT_OPTIONS, quote: ['words'] },
    flags: { selection: ['selection', 'yes'] },
  },
  snapshot: {
    ...NODE,
    node: false,
    options: { doc: ['document'], section: ['heading'] },
    flags: {
      selection: ['scope', 'selection'],
      chapter: ['scope', 'chapter'],
      all: ['scope', 'all'],
      everything: ['scope', 'all'],
      manuscript: ['scope', 'all'],
      document: ['scope', 'all'],
    },
    words: ['of', 'in', 'text', 'whole', 'my', 'your', 'now', 'again'],
    named: { section: 'section' },
  },
  diff: {
    ...PROPOSING,
    options: { doc: SNAPSHOT_OPTIONS.doc, version: [...SNAPSHOT_OPTIONS.version, 'from'] },
  },
  patch: PROPOSING,
  insert: {
    ...PROPOSING,
    options: { ...SNAPSHOT_OPTIONS, after: [], before: [] },
    words: [...PROPOSING.words, 'caret', 'cursor'],
    named: { version: 'version', after: 'after', before: 'before' },
  },
  replace: {
    ...PROPOSING,
    options: { ...SNAPSHOT_OPTIONS, old: ['quote'] },
    flags: { selection: ['selection', 'yes'] },
  },
  edit: WITH_CONTENT,
  link: {
    ...NODE,
    options: { to: [], doc: ['document'], note: ['because', 'why'] },
    words: [...NODE_WORDS.filter((word) => word !== 'to'), 'with', 'doc', 'document'],
    named: { to: 'to' },
  },
  bookmark: { ...NODE, options: { label: [] }, quoted: 'label', words: [...NODE_WORDS, 'as'] },
  unbookmark: NODE,
  prune: WITH_BRANCH,
  restore: WITH_BRANCH,
  exclude: WITH_BRANCH,
  include: WITH_BRANCH,
};

export type ParsedCommand =
  | {
      readonly ok: true;
      readonly command: Command;
      /** The range of quoted content in the parsed text, without the quotes; null for a block, or without content. */
      readonly quoted: TextRange | null;
    }
  | { readonly ok: false; readonly error: CommandError };

type Refused = ParsedCommand & { readonly ok: false };

/** A misspelt verb is not repeated at any length. */
const MAX_REPEATED = 40;
const VERBS_WITH_CONTENT: ReadonlySet<Verb> = new Set([
  'respond',
  'annotate',
  'edit',
  'search',
  'insert',
  'replace',
  'write',
  'stash',
]);
const LISTING: ReadonlySet<Verb> = new Set(['list', 'tree', 'search']);
/** Their text is a block. */
const VERBS_WITH_BLOCK: ReadonlySet<Verb> = new Set(['diff', 'patch']);
const OPTION_NAMES: ReadonlySet<string> = new Set(Object.values(ARGUMENT_RULES).flatMap(optionNames));
const isOption = (key: string) => OPTION_NAMES.has(key);
const HERE: NodeRef = { kind: 'here' };

/** A command of an answer. */
export type ParsedFromAnswer =
  | {
      readonly ok: true;
      readonly command: Command;
      /** The ranges of its content in the answer, in order; joined, they are the content. Empty without content. */
      readonly ranges: readonly TextRange[];
    }
  | { readonly ok: false; readonly error: CommandError };

/** A command as it was scanned. One that did not end is refused, however much of it there is. */
export function parseScanned(scanned: ScannedCommand, hasNode: HasNode): ParsedFromAnswer {
  if (scanned.state === 'cut')
    return refuse(
      'INVALID_SYNTAX',
      'the answer was cut inside this command, so it was not run',
      'write it again',
    );
  if (scanned.state === 'unclosed')
    return refuse('INVALID_SYNTAX', 'the text of this command does not end', 'end it with a line ←');
  const parsed = parseCommand(scanned.text, scanned.block?.content ?? null, hasNode);
  if (!parsed.ok) return parsed;
  const { command, quoted } = parsed;
  const isText = 'content' in command || isAboutSnapshot(command);
  const ranges = isText ? rangesOf(scanned, quoted) : [];
  return { ok: true, command, ranges };
}

/** The ranges of content in the answer, without its quotes. */
function rangesOf({ textFrom, block }: ScannedCommand, quoted: TextRange | null): readonly TextRange[] {
  const ranges =
    quoted === null ? (block?.ranges ?? []) : [{ from: textFrom + quoted.from, to: textFrom + quoted.to }];
  return ranges.filter(({ from, to }) => from < to);
}

/**
 * Parses a command (`agents.md`, *Grammar*). There is no guessing: a line that is not understood to its last word is
 * refused. Never throws, and takes time linear in the text.
 * @param text one line, as written after the arrow
 * @param block the lines that follow a command that ends in a colon; null for none
 * @param hasNode whether the tree has a node, which decides what a bare word is; an id in brackets is not looked up
 */
export function parseCommand(text: string, block: string | null, hasNode: HasNode): ParsedCommand {
  const read = readVerb(text);
  if (read.tool === null) return refuseVerb(read.word);
  const { verb } = read.tool;
  const rest = text.slice(read.to);
  if (verb === 'think') return accept({ verb, thought: (block ?? rest.replace(/^[:.,]/, '')).trim() });
  if (verb === 'help') return parseHelp(rest);

  const end = block === null ? rest.length : Math.max(0, rest.trimEnd().length - 1);
  const whole = withTargetsAsOptions(verb, withPlacesAsOptions(verb, rest.slice(0, end)));
  const label = verb === 'stash' ? findFirstQuote(whole, isOption) : 'none';
  if (label === 'open') return { ok: false, error: openQuote() };
  // Nothing moves in the line.
  const line = label === 'none' ? whole : blankOut(whole, label);
  if (!VERBS_WITH_CONTENT.has(verb)) {
    if (block !== null && !VERBS_WITH_BLOCK.has(verb))
      return refuse('INVALID_SYNTAX', `${verb} takes no text`, usageOf(verb));
    const read = readArguments(verb, line, ARGUMENT_RULES[verb], hasNode);
    return 'code' in read
      ? { ok: false, error: read }
      : build(verb, read, { old: null, content: block }, null);
  }
  const found = findContent(line, isOption);
  if (found === 'open') return { ok: false, error: openQuote() };
  const quoted = found === 'none' ? null : found;
  const around = quoted === null ? line : `${line.slice(0, quoted.from - 1)} ${line.slice(quoted.to + 1)}`;
  const args = readArguments(verb, around, ARGUMENT_RULES[verb], hasNode);
  if ('code' in args) return { ok: false, error: args };
  const old = label === 'none' ? null : whole.slice(label.from, label.to);
  if (quoted === null) return build(verb, args, { old, content: block }, null);
  const content = line.slice(quoted.from, quoted.to);
  if (verb === 'replace') return buildReplacement(args, content, block);
  if (block !== null)
    return refuse('INVALID_SYNTAX', `${verb} takes one text, and there are two`, usageOf(verb));
  const range = { from: read.to + quoted.from, to: read.to + quoted.to };
  return build(verb, args, { old, content }, range);
}

/** A line with spaces in place of a quote and its marks. */
function blankOut(line: string, { from, to }: TextRange): string {
  return `${line.slice(0, from - 1)}${' '.repeat(to - from + 2)}${line.slice(to + 1)}`;
}

/** The texts of a command: the words that it replaces, if they are in its line, or the label of a stash; and its content. */
interface Texts {
  readonly old: string | null;
  readonly content: string | null;
}

/** @param text from the first quote in its line to the last */
function buildReplacement(args: Arguments, text: string, block: string | null): ParsedCommand {
  try {
    const divided = divideReplacement(text);
    if (divided !== null && block !== null)
      return refuse('INVALID_SYNTAX', 'replace takes one new text, and there are two', usageOf('replace'));
    if (divided !== null)
      return build('replace', args, { old: divided.old, content: divided.replacement }, null);
    const hasPlace = ['selection', 'range', 'old'].some((name) => args.options.has(name));
    const isOld = block !== null;
    if (isOld && hasPlace) return refuse('INVALID_SYNTAX', 'replace names two places', usageOf('replace'));
    return build('replace', args, isOld ? { old: text, content: block } : { old: null, content: text }, null);
  } catch (error) {
    if (error instanceof ParseRefusal) return { ok: false, error: error.error };
    throw error;
  }
}

function build(verb: Verb, args: Arguments, texts: Texts, quoted: TextRange | null): ParsedCommand {
  try {
    const command = inLines(inTree(makeCommand(verb, args, texts), args), args);
    return accept(ofDocument(command, args), quoted);
  } catch (error) {
    if (error instanceof ParseRefusal) return { ok: false, error: error.error };
    throw error;
  }
}

/** A list of only these lines; the other commands with the option have read it. @throws {ParseRefusal} */
function inLines(command: Command, args: Arguments): Command {
  const lines = linesOf(args);
  if (lines === null || 'lines' in command || !LISTING.has(command.verb)) return command;
  if (command.verb === 'list' && command.what === 'documents')
    throw new ParseRefusal('INVALID_SYNTAX', 'documents are listed in full', usageOf(command.verb));
  return { ...command, lines } as Command;
}

/** Only the rules of commands that read have the option. @throws {ParseRefusal} */
function inTree(command: Command, { options }: Arguments): Command {
  const tree = options.get('tree')?.trim();
  if (tree === undefined) return command;
  if (tree === '' || (command.verb === 'list' && command.what === 'documents'))
    throw new ParseRefusal('INVALID_SYNTAX', 'tree: names another tree to read', usageOf(command.verb));
  return { ...command, tree } as Command;
}

function makeCommand(verb: Verb, args: Arguments, { old, content }: Texts): Command {
  switch (verb) {
    case 'snapshot':
    case 'diff':
    case 'patch':
    case 'insert':
    case 'replace':
      return makeProposal(verb satisfies ProposalVerb, { args, old, content });
    case 'view':
      return makeView(args);
    case 'list': {
      const what = (args.options.get('what') ?? 'continuations') as ListedKind | 'documents';
      if (what === 'documents') return { verb, what };
      return { verb, what, node: nodeOf(verb, args) };
    }
    case 'tree':
      return {
        verb,
        from: args.node ?? { kind: 'root' },
        depth: numberOf(verb, args, 'depth') ?? DEFAULT_DEPTH,
        ...(args.options.has('summary') ? { summaries: true as const } : {}),
      };
    case 'continue':
      return {
        verb,
        from: args.node ?? HERE,
        count: countOf(args),
        tokens: numberOf(verb, args, 'tokens'),
        agent: nameOf(verb, args, 'agent'),
      };
    case 'annotate':
      if (isOnText(args)) return makeNoteOnText(args, content);
      return { verb, node: nodeOf(verb, args), content: contentOf(verb, content) };
    case 'respond':
    case 'edit':
      return { verb, node: nodeOf(verb, args), content: contentOf(verb, content) };
    case 'bookmark':
      return { verb, node: nodeOf(verb, args), label: findLabel(args, 'label') };
    case 'search':
      return { verb, text: contentOf(verb, content) };
    case 'link':
      return makeLink(nodeOf(verb, args), args);
    case 'read':
      return makeRead(args);
    case 'write':
      return makeWrite(args, contentOf(verb, content));
    case 'pin':
      return { verb, ...(findAddress(verb, args) ?? { what: 'node', node: nodeOf(verb, args) }) };
    case 'stash':
    case 'recall':
    case 'drop':
    case 'memory':
      return makeMemoryCommand(verb satisfies MemoryVerb, { args, label: old, content });
    case 'think':
    case 'help':
      throw new ParseRefusal('INVALID_SYNTAX', `${verb} takes no options`, usageOf(verb));
    default:
      return { verb, node: nodeOf(verb, args) };
  }
}

function makeView(args: Arguments): Command {
  const { options } = args;
  const verb = 'view';
  const node = nodeOf(verb, args);
  const lines = linesOf(args);
  if (options.get('what') !== 'branch') {
    for (const option of ['as', 'last'])
      if (options.has(option))
        throw new ParseRefusal('INVALID_SYNTAX', `${option}: is for a branch`, '→ view branch:id as:prose');
    return {
      verb,
      what: 'node',
      node,
      full: options.has('full'),
      withAnnotations: options.has('annotations'),
      lines,
    };
  }
  for (const option of ['full', 'annotations'])
    if (options.has(option))
      throw new ParseRefusal(
        'INVALID_SYNTAX',
        `a branch is always shown in full, without annotations`,
        usageOf(verb),
      );
  const as = options.get('as')?.toLowerCase() ?? 'prose';
  if (as !== 'prose' && as !== 'nodes')
    throw new ParseRefusal('INVALID_SYNTAX', 'a branch is shown as:prose or as:nodes', usageOf(verb));
  return { verb, what: 'branch', node, as, last: numberOf(verb, args, 'last'), lines };
}

function nodeOf(verb: Verb, { node }: Arguments): NodeRef {
  if (node === null)
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      `${verb} needs a node`,
      `name it as [a7x2bc] or here: → ${getTool(verb).usage}`,
    );
  return node;
}

function numberOf(verb: Verb, { options }: Arguments, option: string): number | null {
  const written = options.get(option);
  if (written === undefined) return null;
  const digits = digitsOf(written.toLowerCase());
  if (digits === null || Number(digits) === 0)
    throw new ParseRefusal('INVALID_SYNTAX', `${option} is a number of 1 or more`, usageOf(verb));
  if (!Number.isSafeInteger(Number(digits)))
    throw new ParseRefusal('LIMIT_EXCEEDED', `${option} is too large`, 'use a smaller number');
  return Number(digits);
}

function countOf(args: Arguments): number {
  const count = numberOf('continue', args, 'n') ?? 1;
  if (count > MAX_CONTINUATIONS)
    throw new ParseRefusal(
      'LIMIT_EXCEEDED',
      `max continuations per request is ${MAX_CONTINUATIONS}`,
      `use n:${MAX_CONTINUATIONS} or less`,
    );
  return count;
}

function nameOf(verb: Verb, { options }: Arguments, option: string): string | null {
  const name = options.get(option)?.trim();
  if (name === undefined) return null;
  if (name === '') throw new ParseRefusal('INVALID_SYNTAX', `${option} is blank`, usageOf(verb));
  return name;
}

function contentOf(verb: Verb, content: string | null): string {
  if (content === null || (verb !== 'edit' && content.trim() === ''))
    throw new ParseRefusal('INVALID_SYNTAX', `${verb} needs a text`, usageOf(verb));
  const max = verb === 'respond' || verb === 'edit' || verb === 'write' ? MAX_TEXT_LENGTH : MAX_REMARK_LENGTH;
  if (content.length > max)
    throw new ParseRefusal(
      'LIMIT_EXCEEDED',
      `max length of this text is ${max} characters`,
      'write less at once',
    );
  return content;
}

function parseHelp(rest: string): ParsedCommand {
  const words = rest
    .toLowerCase()
    .split(/[\s,→"“”«»]+/)
    .map(bareWord)
    .filter((word) => !isEmptyWord(word));
  if (words.length === 0) return accept({ verb: 'help', tool: null });
  const name = words.join(' ');
  const read = readVerb(name);
  if (read.tool === null) return refuseVerb(read.word);
  if (read.to < name.length) return refuse('INVALID_SYNTAX', 'help explains one tool', usageOf('help'));
  return accept({ verb: 'help', tool: read.tool.verb });
}

function refuseVerb(word: string | null): ParsedCommand {
  if (word === null) return refuse('INVALID_SYNTAX', 'there is no command after the arrow', '→ help');
  const meant = didYouMean(word, VERB_WORDS);
  const shown = word.length <= MAX_REPEATED ? word : `${word.slice(0, MAX_REPEATED).toWellFormed()}…`;
  return refuse(
    'INVALID_SYNTAX',
    `“${shown}” is no command`,
    meant === null ? 'for the commands, → help' : `did you mean → ${meant}`,
  );
}

function usageOf(verb: Verb): string {
  return `→ ${getTool(verb).usage}`;
}

function accept(command: Command, quoted: TextRange | null = null): ParsedCommand {
  return { ok: true, command, quoted };
}

function refuse(...args: Parameters<typeof commandError>): Refused {
  return { ok: false, error: commandError(...args) };
}
