/**
 * Keys as text: modifiers and one key, joined by `+`, for example `Ctrl+Shift+f`. In normal form the modifiers are in
 * the order of `MODIFIERS` and letters are lower case; two specs mean the same key if their normal forms are equal.
 */
import type { PressedKey } from '../../views/shortcuts.ts';

export type Platform = 'linux' | 'darwin' | 'win32';

export interface KeyParts {
  readonly modifiers: ReadonlySet<Modifier>;
  readonly key: string;
}

const MODIFIERS = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const;
export type Modifier = (typeof MODIFIERS)[number];

/** Keys matched by position and not by their character: on AZERTY, digits, comma and period need Shift. */
const PHYSICAL = /^(Digit[0-9]|Comma|Period|Space)$/;
const LETTER_CODE = /^Key([A-Z])$/;
/** Values of `KeyboardEvent.key` that are not a key by themselves: modifiers, locks, dead keys. */
const MODIFIERS_AND_DEAD_KEYS: ReadonlySet<string> = new Set([
  ...['Control', 'Alt', 'AltGraph', 'Shift', 'Meta', 'OS', 'Fn', 'FnLock', 'Hyper', 'Super', 'Symbol'],
  ...['CapsLock', 'NumLock', 'ScrollLock', 'Dead', 'Process', 'Unidentified'],
]);
/** Other names accepted in `settings.json`. */
const ALIASES: Readonly<Record<string, string>> = {
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
/** Keys with a name; a letter or a symbol stands for itself. */
const NAMED = [
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'Insert'],
  ...['Delete', 'Backspace', 'Enter', 'Escape', 'Tab', 'Space', 'Plus', 'Comma', 'Period', 'ContextMenu'],
  ...Array.from({ length: 10 }, (_, i) => `Digit${i}`),
  ...Array.from({ length: 24 }, (_, i) => `F${i + 1}`),
];
const BY_LOWER_CASE = new Map([...NAMED, ...MODIFIERS].map((name) => [name.toLowerCase(), name]));

/** Returns true if a key belongs to an input method or types a character with AltGr. */
export function isTyping(press: PressedKey): boolean {
  return (
    press.isComposing || press.key === 'Process' || press.key === 'Dead' || press.getModifierState('AltGraph')
  );
}

/** The pressed key in normal form; null for a modifier alone and for text input. */
export function keyOfPress(press: PressedKey): string | null {
  if (isTyping(press) || MODIFIERS_AND_DEAD_KEYS.has(press.key)) return null;
  return formatSpec(modifiersOf(press), nameOf(press));
}

/** The pressed modifiers, in the order of `MODIFIERS`. */
export function modifiersOf(press: PressedKey): readonly Modifier[] {
  const held = { Ctrl: press.ctrlKey, Alt: press.altKey, Shift: press.shiftKey, Meta: press.metaKey };
  return MODIFIERS.filter((modifier) => held[modifier]);
}

/** The normal form of a key typed by a person; null if it is not a key. */
export function parseKey(text: string): string | null {
  // A final plus sign is the key itself.
  const names = text.replace(/\+\s*\+$/, '+Plus').split('+');
  const parts = names.map((name) => parseName(name.trim()));
  const key = parts.at(-1) ?? null;
  const modifiers = parts.slice(0, -1);
  if (key === null || isModifier(key) || !modifiers.every((name) => name !== null && isModifier(name)))
    return null;
  return formatSpec(modifiers as readonly Modifier[], key);
}

/** @param spec its modifiers may be in any order */
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

/** The label of a key, for example `Ctrl+Shift+F` or `⇧⌘F`. */
export function labelOfKey(spec: string, platform: Platform): string {
  const { modifiers, key } = partsOfKey(spec);
  const sign = KEY_SIGNS[key] ?? key.replace(/^Digit/, '');
  const shown = sign.length === 1 ? sign.toUpperCase() : sign;
  return labelOfModifiers([...modifiers], platform) + shown;
}

/** The label of modifiers before a key, for example `Ctrl+Shift+`. */
export function labelOfModifiers(modifiers: readonly Modifier[], platform: Platform): string {
  const inOrder = MODIFIERS.filter((modifier) => modifiers.includes(modifier));
  return inOrder.map((modifier) => (platform === 'darwin' ? MAC_SIGNS[modifier] : `${modifier}+`)).join('');
}

function formatSpec(modifiers: readonly Modifier[], key: string): string {
  return [...MODIFIERS.filter((modifier) => modifiers.includes(modifier)), key].join('+');
}

function isModifier(name: string): name is Modifier {
  return (MODIFIERS as readonly string[]).includes(name);
}

function parseName(name: string): string | null {
  const lower = name.toLowerCase();
  const known = ALIASES[lower] ?? BY_LOWER_CASE.get(lower);
  if (known !== undefined) return known;
  if ([...name].length !== 1) return null;
  return /^[0-9]$/.test(name) ? `Digit${name}` : lower;
}

/** The name of a key: the printed character, or the physical key if it prints no Latin letter. */
function nameOf(press: PressedKey): string {
  if (PHYSICAL.test(press.code)) return press.code;
  // Specs are split at plus signs.
  if (press.key === '+') return 'Plus';
  if (press.key.length !== 1) return press.key;
  const letter = LETTER_CODE.exec(press.code)?.[1];
  const isLatin = press.key.charCodeAt(0) < 0x80;
  return letter !== undefined && !isLatin ? letter.toLowerCase() : press.key.toLowerCase();
}
