import { createContext, use } from 'react';

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
  | 'settings.open'
  | 'note.add'
  | 'node.exclude'
  | 'view.node'
  | 'view.toggleGrove'
  | 'view.toggleInspector';

export interface CommandAccess {
  run(id: ButtonCommand): void;
  /** The name and, in brackets, the key: what a button shows when the pointer rests on it. */
  hint(id: ButtonCommand): string;
}

export const CommandsContext = createContext<CommandAccess | null>(null);

/** @throws {Error} outside the app's window */
export function useCommands(): CommandAccess {
  const access = use(CommandsContext);
  if (access === null) throw new Error('useCommands outside CommandsContext');
  return access;
}
