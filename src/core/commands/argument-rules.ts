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
const NOTHING: ArgumentRules = { ...NODE, node: false, words: [] };

/** What each tool understands (`agents.md`, *Commands*). */
export const ARGUMENT_RULES: Readonly<Record<Verb, ArgumentRules>> = {
  view: {
    ...NODE,
    options: { as: [], last: [], lines: [] },
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
    flags: {
      continuations: ['what', 'continuations'],
      children: ['what', 'continuations'],
      annotations: ['what', 'annotations'],
      notes: ['what', 'annotations'],
      versions: ['what', 'versions'],
    },
  },
  tree: {
    ...NODE,
    options: { depth: ['levels'] },
    numbers: { levels: 'depth', level: 'depth', '': 'depth' },
  },
  switch: NODE,
  search: NOTHING,
  think: NOTHING,
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
  annotate: WITH_CONTENT,
  edit: WITH_CONTENT,
  bookmark: { ...NODE, options: { label: [] }, quoted: 'label', words: [...NODE_WORDS, 'as'] },
  unbookmark: NODE,
  prune: WITH_BRANCH,
  restore: WITH_BRANCH,
  exclude: WITH_BRANCH,
  include: WITH_BRANCH,
};
