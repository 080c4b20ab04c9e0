/** From a key that was pressed to the command it stands for (`interface.md`, *Keys*). */
import type { Command } from './commands.ts';

export type Platform = 'linux' | 'darwin' | 'win32';

/** What a keyboard event says; the DOM's own satisfies it. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
  readonly isComposing: boolean;
  getModifierState(name: string): boolean;
}

/** Keys matched by where they are and not by what they print: on AZERTY digits, comma and period need Shift. */
const PHYSICAL = /^(Digit[0-9]|Comma|Period|Space)$/;
const LETTER_CODE = /^Key([A-Z])$/;

/** True for a key that belongs to an input method, or types a character with AltGr. */
export function isTyping(press: KeyPress): boolean {
  return (
    press.isComposing || press.key === 'Process' || press.key === 'Dead' || press.getModifierState('AltGraph')
  );
}

/** The command whose key this is; undefined for none. Ctrl+Alt types characters on many layouts and is never one. */
export function findByKey(
  commands: readonly Command[],
  press: KeyPress,
  platform: Platform,
): Command | undefined {
  return listByKey(commands, press, platform)[0];
}

/** All commands whose key this is, in the order of the list: one that cannot be run leaves it to the next. */
export function listByKey(
  commands: readonly Command[],
  press: KeyPress,
  platform: Platform,
): readonly Command[] {
  if (isTyping(press) || (press.ctrlKey && press.altKey)) return [];
  const name = platform === 'darwin' ? 'mac' : 'other';
  return commands.filter((command) => command.keys[name].some((key) => matches(key, press)));
}

function matches(spec: string, press: KeyPress): boolean {
  const { modifiers, key } = parse(spec);
  return (
    press.ctrlKey === modifiers.includes('Ctrl') &&
    press.altKey === modifiers.includes('Alt') &&
    press.shiftKey === modifiers.includes('Shift') &&
    press.metaKey === modifiers.includes('Meta') &&
    key === keyOf(press)
  );
}

function parse(spec: string): { readonly modifiers: readonly string[]; readonly key: string } {
  const parts = spec.split('+');
  return { modifiers: parts.slice(0, -1), key: parts.at(-1) ?? '' };
}

/** The name a key has in the command list: the printed letter; the physical key where no Latin letter is printed. */
function keyOf(press: KeyPress): string {
  if (PHYSICAL.test(press.code)) return press.code;
  // A spec is split at its plus signs.
  if (press.key === '+') return 'Plus';
  if (press.key.length !== 1) return press.key;
  const letter = LETTER_CODE.exec(press.code)?.[1];
  const isLatin = press.key.charCodeAt(0) < 0x80;
  return letter !== undefined && !isLatin ? letter.toLowerCase() : press.key.toLowerCase();
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Meta: '⌘' };
const KEY_SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Comma: ',',
  Period: '.',
};

/** A command's first key as people write it; the empty string for none. */
export function keyLabel(command: Command, platform: Platform): string {
  const isMac = platform === 'darwin';
  const spec = command.keys[isMac ? 'mac' : 'other'][0];
  if (spec === undefined) return '';
  const { modifiers, key } = parse(spec);
  const sign = KEY_SIGNS[key] ?? key.replace(/^Digit/, '');
  const shown = sign.length === 1 ? sign.toUpperCase() : sign;
  if (isMac) return modifiers.map((modifier) => MAC_SIGNS[modifier] ?? modifier).join('') + shown;
  return [...modifiers, shown].join('+');
}

/**
 * Listens for the keys of all commands, ahead of whatever has the focus; `run` answers whether it took the key.
 * Returns the function that stops listening.
 */
export function listenForKeys(
  target: Window,
  platform: Platform,
  commands: readonly Command[],
  run: (command: Command, event: KeyboardEvent) => boolean,
): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    // A bare Alt moves the focus to the menu bar, and the next letter typed would be lost.
    if (event.key === 'Alt') return event.preventDefault();
    // Escape ends a composition, a popup or find before it ends generation, so it is taken last (`onEscape`).
    const command = event.key === 'Escape' ? undefined : findByKey(commands, event, platform);
    if (command === undefined || !run(command, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const found = listByKey(commands, event, platform);
    if (found.some((command) => run(command, event))) event.preventDefault();
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === 'Alt') event.preventDefault();
  };
  target.addEventListener('keydown', onKeyDown, { capture: true });
  target.addEventListener('keydown', onEscape);
  target.addEventListener('keyup', onKeyUp, { capture: true });
  return () => {
    target.removeEventListener('keydown', onKeyDown, { capture: true });
    target.removeEventListener('keydown', onEscape);
    target.removeEventListener('keyup', onKeyUp, { capture: true });
  };
}
