/**
 * The tools: their descriptions in the grammar, `help` and the addendum, and the words that name them (`agents.md`,
 * *Commands*). They are part of the protocol that models read.
 */
import { assert } from '../assert.ts';
import type { PermissionName } from '../tree/agent.ts';
import { type Command, editedDocumentOf, otherTreeOf, type Verb } from './command.ts';

/** The permission that an agent needs for a tool (`agents.md`, *Permissions*). */
export type ToolPermission = PermissionName;

export interface Tool {
  readonly verb: Verb;
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
}

/** In the order in which they are explained. */
export const TOOLS: readonly Tool[] = [
  {
    verb: 'view',
    permission: 'loom_aware',
    phrases: ['show', 'show me', 'look at', 'inspect', 'see'],
    usage:
      'view [id] (full) (with-annotations) (lines:1-40); view branch:[id] as:prose|nodes (last:5); in another tree: view [id] in tree:"title"',
    purpose: 'show a node, or the path that leads to it',
  },
  {
    verb: 'list',
    permission: 'loom_aware',
    phrases: [],
    usage: 'list [id] continuations|annotations|links|versions (lines:1-40); list documents',
    purpose: 'list what is connected to a node, or the documents of the grove',
  },
  {
    verb: 'tree',
    permission: 'loom_aware',
    phrases: ['show tree', 'show me tree', 'view tree', 'look at tree', 'list tree'],
    usage: 'tree (from:[id]) (depth:5) (summary) (lines:1-40) (in tree:"title")',
    purpose: 'list a node and what follows it, by their first words or summaries; * is here',
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
    usage: 'search "words" (lines:1-40) (in tree:"title")',
    purpose: 'find words in this tree, or in another',
  },
  {
    verb: 'read',
    permission: 'doc_read',
    phrases: ['read document', 'open document'],
    usage: 'read doc:"title" (summary|lines:1-20|section:"heading")',
    purpose: 'show a document of the grove, or a part of it',
  },
  {
    verb: 'pin',
    permission: 'loom_aware',
    phrases: [],
    usage: 'pin [id]; pin doc:"title" (section:"heading")',
    purpose: 'keep a text in your memory, after what a command answers is gone',
  },
  {
    verb: 'stash',
    permission: 'loom_aware',
    phrases: ['remember'],
    usage: 'stash "label" "text"|content-of:[id]|summary-of:[id]-[id]',
    purpose: 'put a text aside for later; only its label is kept in view',
  },
  {
    verb: 'recall',
    permission: 'loom_aware',
    phrases: [],
    usage: 'recall "label" (lines:1-40)',
    purpose: 'bring a stash back',
  },
  {
    verb: 'drop',
    permission: 'loom_aware',
    phrases: ['unpin', 'forget'],
    usage: 'drop pin:[id]; drop doc:"title" (section:"heading"); drop stash:"label"',
    purpose: 'forget a pin or a stash',
  },
  {
    verb: 'memory',
    permission: 'loom_aware',
    phrases: ['show memory', 'show me memory', 'view memory'],
    usage: 'memory (trace|stashed)',
    purpose: 'list what you pinned, stashed and did',
  },
  {
    verb: 'snapshot',
    permission: 'loom_aware',
    phrases: ['take snapshot', 'take new snapshot', 'get snapshot', 'get new snapshot', 'new snapshot'],
    usage: 'snapshot (selection|chapter|all) (section:"heading")',
    purpose:
      'show the manuscript as it is now, with the version that edits of it name; with doc:"title", a document, as in all edits',
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
    verb: 'link',
    permission: 'loom_write',
    phrases: ['connect', 'add link'],
    usage: 'link [id] to [id]|doc:"title" (note:"why")',
    purpose: 'link a node to another, or to a document',
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
    verb: 'write',
    permission: 'doc_write',
    phrases: ['write to', 'write in', 'write into'],
    usage: 'write doc:"title" append|at:"heading"|at:12|replace:"heading"|replace:3-5 "text"',
    purpose:
      'write in a document: at its end, at the end of a section or before a line, or in place of a section or of lines; the human sees it as an alternative',
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
    purpose: 'show again what you pruned; what the human pruned, only the human restores',
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
    purpose: 'send a node again that you excluded; what the human excluded, only the human includes',
  },
];

export const VERBS: readonly Verb[] = TOOLS.map(({ verb }) => verb);

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
export function findTool(verb: string): Tool | undefined {
  return TOOLS.find((tool) => tool.verb === verb);
}

/** Returns true if a command with this verb writes, or requests a text; false for unknown verbs. */
export function writes(verb: string): boolean {
  const permission = findTool(verb)?.permission;
  return permission !== undefined && permission !== 'loom_aware' && permission !== 'doc_read';
}
