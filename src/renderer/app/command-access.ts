/** Runs commands, and gives the views access to them. */
import { COMMAND_NEEDS, COMMAND_WORDS, UNAVAILABLE } from '../../ui-text/window/palette.ts';
import type { AppSession } from '../session/window/app-session.ts';
import { isDialogOpen } from '../ui/layers/Dialog.tsx';
import type { CommandAccess } from '../views/commands.ts';
import {
  type Command,
  type CommandContext,
  withManuscript,
  withTree,
  writable,
  writableTalk,
  writableText,
} from './commands/command.ts';
import { findCommand } from './commands.ts';
import type { EffectiveKeys } from './shortcuts/effective-keys.ts';
import { accessToShortcuts } from './shortcuts/shortcut-access.ts';

function contextOf(session: AppSession, { inInspector }: Command): CommandContext {
  const scene = session.scene.get();
  const own = scene.kind === 'grove' ? scene.desk : null;
  const isCovered = session.fullPage.get() !== null || own?.tree.comparison.shown.get() != null;
  const desk = inInspector ? own : session.findDesk();
  if (scene.kind !== 'grove' || desk === null || isCovered)
    return { session, tree: null, manuscript: null, conversation: null, isBeside: false, readOnly: false };
  const manuscript = desk.mode === 'buffer' ? desk : null;
  const conversation = desk.mode === 'dialogue' ? desk : null;
  const isBeside = desk !== own;
  return { session, tree: desk.tree, manuscript, conversation, isBeside, readOnly: scene.grove.readOnly };
}

/** Runs a command if it can run now. @returns whether it ran */
export function runCommand(session: AppSession, command: Command | undefined): boolean {
  if (command === undefined || session.isPaused.get()) return false;
  const context = contextOf(session, command);
  if (!command.when(context)) return false;
  if (command.keepsPast !== true) context.manuscript?.timeline.leavePast();
  if (command.keepsScenes !== true) context.manuscript?.scenes.close();
  Promise.resolve(command.run(context)).catch((error: unknown) => session.notices.report(error));
  return true;
}

export function commandAccessTo(session: AppSession, keys: EffectiveKeys): CommandAccess {
  const find = (id: string) => keys.commands.find((command) => command.id === id);
  const entry = ({ id, title }: Command) => ({
    id,
    title,
    key: keys.label(id),
    words: COMMAND_WORDS[id] ?? '',
  });
  const shown = (command: Command) => ({
    ...entry(command),
    run: () => void runCommand(session, command),
  });
  return {
    run: (id) => void runCommand(session, find(id)),
    find: (id) => {
      const command = find(id);
      return command?.when(contextOf(session, command)) === true ? shown(command) : null;
    },
    list: () => {
      const listed = keys.commands.filter((command) => {
        const context = contextOf(session, command);
        return command.id !== 'palette.open' && command.when(context) && (command.listed?.(context) ?? true);
      });
      const leads = (command: Command) => command.leads?.(contextOf(session, command)) === true;
      return [...listed.filter(leads), ...listed.filter((command) => !leads(command))].map(shown);
    },
    listUnavailable: () =>
      keys.commands.flatMap((command) => {
        const reason = whyUnavailable(command, contextOf(session, command));
        return reason === null ? [] : [{ ...entry(command), reason }];
      }),
    hint: (id) => {
      const command = find(id);
      if (command === undefined) return '';
      const key = keys.label(id);
      return key === '' ? command.title : `${command.title} (${key})`;
    },
    key: (id) => keys.label(id),
    shortcuts: accessToShortcuts(session, keys),
  };
}

/** Runs a command chosen in the menu; any but a palette command closes the palette first. */
export function runFromMenu(session: AppSession, id: string): void {
  if (isDialogOpen()) return;
  const command = findCommand(id);
  if (command !== undefined && !isOfPalette(command)) session.palette.close();
  runCommand(session, command);
}

function isOfPalette({ id }: Command): boolean {
  return id.startsWith('palette.');
}

/** Runs a command whose key was pressed. @returns whether it took the key */
export function runFromKey(session: AppSession, command: Command, event: KeyboardEvent): boolean {
  // Commands must not change what the palette covers.
  if (isDialogOpen() || (session.palette.isOpen && !isOfPalette(command))) return false;
  if (session.findTree()?.isComposing === true) return false;
  // A field has its own undo history; the manuscript is not an input element.
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  // A text area handles Ctrl+Enter and undo itself.
  if (event.target instanceof HTMLTextAreaElement && isOfText(command)) return false;
  if (isField && command.id.startsWith('edit.')) return false;
  if (event.repeat && command.once === true) return true;
  return runCommand(session, command);
}

function isOfText({ id }: Command): boolean {
  return id.startsWith('edit.') || id === 'generation.start';
}

const OF_MANUSCRIPTS: ReadonlySet<Command['when']> = new Set([withManuscript, writableText]);
const OF_TREES: ReadonlySet<Command['when']> = new Set([withTree, writable, ...OF_MANUSCRIPTS, writableTalk]);

/**
 * Why a command cannot run, or finds nothing to do, in a sentence; null if it can, or if it makes no sense to mention it,
 * like closing what is not open.
 */
function whyUnavailable(command: Command, context: CommandContext): string | null {
  if (command.when(context))
    return command.listed?.(context) === false ? (COMMAND_NEEDS[command.id] ?? null) : null;
  const { session, tree, manuscript, conversation, readOnly } = context;
  const needs = COMMAND_NEEDS[command.id] ?? null;
  if (tree === null) {
    if (needs === null && command.why === undefined && !OF_TREES.has(command.when)) return null;
    return session.scene.get().kind === 'grove' ? UNAVAILABLE.covered : UNAVAILABLE.noGrove;
  }
  if (readOnly && command.when({ ...context, readOnly: false })) return UNAVAILABLE.readOnly;
  if (manuscript === null && OF_MANUSCRIPTS.has(command.when)) return UNAVAILABLE.manuscript;
  if (conversation === null && command.when === writableTalk) return UNAVAILABLE.conversation;
  return command.why?.(context) ?? needs;
}
