import type { Verb } from './command.ts';
import type { ArgumentRules } from './read-arguments.ts';

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
/** What says which words of a snapshot are meant, and of which text it is. */
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

/** What each tool understands (`agents.md`, *Commands*). */
export const ARGUMENT_RULES: Readonly<Record<Verb, ArgumentRules>> = {
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
