/** The texts of commands that the writer types in a conversation (`agents.md`, *Where it talks*). */
import { countOf } from '../plural.ts';

/** The button that carries them out. */
export function runCommandsLabel(count: number): string {
  return `Run ${countOf(count, 'command')}`;
}

/** Beside that button: Enter does not run what was pasted, or left here by an earlier window. */
export const PASTED_COMMANDS = 'Commands that were not typed here run only with this button.';

/** An id in a result is of no message to go to. */
export const NO_MESSAGE_THERE = 'No message with that id can be shown: it is pruned, or a note.';
