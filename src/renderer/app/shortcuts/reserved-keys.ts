/** Reserved keys, which no command can have, and why (`interface.md`, *Keys*). */
import { type KeyParts, type Modifier, type Platform, partsOfKey } from './key-spec.ts';

type Rule = readonly [applies: (parts: KeyParts) => boolean, reason: string];

const FUNCTION_KEY = /^F([1-9]|1[0-9]|2[0-4])$/;
const MOVES = /^(Arrow(Up|Down|Left|Right)|Home|End)$/;

/** Matches exactly these modifiers, with or without Shift. */
const exactly =
  (...wanted: readonly Modifier[]) =>
  ({ modifiers }: KeyParts) =>
    wanted.every((modifier) => modifiers.has(modifier)) &&
    [...modifiers].every((modifier) => modifier === 'Shift' || wanted.includes(modifier));
const isKey =
  (...keys: readonly string[]) =>
  ({ key }: KeyParts) =>
    keys.includes(key);
const all =
  (...tests: readonly ((parts: KeyParts) => boolean)[]) =>
  (parts: KeyParts) =>
    tests.every((test) => test(parts));
const withModifier = (modifier: Modifier) => (parts: KeyParts) => parts.modifiers.has(modifier);

const everywhere: readonly Rule[] = [
  [isKey('Escape'), 'Escape always ends the current activity.'],
  [isKey('Tab'), 'Tab moves the focus.'],
  [isKey('ContextMenu', 'F10'), 'This key opens a menu.'],
  [
    ({ modifiers, key }) =>
      !modifiers.has('Ctrl') && !modifiers.has('Alt') && !modifiers.has('Meta') && !FUNCTION_KEY.test(key),
    'This key is needed for typing: add a modifier other than Shift.',
  ],
];

const RELOADS = 'In other programs this reloads the page and loses unsaved text.';
const CLIPBOARD = 'This cuts, copies, pastes or selects in every field.';
const UNDOES = 'This undoes or redoes typing in every field.';
const MOVES_IN_TEXT = 'This moves the caret.';
const DELETES = 'This deletes a word.';
const CLOSES = 'This closes the window or the program.';

const onOthers: readonly Rule[] = [
  [
    all(withModifier('Ctrl'), withModifier('Alt')),
    'Ctrl and Alt together type characters on many keyboards.',
  ],
  [all(withModifier('Alt'), withModifier('Shift')), 'Alt and Shift together change the keyboard layout.'],
  [withModifier('Meta'), 'This key belongs to the system.'],
  [all(exactly('Alt'), isKey('Backspace')), 'Alt+Backspace undoes typing in some programs.'],
  [all(exactly('Alt'), isKey('F4', 'Space', 'Enter')), 'These keys belong to the system.'],
  [all(exactly('Ctrl'), isKey('r')), RELOADS],
  [all(exactly('Ctrl'), isKey('c', 'x', 'v', 'a', 'Insert')), CLIPBOARD],
  [all(withModifier('Shift'), isKey('Insert', 'Delete')), CLIPBOARD],
  [all(exactly('Ctrl'), isKey('z', 'y')), UNDOES],
  [all(exactly('Ctrl'), ({ key }) => MOVES.test(key)), MOVES_IN_TEXT],
  [all(exactly('Ctrl'), isKey('Backspace', 'Delete'), ({ modifiers }) => !modifiers.has('Shift')), DELETES],
  [all(exactly('Ctrl'), isKey('q', 'w', 'F4')), CLOSES],
];

const onMac: readonly Rule[] = [
  [withModifier('Alt'), 'Option types characters.'],
  [
    all(withModifier('Ctrl'), ({ modifiers }) => !modifiers.has('Meta')),
    'Control alone moves the caret: add Command.',
  ],
  [all(exactly('Meta'), isKey('r')), RELOADS],
  [all(exactly('Meta'), isKey('c', 'x', 'v', 'a')), CLIPBOARD],
  [all(exactly('Meta'), isKey('z')), UNDOES],
  [all(exactly('Meta'), ({ key }) => MOVES.test(key)), MOVES_IN_TEXT],
  [
    all(exactly('Meta'), isKey('Backspace', 'Delete'), ({ modifiers }) => !modifiers.has('Shift')),
    'This deletes a line.',
  ],
  [all(exactly('Meta'), isKey('q', 'w')), CLOSES],
  [
    all(exactly('Meta'), isKey('h', 'm'), ({ modifiers }) => !modifiers.has('Shift')),
    'This hides the window.',
  ],
  [all(exactly('Meta'), isKey('Space')), 'These keys belong to the system.'],
  [
    all(exactly('Meta'), withModifier('Shift'), isKey('Digit3', 'Digit4', 'Digit5')),
    'These keys take a picture of the screen.',
  ],
  [all(exactly('Ctrl', 'Meta'), isKey('q', 'Space')), 'These keys belong to the system.'],
];

/** Why a key is reserved, in a sentence; null if a command can have it. */
export function whyReserved(spec: string, platform: Platform): string | null {
  const parts = partsOfKey(spec);
  const rules = [...everywhere, ...(platform === 'darwin' ? onMac : onOthers)];
  return rules.find(([applies]) => applies(parts))?.[1] ?? null;
}
