/** What a command is, and what most of them say of themselves. */

import type { OpenTree } from '../../session/tree/open-tree.ts';
import type { AppSession } from '../../session/window/app-session.ts';

/** What a command may ask and do. */
export interface CommandContext {
  readonly session: AppSession;
  /** Null while the window shows the welcome page or the settings. */
  readonly tree: OpenTree | null;
  readonly readOnly: boolean;
}

/** Keys as `keymap.ts` reads them: modifiers and one key, joined by `+`. */
export interface CommandKeys {
  readonly mac: readonly string[];
  readonly other: readonly string[];
}

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly keys: CommandKeys;
  /** A key that is held down runs it once. */
  readonly once?: true;
  /** Whether it can be run now; a key whose command cannot is left to whatever has the focus. */
  when(context: CommandContext): boolean;
  /** Whether the palette has it, where it can be run; always, unless something else is said. */
  listed?(context: CommandContext): boolean;
  run(context: CommandContext): void | Promise<void>;
}

/** Mod is Ctrl, on macOS Cmd. */
export function mod(...keys: readonly string[]): CommandKeys {
  return { mac: keys.map((key) => `Meta+${key}`), other: keys.map((key) => `Ctrl+${key}`) };
}

/** Moves through the tree: Alt, on macOS Ctrl+Cmd, so that typing and text motion are never touched. */
export function treeKey(key: string): CommandKeys {
  return { mac: [`Ctrl+Meta+${key}`], other: [`Alt+${key}`] };
}

export const NO_KEYS: CommandKeys = { mac: [], other: [] };

export const always = () => true;
export const withTree = ({ tree }: CommandContext) => tree !== null;
export const writable = ({ tree, readOnly }: CommandContext) => tree !== null && !readOnly;
