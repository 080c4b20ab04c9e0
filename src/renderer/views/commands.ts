import { createContext, use } from 'react';
import type { ShortcutAccess } from './shortcuts.ts';

/** The commands that have a button somewhere; `app/commands.ts` says what they do. */
export type ButtonCommand =
  | 'generation.start'
  | 'generation.stop'
  | 'path.previousSibling'
  | 'path.nextSibling'
  | 'find.close'
  | 'find.next'
  | 'find.previous'
  | 'grove.create'
  | 'grove.choose'
  | 'grove.openSample'
  | 'grove.newTree'
  | 'grove.introduction'
  | 'settings.open'
  | 'note.add'
  | 'node.exclude'
  | 'bookmark.toggle'
  | 'edit.undo'
  | 'continuations.compare'
  | 'continuations.pruneOthers'
  | 'continuations.restoreAll'
  | 'continuations.showPruned'
  | 'view.node'
  | 'view.toggleGrove'
  | 'view.toggleInspector';

/** A command as a menu shows it. */
export interface MenuCommand {
  readonly title: string;
  /** Its first key as people write it; the empty string for none. */
  readonly key: string;
  run(): void;
}

export interface ListedCommand extends MenuCommand {
  readonly id: string;
}

export interface CommandAccess {
  run(id: ButtonCommand): void;
  /** The name and, in brackets, the key: what a button shows when the pointer rests on it. */
  hint(id: ButtonCommand): string;
  /** A command that can be run now, by its id; null where it cannot, or there is none of this name. */
  find(id: string): MenuCommand | null;
  /** Every command that can be run now, in the order of the list. */
  list(): readonly ListedCommand[];
  /** The first key of a command as people write it; the empty string for none. */
  key(id: string): string;
  /** Every command's keys, and what changes them. */
  readonly shortcuts: ShortcutAccess;
}

export const CommandsContext = createContext<CommandAccess | null>(null);

/** @throws {Error} outside the app's window */
export function useCommands(): CommandAccess {
  const access = use(CommandsContext);
  if (access === null) throw new Error('useCommands outside CommandsContext');
  return access;
}
