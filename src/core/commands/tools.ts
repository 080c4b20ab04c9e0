/**
 * The tools: each with all that differs from one to the next before it is carried out (`agents.md`, *Commands*), which
 * `grove/agents/verbs.ts` says. Their words are part of the protocol that models read.
 */
import { assert } from '../assert.ts';
import { MAX_TAG_LENGTH, tagName } from '../tags/tag.ts';
import { MAX_TEXT_LENGTH } from '../text/limits.ts';
import type { PermissionName } from '../tree/agent.ts';
import {
  type Command,
  type CommandOf,
  DEFAULT_DEPTH,
  editedDocumentOf,
  type LineRange,
  type ListedKind,
  MAX_CONTINUATIONS,
  type MemoryCommand,
  otherTreeOf,
  type TagCommand,
  type Verb,
} from './command.ts';
import {
  findAddress,
  makeLink,
  makeRead,
  makeWrite,
  ofDocument,
  withSectionAsOption,
  withTargetAsOption,
} from './parse-document.ts';
import { labelOf, makeDrop, makeStash } from './parse-memory.ts';
import {
  isOnText,
  makeDiff,
  makeInsertion,
  makeNoteOnText,
  makePatch,
  makeReplacement,
  makeSnapshot,
  withoutWithAsOption,
  withPlacesAsOptions,
} from './parse-proposal.ts';
import type { ArgumentRules, Arguments } from './read-arguments.ts';
import {
  contentOf,
  findLabel,
  linesOf,
  nameOf,
  nodeOf,
  numberOf,
  ParseRefusal,
  type Texts,
} from './read-options.ts';

/** The permission that an agent needs for a tool (`agents.md`, *Permissions*). */
export type ToolPermission = PermissionName;

/** The outcome of commands, as shown under the message of their turn. */
export type OutcomeKind =
  | 'read'
  | 'texts'
  | 'notes'
  | 'versions'
  | 'suggestions'
  | 'continuations'
  | 'links'
  | 'bookmarks'
  | 'tags'
  | 'hidden'
  | 'shown'
  | 'excluded'
  | 'included'
  | 'remembered';

interface ToolWords {
  readonly permission: ToolPermission;
  /**
   * Words that name it at the start of a line, besides the verb: in lower case, without articles. Longer ones are tried
   * first.
   */
  readonly phrases: readonly string[];
  /** The text written after `→`; parts in parentheses may be left out. */
  readonly usage: string;
  /** Its effect, in a few words. */
  readonly purpose: string;
  /** The words of its memory for an action, before the name of the object. */
  readonly done: string;
  /** Counted under the message of the turn; absent for what is not. */
  readonly outcome?: OutcomeKind;
  /** It is described only to agents that edit by patches. */
  readonly onlyByPatches?: true;
  /** It is no action that an agent remembers. */
  readonly isForgotten?: true;
}

/** A tool whose line is read by the rules of its arguments. */
interface ToolWithArguments<V extends Verb> extends ToolWords {
  readonly rules: ArgumentRules;
  /** Its line, with forms that only this tool has as options. */
  readonly rewritten?: (line: string) => string;
  /**
   * The text that it takes; absent for none.
   *
   * - `block`: the lines after it.
   * - `quote`: those, or what is quoted in its line.
   * - `labelled`: as `quote`, after a label, which is quoted too.
   * - `both`: either or both.
   */
  readonly text?: 'block' | 'quote' | 'labelled' | 'both';
  /** @throws {ParseRefusal} */
  make(args: Arguments, texts: Texts): CommandOf<V>;
}

/** Tools whose line is read as it is. */
type FreeVerb = 'think' | 'help';

export type ToolInLines = ToolWithArguments<Verb> & { readonly verb: Exclude<Verb, FreeVerb> };
export type Tool = ToolInLines | { [V in FreeVerb]: ToolWords & { readonly verb: V } }[FreeVerb];

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
const TAGGING: ArgumentRules = {
  ...NODE,
  options: { name: [] },
  quoted: 'name',
  words: [...NODE_WORDS, 'as', 'with', 'tag'],
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

function makeView(args: Arguments): CommandOf<'view'> {
  const { usage, options } = args;
  const verb = 'view';
  const node = nodeOf(args);
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
      ...inTree(args),
    };
  }
  for (const option of ['full', 'annotations'])
    if (options.has(option))
      throw new ParseRefusal(
        'INVALID_SYNTAX',
        `a branch is always shown in full, without annotations`,
        usage,
      );
  const as = options.get('as')?.toLowerCase() ?? 'prose';
  if (as !== 'prose' && as !== 'nodes')
    throw new ParseRefusal('INVALID_SYNTAX', 'a branch is shown as:prose or as:nodes', usage);
  return { verb, what: 'branch', node, as, last: numberOf(args, 'last'), lines, ...inTree(args) };
}

function makeList(args: Arguments): CommandOf<'list'> {
  const verb = 'list';
  const { usage, options } = args;
  const what = (options.get('what') ?? 'continuations') as ListedKind | 'documents' | 'tags';
  if (what !== 'documents' && what !== 'tags')
    return { verb, what, node: nodeOf(args), ...inTree(args), ...inLines(args) };
  if (options.has('tree'))
    throw new ParseRefusal('INVALID_SYNTAX', 'tree: names another tree to read', usage);
  if (linesOf(args) !== null) throw new ParseRefusal('INVALID_SYNTAX', `${what} are listed in full`, usage);
  return { verb, what };
}

/** @throws {ParseRefusal} */
function makeTag<V extends 'tag' | 'untag'>(verb: V, args: Arguments): TagCommand & { readonly verb: V } {
  const name = tagName(args.options.get('name') ?? '');
  if (name === null) throw new ParseRefusal('INVALID_SYNTAX', `${verb} needs the name of a tag`, args.usage);
  if (name.length > MAX_TAG_LENGTH)
    throw new ParseRefusal(
      'LIMIT_EXCEEDED',
      `max length of a tag is ${MAX_TAG_LENGTH} characters`,
      'use fewer words',
    );
  return { verb, node: nodeOf(args), name };
}

function makeAnnotation(args: Arguments, texts: Texts): CommandOf<'annotate'> {
  if (isOnText(args)) return ofDocument(makeNoteOnText(args, texts), args);
  const command = { verb: 'annotate', node: nodeOf(args), content: contentOf(args, texts) } as const;
  if (!args.options.has('doc')) return command;
  throw new ParseRefusal(
    'INVALID_SYNTAX',
    'a note in a document is on words of a snapshot of it',
    '→ annotate doc:"title" quote:"words" "text"',
  );
}

/** Only these lines of a list. @throws {ParseRefusal} */
function inLines(args: Arguments): { readonly lines?: LineRange } {
  const lines = linesOf(args);
  return lines === null ? {} : { lines };
}

/** The other tree that is read. @throws {ParseRefusal} */
function inTree({ usage, options }: Arguments): { readonly tree?: string } {
  const tree = options.get('tree')?.trim();
  if (tree === '') throw new ParseRefusal('INVALID_SYNTAX', 'tree: names another tree to read', usage);
  return tree === undefined ? {} : { tree };
}

function countOf(args: Arguments): number {
  const count = numberOf(args, 'n') ?? 1;
  if (count > MAX_CONTINUATIONS)
    throw new ParseRefusal(
      'LIMIT_EXCEEDED',
      `max continuations per request is ${MAX_CONTINUATIONS}`,
      `use n:${MAX_CONTINUATIONS} or less`,
    );
  return count;
}

/** In the order in which they are explained. */
const TOOL_OF: { readonly [V in Exclude<Verb, FreeVerb>]: ToolWithArguments<V> } & {
  readonly [V in FreeVerb]: ToolWords;
} = {
  view: {
    permission: 'loom_aware',
    phrases: ['show', 'show me', 'look at', 'inspect', 'see'],
    usage:
      'view [id] (full) (with-annotations) (lines:1-40); view branch:[id] as:prose|nodes (last:5); in another tree: view [id] in tree:"title"',
    purpose: 'show a node, or the path that leads to it',
    done: 'viewed',
    outcome: 'read',
    rules: {
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
      ownNode: 'branch',
    },
    make: makeView,
  },
  list: {
    permission: 'loom_aware',
    phrases: [],
    usage: 'list [id] continuations|annotations|links|versions (lines:1-40); list documents; list tags',
    purpose: 'list what is connected to a node, or the documents or the tags of the grove',
    done: 'listed',
    outcome: 'read',
    rules: {
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
        tags: ['what', 'tags'],
      },
    },
    make: makeList,
  },
  tree: {
    permission: 'loom_aware',
    phrases: ['show tree', 'show me tree', 'view tree', 'look at tree', 'list tree'],
    usage: 'tree (from:[id]) (depth:5) (summary) (lines:1-40) (in tree:"title")',
    purpose: 'list a node and what follows it, by their first words or summaries; * is here',
    done: 'read the tree',
    outcome: 'read',
    rules: {
      ...NODE,
      options: { depth: ['levels'], lines: [], ...IN_TREE },
      flags: { summary: ['summary', 'yes'], summaries: ['summary', 'yes'] },
      words: [...NODE_WORDS, 'with'],
      numbers: { levels: 'depth', level: 'depth', '': 'depth' },
    },
    make: (args) => ({
      verb: 'tree',
      from: args.node ?? { kind: 'root' },
      depth: numberOf(args, 'depth') ?? DEFAULT_DEPTH,
      ...(args.options.has('summary') ? { summaries: true } : {}),
      ...inTree(args),
      ...inLines(args),
    }),
  },
  switch: {
    permission: 'loom_aware',
    phrases: ['switch to', 'go to', 'goto', 'move to'],
    usage: 'switch to [id]',
    purpose: 'make a node your place',
    done: 'switched to',
    rules: NODE,
    make: (args) => ({ verb: 'switch', node: nodeOf(args) }),
  },
  search: {
    permission: 'loom_aware',
    phrases: ['search for', 'find', 'look for'],
    usage: 'search "words" (lines:1-40) (in tree:"title")',
    purpose: 'find words in this tree, or in another',
    done: 'searched',
    outcome: 'read',
    rules: { ...NOTHING, options: { lines: [], ...IN_TREE }, words: ['in', 'for', 'whole'] },
    text: 'quote',
    make: (args, texts) => ({
      verb: 'search',
      text: contentOf(args, texts),
      ...inTree(args),
      ...inLines(args),
    }),
  },
  read: {
    permission: 'doc_read',
    phrases: ['read document', 'open document'],
    usage: 'read doc:"title" (summary|lines:1-20|section:"heading")',
    purpose: 'show a document of the grove, or a part of it',
    done: 'read',
    outcome: 'read',
    rewritten: withSectionAsOption,
    rules: {
      ...NOTHING,
      options: { doc: ['document'], section: ['heading'], lines: [] },
      flags: { summary: ['summary', 'yes'] },
      words: ['of', 'from', 'in', 'doc', 'document'],
      quoted: 'doc',
      named: { section: 'section' },
    },
    make: makeRead,
  },
  pin: {
    permission: 'loom_aware',
    phrases: [],
    usage: 'pin [id]; pin doc:"title" (section:"heading")',
    purpose: 'keep a text in your memory, after what a command answers is gone',
    done: 'pinned',
    outcome: 'remembered',
    rewritten: withSectionAsOption,
    rules: { ...NODE, options: PART_OF_DOCUMENT, words: [...NODE_WORDS, 'memory'] },
    make: (args) => ({ verb: 'pin', ...(findAddress(args) ?? { what: 'node', node: nodeOf(args) }) }),
  },
  stash: {
    permission: 'loom_aware',
    phrases: ['remember'],
    usage: 'stash "label" "text"|content-of:[id]|summary-of:[id]-[id]',
    purpose: 'put a text aside for later; only its label is kept in view',
    done: 'stashed',
    outcome: 'remembered',
    rules: {
      ...NODE,
      options: { 'content-of': ['content_of', 'text-of'], 'summary-of': ['summary_of'] },
      // Between the ends of a range.
      words: [...NODE_WORDS, 'as', 'with', '-', '–'],
    },
    text: 'labelled',
    make: makeStash,
  },
  recall: {
    permission: 'loom_aware',
    phrases: [],
    usage: 'recall "label" (lines:1-40)',
    purpose: 'bring a stash back',
    done: 'recalled',
    rules: {
      ...NOTHING,
      options: { label: ['stash'], lines: [] },
      words: ['stash'],
      quoted: 'label',
    },
    make: (args) => ({
      verb: 'recall',
      label: labelOf(args, findLabel(args, 'label')),
      lines: linesOf(args),
    }),
  },
  drop: {
    permission: 'loom_aware',
    phrases: ['unpin', 'forget'],
    usage: 'drop pin:[id]; drop doc:"title" (section:"heading"); drop stash:"label"',
    purpose: 'forget a pin or a stash',
    done: 'dropped',
    rewritten: withSectionAsOption,
    rules: {
      ...NODE,
      options: { ...PART_OF_DOCUMENT, stash: ['label'] },
      words: [...NODE_WORDS, 'pin', 'stash', 'memory'],
      quoted: 'stash',
      ownNode: 'pin',
    },
    make: makeDrop,
  },
  memory: {
    permission: 'loom_aware',
    phrases: ['show memory', 'show me memory', 'view memory'],
    usage: 'memory (trace|stashed)',
    purpose: 'list what you pinned, stashed and did',
    done: 'looked at its memory',
    isForgotten: true,
    rules: {
      ...NOTHING,
      flags: {
        trace: ['what', 'trace'],
        actions: ['what', 'trace'],
        stashed: ['what', 'stashed'],
        stashes: ['what', 'stashed'],
      },
      words: ['my', 'your', 'of', 'now'],
    },
    make: (args) => ({
      verb: 'memory',
      what: (args.options.get('what') ?? 'state') as MemoryCommand['what'],
    }),
  },
  snapshot: {
    permission: 'loom_aware',
    phrases: ['take snapshot', 'take new snapshot', 'get snapshot', 'get new snapshot', 'new snapshot'],
    usage: 'snapshot (selection|chapter|all) (section:"heading")',
    purpose:
      'show the manuscript as it is now, with the version that edits of it name; with doc:"title", a document, as in all edits',
    done: 'took a snapshot',
    outcome: 'read',
    rewritten: withSectionAsOption,
    rules: {
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
    make: (args) => ofDocument(makeSnapshot(args), args),
  },
  diff: {
    permission: 'loom_aware',
    phrases: ['build diff', 'make diff', 'create diff'],
    usage: 'diff (from:version): then the whole text of the snapshot as it should be, then a line ←',
    purpose: 'make the diff that patch takes',
    done: 'made a diff',
    outcome: 'read',
    onlyByPatches: true,
    rules: {
      ...PROPOSING,
      options: { doc: SNAPSHOT_OPTIONS.doc, version: [...SNAPSHOT_OPTIONS.version, 'from'] },
    },
    text: 'block',
    make: (args, texts) => ofDocument(makeDiff(args, texts), args),
  },
  think: {
    permission: 'loom_aware',
    phrases: ['think about'],
    usage: 'think … ←',
    purpose: 'think in lines that end with a line ←; nothing in them is a command',
    done: 'thought',
  },
  help: {
    permission: 'loom_aware',
    phrases: ['help with'],
    usage: 'help (tool)',
    purpose: 'list the tools, or explain one',
    done: 'asked for help',
    isForgotten: true,
  },
  continue: {
    permission: 'loom_generate',
    phrases: ['generate'],
    usage: 'continue (from [id]) (n:1-10) (tokens:80) (using agent:"name")',
    purpose: 'ask a model for continuations',
    done: 'continued from',
    outcome: 'continuations',
    rules: {
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
    make: (args) => ({
      verb: 'continue',
      from: args.node ?? { kind: 'here' },
      count: countOf(args),
      tokens: numberOf(args, 'tokens'),
      agent: nameOf(args, 'agent'),
    }),
  },
  respond: {
    permission: 'loom_write',
    phrases: ['reply', 'answer'],
    usage: 'respond [id] "text"',
    purpose: 'write a continuation of a node',
    done: 'responded to',
    outcome: 'texts',
    rules: WITH_CONTENT,
    text: 'quote',
    make: (args, texts) => ({
      verb: 'respond',
      node: nodeOf(args),
      content: contentOf(args, texts, MAX_TEXT_LENGTH),
    }),
  },
  annotate: {
    permission: 'loom_write',
    phrases: ['note', 'comment', 'add note', 'add annotation', 'add comment'],
    usage: 'annotate [id] "text"; annotate quote:"words of the snapshot" "text"',
    purpose: 'write a note on a node, or on words of a snapshot',
    done: 'annotated',
    outcome: 'notes',
    rules: {
      ...WITH_CONTENT,
      options: { ...SNAPSHOT_OPTIONS, quote: ['words'] },
      flags: { selection: ['selection', 'yes'] },
    },
    text: 'quote',
    make: makeAnnotation,
  },
  link: {
    permission: 'loom_write',
    phrases: ['connect', 'add link'],
    usage: 'link [id] to [id]|doc:"title" (note:"why")',
    purpose: 'link a node to another, or to a document',
    done: 'linked',
    outcome: 'links',
    rewritten: withTargetAsOption,
    rules: {
      ...NODE,
      options: { to: [], doc: ['document'], note: ['because', 'why'] },
      words: [...NODE_WORDS.filter((word) => word !== 'to'), 'with', 'doc', 'document'],
      named: { to: 'to' },
    },
    make: makeLink,
  },
  edit: {
    permission: 'loom_write',
    phrases: ['rewrite', 'revise'],
    usage: 'edit [id] "text"',
    purpose: 'write a new version of a node; in a conversation, a branch',
    done: 'edited',
    outcome: 'versions',
    rules: WITH_CONTENT,
    text: 'quote',
    make: (args, texts) => ({
      verb: 'edit',
      node: nodeOf(args),
      content: contentOf(args, texts, MAX_TEXT_LENGTH, true),
    }),
  },
  patch: {
    permission: 'loom_write',
    phrases: ['apply patch', 'apply diff', 'propose patch', 'propose diff'],
    usage: 'patch version:… (rationale:"why"): then a unified diff of the snapshot, then a line ←',
    purpose: 'propose changes to the manuscript, which the human accepts or rejects one by one',
    done: 'proposed a patch',
    outcome: 'suggestions',
    onlyByPatches: true,
    rules: PROPOSING,
    text: 'block',
    make: (args, texts) => ofDocument(makePatch(args, texts), args),
  },
  insert: {
    permission: 'loom_write',
    phrases: ['insert text', 'propose inserting'],
    usage: 'insert (after:"words of the snapshot"|before:"…") "text" (rationale:"why")',
    purpose:
      'propose new text, at the caret unless a place is named; with the spaces and line breaks that it needs',
    done: 'proposed an insertion',
    outcome: 'suggestions',
    rewritten: withPlacesAsOptions,
    rules: {
      ...PROPOSING,
      options: { ...SNAPSHOT_OPTIONS, after: [], before: [] },
      words: [...PROPOSING.words, 'caret', 'cursor'],
      named: { version: 'version', after: 'after', before: 'before' },
    },
    text: 'quote',
    make: (args, texts) => ofDocument(makeInsertion(args, texts), args),
  },
  replace: {
    permission: 'loom_write',
    phrases: ['substitute', 'propose replacing'],
    usage: 'replace "words of the snapshot" with "text"; replace selection "text" (rationale:"why")',
    purpose: 'propose other words for words that occur once in the snapshot, copied exactly',
    done: 'proposed a replacement',
    outcome: 'suggestions',
    rewritten: withoutWithAsOption,
    rules: {
      ...PROPOSING,
      options: { ...SNAPSHOT_OPTIONS, old: ['quote'] },
      flags: { selection: ['selection', 'yes'] },
    },
    text: 'both',
    make: (args, texts) => ofDocument(makeReplacement(args, texts), args),
  },
  write: {
    permission: 'doc_write',
    phrases: ['write to', 'write in', 'write into'],
    usage: 'write doc:"title" append|at:"heading"|at:12|replace:"heading"|replace:3-5 "text"',
    purpose:
      'write in a document: at its end, at the end of a section or before a line, or in place of a section or of lines; the human sees it as an alternative',
    done: 'wrote in',
    outcome: 'versions',
    rules: {
      ...NOTHING,
      options: { doc: ['document'], at: ['section', 'in'], replace: [] },
      flags: { append: ['append', 'yes'] },
      words: ['to', 'with', 'doc', 'document'],
    },
    text: 'quote',
    make: (args, texts) => makeWrite(args, contentOf(args, texts, MAX_TEXT_LENGTH)),
  },
  bookmark: {
    permission: 'loom_write',
    phrases: ['add bookmark'],
    usage: 'bookmark [id] ("label")',
    purpose: 'bookmark a node',
    done: 'bookmarked',
    outcome: 'bookmarks',
    rules: { ...NODE, options: { label: [] }, quoted: 'label', words: [...NODE_WORDS, 'as'] },
    make: (args) => ({ verb: 'bookmark', node: nodeOf(args), label: findLabel(args, 'label') }),
  },
  unbookmark: {
    permission: 'loom_write',
    phrases: ['remove bookmark', 'delete bookmark'],
    usage: 'unbookmark [id]',
    purpose: 'remove a bookmark',
    done: 'removed the bookmark of',
    rules: NODE,
    make: (args) => ({ verb: 'unbookmark', node: nodeOf(args) }),
  },
  tag: {
    permission: 'loom_write',
    phrases: ['add tag'],
    usage: 'tag [id] "name"',
    purpose: 'put a tag on a node or an annotation; / nests: "arc/winter"',
    done: 'tagged',
    outcome: 'tags',
    rules: TAGGING,
    make: (args) => makeTag('tag', args),
  },
  untag: {
    permission: 'loom_write',
    phrases: ['remove tag', 'delete tag'],
    usage: 'untag [id] "name"',
    purpose: 'take a tag off',
    done: 'took a tag off',
    rules: TAGGING,
    make: (args) => makeTag('untag', args),
  },
  prune: {
    permission: 'loom_write',
    phrases: ['hide', 'delete', 'remove'],
    usage: 'prune [id]',
    purpose: 'hide a node and what follows it',
    done: 'pruned',
    outcome: 'hidden',
    rules: WITH_BRANCH,
    make: (args) => ({ verb: 'prune', node: nodeOf(args) }),
  },
  restore: {
    permission: 'loom_write',
    phrases: ['bring back', 'unhide'],
    usage: 'restore [id]',
    purpose: 'show again what you pruned; what the human pruned, only the human restores',
    done: 'restored',
    outcome: 'shown',
    rules: WITH_BRANCH,
    make: (args) => ({ verb: 'restore', node: nodeOf(args) }),
  },
  exclude: {
    permission: 'loom_write',
    phrases: [],
    usage: 'exclude [id]',
    purpose: 'leave a node out of what models are sent',
    done: 'excluded',
    outcome: 'excluded',
    rules: WITH_BRANCH,
    make: (args) => ({ verb: 'exclude', node: nodeOf(args) }),
  },
  include: {
    permission: 'loom_write',
    phrases: [],
    usage: 'include [id]',
    purpose: 'send a node again that you excluded; what the human excluded, only the human includes',
    done: 'included',
    outcome: 'included',
    rules: WITH_BRANCH,
    make: (args) => ({ verb: 'include', node: nodeOf(args) }),
  },
};

export const VERBS = Object.keys(TOOL_OF) as readonly Verb[];

export const TOOLS: readonly Tool[] = VERBS.map((verb) => ({ verb, ...TOOL_OF[verb] }) as Tool);

const BY_VERB = new Map(TOOLS.map((tool) => [tool.verb, tool]));

/**
 * The permission that a command needs: it follows what is read, not the verb.
 * @param isDocument whether the tree that it acts on is a document
 */
export function permissionFor(command: Command, isDocument: boolean): ToolPermission {
  const { permission } = getTool(command.verb);
  if (otherTreeOf(command) !== null) return 'other_trees';
  if (command.verb === 'list' && command.what === 'documents') return 'doc_read';
  if (command.verb === 'pin' && command.what === 'document') return 'doc_read';
  const actsInDocument = isDocument || editedDocumentOf(command) !== null;
  if (!actsInDocument || command.verb === 'help' || command.verb === 'think') return permission;
  if (permission === 'loom_aware') return 'doc_read';
  return permission === 'loom_write' ? 'doc_write' : permission;
}

export function getTool(verb: Verb): Tool {
  const tool = BY_VERB.get(verb);
  assert(tool !== undefined, () => `no tool ${verb}`);
  return tool;
}

/** The tool with this name, perhaps one of another version. */
export function findTool(verb: string | null): Tool | undefined {
  return TOOLS.find((tool) => tool.verb === verb);
}

/** Returns true if a command with this verb writes, or requests a text; false for unknown verbs. */
export function writes(verb: string): boolean {
  const permission = findTool(verb)?.permission;
  return permission !== undefined && permission !== 'loom_aware' && permission !== 'doc_read';
}
