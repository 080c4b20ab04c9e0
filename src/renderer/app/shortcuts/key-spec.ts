/**
 * Keys as text: modifiers and one key, joined by `+`, as `Ctrl+Shift+f`. In its normal form the modifiers stand in the
 * order of `MODIFIERS` and a letter is small; two texts mean the same key when their normal forms are equal.
 */
import type { PressedKey } from '../../views/shortcuts.ts';

export type Platform = 'linux' | 'darwin' | 'win32';

export interface KeyParts {
  readonly modifiers: ReadonlySet<Modifier>;
  readonly key: string;
}

const MODIFIERS = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const;
export type Modifier = (typeof MODIFIERS)[number];

/** Keys matched by where they are and not by what they print: on AZERTY digits, comma and period need Shift. */
const PHYSICAL = /^(Digit[0-9]|Comma|Period|Space)$/;
const LETTER_CODE = /^Key([A-Z])$/;
/** Keys that are held and mean nothing alone. */
const HELD: ReadonlySet<string> = new Set([
  ...['Control', 'Alt', 'AltGraph', 'Shift', 'Meta', 'OS', 'Fn', 'FnLock', 'Hyper', 'Super', 'Symbol'],
  ...['CapsLock', 'NumLock', 'ScrollLock', 'Dead', 'Process', 'Unidentified'],
]);
/** Other names that a hand may write. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  control: 'Ctrl',
  cmd: 'Meta',
  command: 'Meta',
  option: 'Alt',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  esc: 'Escape',
  return: 'Enter',
  del: 'Delete',
  '+': 'Plus',
  ',': 'Comma',
  '.': 'Period',
};
/** Keys with a name; a letter or a sign is its own. */
const NAMED = [
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'Insert'],
  ...['Delete', 'Backspace', 'Enter', 'Escape', 'Tab', 'Space', 'Plus', 'Comma', 'Period', 'ContextMenu'],
  ...Array.from({ length: 10 }, (_, i) => `Digit${i}`),
  ...Array.from({ length: 24 }, (_, i) => `F${i + 1}`),
];
const BY_SMALL_NAME = new Map([...NAMED, ...MODIFIERS].map((name) => [name.toLowerCase(), name]));

/** True for a key that belongs to an input method, or types a character with AltGr. */
export function isTyping(press: PressedKey): boolean {
  return (
    press.isComposing || press.key === 'Process' || press.key === 'Dead' || press.getModifierState('AltGraph')
  );
}

/** The key that was pressed, in its normal form; null for a modifier alone, and for what types. */
export function keyOfPress(press: PressedKey): string | null {
  if (isTyping(press) || HELD.has(press.key)) return null;
  return written(heldIn(press), nameOf(press));
}

/** The modifiers that are held, in their order. */
export function heldIn(press: PressedKey): readonly Modifier[] {
  const held = { Ctrl: press.ctrlKey, Alt: press.altKey, Shift: press.shiftKey, Meta: press.metaKey };
  return MODIFIERS.filter((modifier) => held[modifier]);
}

/** The normal form of a key as a hand may have written it; null where it names none. */
export function readKey(text: string): string | null {
  // A plus sign that is the key itself stands at the end.
  const names = text.replace(/\+\s*\+$/, '+Plus').split('+');
  const parts = names.map((name) => readName(name.trim()));
  const key = parts.at(-1) ?? null;
  const modifiers = parts.slice(0, -1);
  if (key === null || isModifier(key) || !modifiers.every((name) => name !== null && isModifier(name)))
    return null;
  return written(modifiers as readonly Modifier[], key);
}

/** @param spec in any order of its modifiers */
export function partsOfKey(spec: string): KeyParts {
  const parts = spec.split('+');
  return { modifiers: new Set(parts.slice(0, -1).filter(isModifier)), key: parts.at(-1) ?? '' };
}

const MAC_SIGNS: Readonly<Record<Modifier, string>> = { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Meta: '⌘' };
const KEY_SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Comma: ',',
  Period: '.',
  Plus: '+',
};

/** A key as people write it. */
export function labelOfKey(spec: string, platform: Platform): string {
  const { modifiers, key } = partsOfKey(spec);
  const sign = KEY_SIGNS[key] ?? key.replace(/^Digit/, '');
  const shown = sign.length === 1 ? sign.toUpperCase() : sign;
  return labelOfHeld([...modifiers], platform) + shown;
}

/** Modifiers as they stand before a key. */
export function labelOfHeld(held: readonly Modifier[], platform: Platform): string {
  const inOrder = MODIFIERS.filter((modifier) => held.includes(modifier));
  return inOrder.map((modifier) => (platform === 'darwin' ? MAC_SIGNS[modifier] : `${modifier}+`)).join('');
}

function written(modifiers: readonly Modifier[], key: string): string {
  return [...MODIFIERS.filter((modifier) => modifiers.includes(modifier)), key].join('+');
}

function isModifier(name: string): name is Modifier {
  return (MODIFIERS as readonly string[]).includes(name);
}

function readName(name: string): string | null {
  const small = name.toLowerCase();
  const known = OTHER_NAMES[small] ?? BY_SMALL_NAME.get(small);
  if (known !== undefined) return known;
  if ([...name].length !== 1) return null;
  return /^[0-9]$/.test(name) ? `Digit${name}` : small;
}

/** The name of a key: the printed letter; the physical key where no Latin letter is printed. */
function nameOf(press: PressedKey): string {
  if (PHYSICAL.test(press.code)) return press.code;
  // A spec is split at its plus signs.
  if (press.key === '+') return 'Plus';
  if (press.key.length !== 1) return press.key;
  const letter = LETTER_CODE.exec(press.code)?.[1];
  const isLatin = press.key.charCodeAt(0) < 0x80;
  return letter !== undefined && !isLatin ? letter.toLowerCase() : press.key.toLowerCase();
}
