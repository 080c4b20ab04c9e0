import { COMMAND_NEEDS, UNAVAILABLE } from '../../ui-text/window/palette.ts';
import {
  type Command,
  type CommandContext,
  withManuscript,
  withTree,
  writable,
  writableTalk,
  writableText,
} from './commands/command.ts';

const OF_MANUSCRIPTS: ReadonlySet<Command['when']> = new Set([withManuscript, writableText]);
const OF_TREES: ReadonlySet<Command['when']> = new Set([withTree, writable, ...OF_MANUSCRIPTS, writableTalk]);

/**
 * Why a command cannot run, in a sentence; null if it can, or if it makes no sense to mention it, like closing what is not
 * open.
 */
export function whyUnavailable(command: Command, context: CommandContext): string | null {
  if (command.when(context)) return null;
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
