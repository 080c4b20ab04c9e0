import { createContext, use } from 'react';
import type { ShortcutAccess } from './shortcuts.ts';

/** The commands that have a button; `app/commands.ts` defines them. */
export type ButtonCommand =
  | 'generation.start'
  | 'generation.stop'
  | 'node.branchEdit'
  | 'message.fixInPlace'
  | 'message.continue'
  | 'grove.newConversation'
  | 'conversation.aboutTree'
  | 'conversation.letRead'
  | 'conversation.widen'
  | 'link.follow'
  | 'document.checkbox'
  | 'document.newBeside'
  | 'document.widen'
  | 'conversation.goToTopic'
  | 'turn.allowOnce'
  | 'turn.allowTurn'
  | 'turn.deny'
  | 'turn.redo'
  | 'turn.undo'
  | 'turn.goOn'
  | 'exchange.exportTraceMarkdown'
  | 'exchange.exportTraceJson'
  | 'path.previousSibling'
  | 'path.nextSibling'
  | 'find.close'
  | 'rewrite.close'
  | 'fence.again'
  | 'proposal.ask'
  | 'proposal.close'
  | 'suggestion.next'
  | 'suggestion.previous'
  | 'suggestion.accept'
  | 'suggestion.reject'
  | 'suggestion.close'
  | 'timeline.earlier'
  | 'timeline.later'
  | 'timeline.compare'
  | 'timeline.restorePassage'
  | 'timeline.restoreAll'
  | 'timeline.mark'
  | 'timeline.trace'
  | 'timeline.replay'
  | 'timeline.close'
  | 'version.previous'
  | 'version.next'
  | 'find.next'
  | 'find.previous'
  | 'grove.create'
  | 'grove.choose'
  | 'grove.openSample'
  | 'grove.newDocument'
  | 'grove.newTree'
  | 'grove.introduction'
  | 'settings.open'
  | 'model.connect'
  | 'note.add'
  | 'node.exclude'
  | 'bookmark.toggle'
  | 'edit.undo'
  | 'continuations.compare'
  | 'continuations.sideBySide'
  | 'continuations.pruneOthers'
  | 'continuations.restoreAll'
  | 'continuations.showPruned'
  | 'view.node'
  | 'view.toggleGrove'
  | 'view.toggleInspector';

/** A command as a menu shows it. */
export interface MenuCommand {
  readonly title: string;
  /** The label of its first key; empty for none. */
  readonly key: string;
  run(): void;
}

export interface ListedCommand extends MenuCommand {
  readonly id: string;
  /** Other words that find it, separated by spaces; empty for none. */
  readonly words: string;
}

/** A command that cannot run now, and why. */
export interface UnavailableCommand extends Omit<ListedCommand, 'run'> {
  readonly reason: string;
}

export interface CommandAccess {
  run(id: ButtonCommand): void;
  /** A button's tooltip: the title and, in brackets, the key. */
  hint(id: ButtonCommand): string;
  /** @returns null if no command has this id or it cannot run now */
  find(id: string): MenuCommand | null;
  /** Every command that can run now, in the order of the list. */
  list(): readonly ListedCommand[];
  /** The commands that cannot run now for a reason that the writer can change, in the same order. */
  listUnavailable(): readonly UnavailableCommand[];
  /** The label of a command's first key; empty for none. */
  key(id: string): string;
  /** Every command's keys, and the functions that change them. */
  readonly shortcuts: ShortcutAccess;
}

export const CommandsContext = createContext<CommandAccess | null>(null);

/** @throws {Error} outside the app's window */
export function useCommands(): CommandAccess {
  const access = use(CommandsContext);
  if (access === null) throw new Error('useCommands outside CommandsContext');
  return access;
}
