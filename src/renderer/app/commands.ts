/**
 * Every command of the program: the system menu, the keymap and the buttons use this list (`interface.md`,
 * *Keys*). The menu refers to commands by id.
 */
import { TIME_LINE } from '../../ui-text/history/timeline.ts';
import { LORE } from '../../ui-text/lore.ts';
import { presetChosen, WITHOUT_PRESET } from '../../ui-text/settings/presets.ts';
import type { Preset, PresetKey } from '../session/settings/preferences-session.ts';
import {
  type Command,
  type CommandContext,
  type CommandKeys,
  inInspector,
  keepingPast,
  keepingScenes,
  leadingWhile,
} from './commands/command.ts';
import { exchanging } from './commands/exchanging.ts';
import { continuations, fences, generating } from './commands/generating.ts';
import { groveTrees } from './commands/grove-trees.ts';
import { copying, groves, trouble } from './commands/groves.ts';
import { lore } from './commands/lore-commands.ts';
import { messages, topics } from './commands/message-commands.ts';
import { finding, navigating } from './commands/navigating.ts';
import { nodes } from './commands/nodes.ts';
import { bookmarks, places } from './commands/places.ts';
import { rewriting } from './commands/rewriting.ts';
import { scenes } from './commands/scene-commands.ts';
import { hasSuggestions, suggesting } from './commands/suggesting.ts';
import { tagging } from './commands/tagging.ts';
import { timeline } from './commands/timeline-commands.ts';
import { trees } from './commands/tree-tab.ts';
import { turns } from './commands/turns.ts';
import { helping, viewing } from './commands/viewing.ts';
import { writing } from './commands/writing.ts';

export type { Command, CommandContext, CommandKeys } from './commands/command.ts';

/** Words are selected, or a bar shows answers to a passage. */
const hasPassage = ({ manuscript }: CommandContext) =>
  manuscript !== null && (manuscript.rewrites.isOpen || (manuscript.summary.get()?.selectionWords ?? 0) > 0);
const isTalk = ({ conversation }: CommandContext) => conversation !== null;
const isInPast = ({ manuscript }: CommandContext) => manuscript?.timeline.isOpen === true;
/** The keyboard is in the outline or the map. */
const isInOutline = () => document.activeElement?.closest('[role="tree"], [role="application"]') != null;

/** The commands by subject, for the shortcuts and the help. */
export const commandGroups = [
  { title: 'Generating', commands: generating },
  { title: 'Rewriting', commands: leadingWhile(hasPassage, rewriting) },
  { title: 'Prompts', commands: fences },
  { title: 'Suggestions', commands: leadingWhile(hasSuggestions, suggesting) },
  { title: 'Moving through the tree', commands: navigating },
  { title: 'Places', commands: places },
  { title: 'Alternatives', commands: inInspector(continuations) },
  { title: 'Passages', commands: nodes },
  { title: 'Conversations', commands: leadingWhile(isTalk, [...messages, ...topics]) },
  { title: 'Agents at work', commands: turns },
  { title: 'The whole tree', commands: leadingWhile(isInOutline, inInspector(trees)) },
  { title: TIME_LINE, commands: leadingWhile(isInPast, keepingPast(timeline)) },
  { title: 'Bookmarks', commands: bookmarks },
  { title: LORE, commands: keepingPast(lore) },
  { title: 'Tags', commands: keepingScenes(keepingPast(tagging)) },
  { title: 'Writing', commands: keepingScenes(writing) },
  { title: 'Chapters and scenes', commands: keepingScenes(scenes) },
  { title: 'Finding', commands: finding },
  { title: 'Trees of the grove', commands: keepingScenes(groveTrees) },
  { title: 'Groves', commands: keepingScenes(groves) },
  { title: 'Copies and backups', commands: keepingScenes(copying) },
  { title: 'File problems', commands: keepingScenes(trouble) },
  { title: 'Files', commands: keepingScenes(exchanging) },
  { title: 'The window', commands: keepingScenes(keepingPast(viewing)) },
  { title: 'Help', commands: keepingScenes(keepingPast(helping)) },
] as const satisfies readonly { readonly title: string; readonly commands: readonly Command[] }[];

const inGroups: readonly Command[] = commandGroups.flatMap((group) => [...group.commands]);
/** The commands that take precedence over all others with their key, the first one first. */
const END_FIRST: readonly string[] = ['find.close', 'timeline.close'];

/**
 * If several commands have a key, the first that can run gets it: Escape closes find and the time line before it stops
 * generation.
 */
export const commands: readonly Command[] = [
  ...END_FIRST.flatMap((first) => inGroups.filter(({ id }) => id === first)),
  ...inGroups.filter(({ id }) => !END_FIRST.includes(id)),
];

/** @returns undefined if no command has this id */
export function findCommand(id: string): Command | undefined {
  return commands.find((command) => command.id === id);
}

/** A command for each preset, with its key, and one that returns to the agents' own parameters. */
export function presetCommands(presets: readonly Preset[]): readonly Command[] {
  if (presets.length === 0) return [];
  return [
    ...presets.map(
      (preset): Command => ({
        id: `preset.${preset.id}`,
        title: presetChosen(preset.name),
        keys: keysOf(preset.key),
        when: ({ tree }) => tree !== null,
        run: ({ session, tree }) => {
          tree?.choice.choosePreset(preset);
          session.notices.announce(presetChosen(preset.name));
        },
      }),
    ),
    {
      id: 'preset.none',
      title: WITHOUT_PRESET,
      keys: keysOf(null),
      when: ({ tree }) => tree?.choice.store.get().presetId != null,
      run: ({ session, tree }) => {
        tree?.choice.choosePreset(null);
        session.notices.announce(WITHOUT_PRESET);
      },
    },
  ];
}

function keysOf(key: PresetKey | null): CommandKeys {
  if (key === null) return { mac: [], other: [] };
  const digit = /^Mod\+(\d)$/.exec(key)?.[1];
  if (digit === undefined) return { mac: [key], other: [key] };
  return { mac: [`Meta+Digit${digit}`], other: [`Ctrl+Digit${digit}`] };
}
