/** Commands, and helpers that most of them use. */

import type { TreeDesk } from '../../session/desk/tree-desk.ts';
import type { DialogueDesk } from '../../session/dialogue/dialogue-desk.ts';
import type { BufferDesk } from '../../session/manuscript/buffer-desk.ts';
import type { AppSession } from '../../session/window/app-session.ts';

/** A command's access to the program. */
export interface CommandContext {
  readonly session: AppSession;
  /** The tree that commands act on. Null while the window shows the welcome page or the settings. */
  readonly tree: TreeDesk | null;
  /** The same tree as a manuscript; null if it is none. */
  readonly manuscript: BufferDesk | null;
  /** The same tree as a conversation; null if it is none. */
  readonly conversation: DialogueDesk | null;
  /** The tree is the one beside the window's. */
  readonly isBeside: boolean;
  readonly readOnly: boolean;
}

/** Keys in the form of `key-spec.ts`: modifiers and one key, joined by `+`. */
export interface CommandKeys {
  readonly mac: readonly string[];
  readonly other: readonly string[];
}

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly keys: CommandKeys;
  /** It acts on the window's tree, which the inspector's tabs show, wherever the keyboard is. */
  readonly inInspector?: true;
  /** It changes nothing in the text: if the time line shows the past, that stays. All others return to now first. */
  readonly keepsPast?: true;
  /** It leaves *Scenes* open. All others, which act on the text, close it first. */
  readonly keepsScenes?: true;
  /** It can only run in a manuscript or only in a conversation, so it may share keys with commands of the other kind. */
  readonly only?: 'buffer' | 'dialogue';
  /** Holding the key down runs it only once. */
  readonly once?: true;
  /** Returns true if it can run now. If not, its key is left to the focused element. */
  when(context: CommandContext): boolean;
  /** Why it cannot run now, in a sentence, where that depends on more than the list of needs; null for nothing. */
  why?(context: CommandContext): string | null;
  /** Returns true while it belongs to what the writer is doing: the palette lists it before the others. */
  leads?(context: CommandContext): boolean;
  /** Returns true if the palette lists it when it can run; true by default. */
  listed?(context: CommandContext): boolean;
  run(context: CommandContext): void | Promise<void>;
}

/** Keys with Ctrl, or Cmd on macOS. */
export function mod(...keys: readonly string[]): CommandKeys {
  return { mac: keys.map((key) => `Meta+${key}`), other: keys.map((key) => `Ctrl+${key}`) };
}

/** Keys of tree moves: Alt, or Ctrl+Cmd on macOS, so that typing and caret motion are never affected. */
export function treeKey(key: string): CommandKeys {
  return { mac: [`Ctrl+Meta+${key}`], other: [`Alt+${key}`] };
}

/** Commands of the inspector's tabs. */
export function inInspector(commands: readonly Command[]): readonly Command[] {
  return commands.map((command) => ({ ...command, inInspector: true }));
}

/** Commands that leave the text alone. */
export function keepingPast(commands: readonly Command[]): readonly Command[] {
  return commands.map((command) => ({ ...command, keepsPast: true }));
}

/** Commands that act on *Scenes*, or not on the text. */
export function keepingScenes(commands: readonly Command[]): readonly Command[] {
  return commands.map((command) => ({ ...command, keepsScenes: true }));
}

/** Commands that the palette lists first while the writer is doing something. */
export function leadingWhile(
  leads: (context: CommandContext) => boolean,
  commands: readonly Command[],
): readonly Command[] {
  return commands.map((command) => ({ ...command, leads }));
}

export const NO_KEYS: CommandKeys = { mac: [], other: [] };

export const always = () => true;
export const withTree = ({ tree }: CommandContext) => tree !== null;
export const withManuscript = ({ manuscript }: CommandContext) => manuscript !== null;
export const writable = ({ tree, readOnly }: CommandContext) => tree !== null && !readOnly;
/** A conversation that can be written in. */
export const writableTalk = ({ conversation, readOnly }: CommandContext) =>
  conversation !== null && !readOnly;
/** The keyboard is in the open edit of a message. */
export const inEdit = (context: CommandContext) =>
  writableTalk(context) && context.conversation?.conversation.activeEdit != null;
/** A manuscript that can be written in. */
export const writableText = ({ manuscript, readOnly }: CommandContext) => manuscript !== null && !readOnly;
/** The document that commands act on; null if their tree is none. */
export const findDocument = ({ session, tree }: CommandContext) =>
  session.trees.all.find(({ id, kind }) => id === tree?.treeId && kind === 'document') ?? null;
/** A document that can be written in. */
export const writableDocument = (context: CommandContext) =>
  writableText(context) && findDocument(context) !== null;
