import type { AppSession } from '../session/window/app-session.ts';
import { isDialogOpen } from '../ui/layers/Dialog.tsx';
import { runCommand } from './command-access.ts';
import { type Command, findCommand } from './commands.ts';

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
