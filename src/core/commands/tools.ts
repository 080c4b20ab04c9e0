/**
 * The tools: what the grammar, `help` and the addendum say of each, and the words that name it (`agents.md`,
 * *Commands*). What is here is part of the protocol that models read.
 */
import { assert } from '../assert.ts';
import type { Verb } from './command.ts';

/** What an agent needs to be allowed (`agents.md`, *Permissions*). */
export type ToolPermission = 'loom_aware' | 'loom_write' | 'edit_apply' | 'loom_generate';

export interface Tool {
  readonly verb: Verb;
  readonly permission: ToolPermission;
  /**
   * Words that name it at the start of a line, besides the verb: in lower case, without articles. Longer ones are tried
   * first.
   */
  readonly phrases: readonly string[];
  /** What is written after `→`; what is in parentheses may be left out. */
  readonly usage: string;
  /** What it does, in a few words. */
  readonly purpose: string;
}

/** In the order in which they are explained. */
export const TOOLS: readonly Tool[] = [
  {
    verb: 'view',
    permission: 'loom_aware',
    phrases: ['show', 'show me', 'look at', 'inspect', 'see'],
    usage: 'view [id] (full) (with-annotations) (lines:1-40); view branch:[id] as:prose|nodes (last:5)',
    purpose: 'show a node, or the path that leads to it',
  },
  {
    verb: 'list',
    permission: 'loom_aware',
    phrases: [],
    usage: 'list [id] continuations|annotations|versions',
    purpose: 'list what is connected to a node',
  },
  {
    verb: 'tree',
    permission: 'loom_aware',
    phrases: ['show tree', 'show me tree', 'view tree', 'look at tree', 'list tree'],
    usage: 'tree (from:[id]) (depth:5)',
    purpose: 'list a node and what follows it; * is here',
  },
  {
    verb: 'switch',
    permission: 'loom_aware',
    phrases: ['switch to', 'go to', 'goto', 'move to'],
    usage: 'switch to [id]',
    purpose: 'make a node your place',
  },
  {
    verb: 'search',
    permission: 'loom_aware',
    phrases: ['search for', 'find', 'look for'],
    usage: 'search "words"',
    purpose: 'find words in this tree',
  },
  {
    verb: 'snapshot',
    permission: 'loom_aware',
    phrases: ['take snapshot', 'take new snapshot', 'get snapshot', 'get new snapshot', 'new snapshot'],
    usage: 'snapshot (selection|chapter|all) (section:"heading")',
    purpose: 'show the manuscript as it is now, with the version that edits of it name',
  },
  {
    verb: 'diff',
    permission: 'loom_aware',
    phrases: ['build diff', 'make diff', 'create diff'],
    usage: 'diff (from:version): then the whole text of the snapshot as it should be, then a line ←',
    purpose: 'make the diff that patch takes',
  },
  {
    verb: 'think',
    permission: 'loom_aware',
    phrases: ['think about'],
    usage: 'think … ←',
    purpose: 'think in lines that end with a line ←; nothing in them is a command',
  },
  {
    verb: 'help',
    permission: 'loom_aware',
    phrases: ['help with'],
    usage: 'help (tool)',
    purpose: 'list the tools, or explain one',
  },
  {
    verb: 'continue',
    permission: 'loom_generate',
    phrases: ['generate'],
    usage: 'continue (from [id]) (n:1-10) (tokens:80) (using agent:"name")',
    purpose: 'ask a model for continuations',
  },
  {
    verb: 'respond',
    permission: 'loom_write',
    phrases: ['reply', 'answer'],
    usage: 'respond [id] "text"',
    purpose: 'write a continuation of a node',
  },
  {
    verb: 'annotate',
    permission: 'loom_write',
    phrases: ['note', 'comment', 'add note', 'add annotation', 'add comment'],
    usage: 'annotate [id] "text"; annotate quote:"words of the snapshot" "text"',
    purpose: 'write a note on a node, or on words of a snapshot',
  },
  {
    verb: 'edit',
    permission: 'loom_write',
    phrases: ['rewrite', 'revise'],
    usage: 'edit [id] "text"',
    purpose: 'write a new version of a node; in a conversation, a branch',
  },
  {
    verb: 'patch',
    permission: 'loom_write',
    phrases: ['apply patch', 'apply diff', 'propose patch', 'propose diff'],
    usage: 'patch version:… (rationale:"why"): then a unified diff of the snapshot, then a line ←',
    purpose: 'propose changes to the manuscript, which the human accepts or rejects one by one',
  },
  {
    verb: 'insert',
    permission: 'loom_write',
    phrases: ['insert text', 'propose inserting'],
    usage: 'insert (after:"words of the snapshot"|before:"…") "text" (rationale:"why")',
    purpose:
      'propose new text, at the caret unless a place is named; with the spaces and line breaks that it needs',
  },
  {
    verb: 'replace',
    permission: 'loom_write',
    phrases: ['substitute', 'propose replacing'],
    usage: 'replace "words of the snapshot" with "text"; replace selection "text" (rationale:"why")',
    purpose: 'propose other words for words that occur once in the snapshot, copied exactly',
  },
  {
    verb: 'bookmark',
    permission: 'loom_write',
    phrases: ['add bookmark'],
    usage: 'bookmark [id] ("label")',
    purpose: 'bookmark a node',
  },
  {
    verb: 'unbookmark',
    permission: 'loom_write',
    phrases: ['remove bookmark', 'delete bookmark'],
    usage: 'unbookmark [id]',
    purpose: 'remove a bookmark',
  },
  {
    verb: 'prune',
    permission: 'loom_write',
    phrases: ['hide', 'delete', 'remove'],
    usage: 'prune [id]',
    purpose: 'hide a node and what follows it',
  },
  {
    verb: 'restore',
    permission: 'loom_write',
    phrases: ['bring back', 'unhide'],
    usage: 'restore [id]',
    purpose: 'show again what was pruned',
  },
  {
    verb: 'exclude',
    permission: 'loom_write',
    phrases: [],
    usage: 'exclude [id]',
    purpose: 'leave a node out of what models are sent',
  },
  {
    verb: 'include',
    permission: 'loom_write',
    phrases: [],
    usage: 'include [id]',
    purpose: 'send an excluded node again',
  },
];

export const VERBS: readonly Verb[] = TOOLS.map(({ verb }) => verb);

const BY_VERB = new Map(TOOLS.map((tool) => [tool.verb, tool]));

export function getTool(verb: Verb): Tool {
  const tool = BY_VERB.get(verb);
  assert(tool !== undefined, () => `no tool ${verb}`);
  return tool;
}

/** The tool with this name, perhaps one of another version. */
export function findTool(verb: string): Tool | undefined {
  return TOOLS.find((tool) => tool.verb === verb);
}
