/** Runs commands, and gives the views access to them. */

import { COMMAND_WORDS } from '../../ui-text/window/palette.ts';
import type { AppSession } from '../session/window/app-session.ts';
import type { CommandAccess } from '../views/commands.ts';
import type { Command, CommandContext } from './commands.ts';
import type { EffectiveKeys } from './shortcuts/effective-keys.ts';
import { accessToShortcuts } from './shortcuts/shortcut-access.ts';
import { whyUnavailable } from './why-unavailable.ts';

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
      return keys.commands
        .filter((command) => {
          const context = contextOf(session, command);
          return (
            command.id !== 'palette.open' && command.when(context) && (command.listed?.(context) ?? true)
          );
        })
        .map(shown);
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
