/**
 * Every command of the program: the system menu, the keymap and the buttons use this list (`interface.md`,
 * *Keys*). The menu refers to commands by id.
 */
import { bookmarks } from './commands/bookmarks.ts';
import { type Command, inInspector } from './commands/command.ts';
import { continuations } from './commands/continuations.ts';
import { copying } from './commands/copying.ts';
import { exchanging } from './commands/exchanging.ts';
import { finding } from './commands/finding.ts';
import { generating } from './commands/generating.ts';
import { groveTrees } from './commands/grove-trees.ts';
import { groves } from './commands/groves.ts';
import { helping } from './commands/helping.ts';
import { messages } from './commands/messages.ts';
import { navigating } from './commands/navigating.ts';
import { nodes } from './commands/nodes.ts';
import { places } from './commands/places.ts';
import { rewriting } from './commands/rewriting.ts';
import { suggesting } from './commands/suggesting.ts';
import { topics } from './commands/topics.ts';
import { trees } from './commands/trees.ts';
import { trouble } from './commands/trouble.ts';
import { turns } from './commands/turns.ts';
import { viewing } from './commands/viewing.ts';
import { writing } from './commands/writing.ts';

export type { Command, CommandContext, CommandKeys } from './commands/command.ts';

/** The commands by subject, for the shortcuts and the help. */
export const commandGroups = [
  { title: 'Generating', commands: generating },
  { title: 'Rewriting', commands: rewriting },
  { title: 'Suggestions', commands: suggesting },
  { title: 'Moving through the tree', commands: navigating },
  { title: 'Places', commands: places },
  { title: 'Continuations', commands: inInspector(continuations) },
  { title: 'Nodes', commands: nodes },
  { title: 'Conversations', commands: [...messages, ...topics] },
  { title: 'Agents at work', commands: turns },
  { title: 'The whole tree', commands: inInspector(trees) },
  { title: 'Bookmarks', commands: bookmarks },
  { title: 'Writing', commands: writing },
  { title: 'Finding', commands: finding },
  { title: 'Trees of the grove', commands: groveTrees },
  { title: 'Groves', commands: groves },
  { title: 'Copies and backups', commands: copying },
  { title: 'File problems', commands: trouble },
  { title: 'Files', commands: exchanging },
  { title: 'The window', commands: viewing },
  { title: 'Help', commands: helping },
] as const satisfies readonly { readonly title: string; readonly commands: readonly Command[] }[];

const inGroups: readonly Command[] = commandGroups.flatMap((group) => [...group.commands]);
/** The command that takes precedence over all others with its key. */
const ENDS_FIRST = 'find.close';

/**
 * Of several commands with a key, the first that can run gets it: Escape closes find before it stops
 * generation.
 */
export const commands: readonly Command[] = [
  ...inGroups.filter(({ id }) => id === ENDS_FIRST),
  ...inGroups.filter(({ id }) => id !== ENDS_FIRST),
];

/** @returns undefined if no command has this id */
export function findCommand(id: string): Command | undefined {
  return commands.find((command) => command.id === id);
}
