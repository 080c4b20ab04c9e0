/** Keys that no command gets, and why (`interface.md`, *Keys*). */
import { type KeyParts, type Modifier, type Platform, partsOfKey } from './key-spec.ts';

type Rule = readonly [applies: (parts: KeyParts) => boolean, reason: string];

const FUNCTION_KEY = /^F([1-9]|1[0-9]|2[0-4])$/;
const MOVES = /^(Arrow(Up|Down|Left|Right)|Home|End)$/;

/** Exactly these are held, with Shift or without. */
const has =
  (...wanted: readonly Modifier[]) =>
  ({ modifiers }: KeyParts) =>
    wanted.every((modifier) => modifiers.has(modifier)) &&
    [...modifiers].every((modifier) => modifier === 'Shift' || wanted.includes(modifier));
const isKey =
  (...keys: readonly string[]) =>
  ({ key }: KeyParts) =>
    keys.includes(key);
const both =
  (...tests: readonly ((parts: KeyParts) => boolean)[]) =>
  (parts: KeyParts) =>
    tests.every((test) => test(parts));
const withModifier = (modifier: Modifier) => (parts: KeyParts) => parts.modifiers.has(modifier);

const everywhere: readonly Rule[] = [
  [isKey('Escape'), 'Escape always ends what is nearest.'],
  [isKey('Tab'), 'Tab goes from one thing to the next.'],
  [isKey('ContextMenu', 'F10'), 'This key opens a menu.'],
  [
    ({ modifiers, key }) =>
      !modifiers.has('Ctrl') && !modifiers.has('Alt') && !modifiers.has('Meta') && !FUNCTION_KEY.test(key),
    'This key is needed to write: hold another one with it.',
  ],
];

const RELOADS = 'In other programs this reads the page again, and what is not saved is gone.';
const CLIPBOARD = 'This cuts, copies, pastes or selects, in every field.';
const UNDOES = 'This takes back what was typed, in every field.';
const MOVES_IN_TEXT = 'This moves in the text.';
const DELETES = 'This deletes a word.';
const CLOSES = 'This closes the window or the program.';

const onOthers: readonly Rule[] = [
  [
    both(withModifier('Ctrl'), withModifier('Alt')),
    'Ctrl and Alt together type characters on many keyboards.',
  ],
  [both(withModifier('Alt'), withModifier('Shift')), 'Alt and Shift together change the keyboard’s layout.'],
  [withModifier('Meta'), 'This key is the system’s.'],
  [both(has('Alt'), isKey('Backspace')), 'Alt+Backspace takes back what was typed, in some programs.'],
  [both(has('Alt'), isKey('F4', 'Space', 'Enter')), 'These keys are the system’s.'],
  [both(has('Ctrl'), isKey('r')), RELOADS],
  [both(has('Ctrl'), isKey('c', 'x', 'v', 'a', 'Insert')), CLIPBOARD],
  [both(withModifier('Shift'), isKey('Insert', 'Delete')), CLIPBOARD],
  [both(has('Ctrl'), isKey('z', 'y')), UNDOES],
  [both(has('Ctrl'), ({ key }) => MOVES.test(key)), MOVES_IN_TEXT],
  [both(has('Ctrl'), isKey('Backspace', 'Delete'), ({ modifiers }) => !modifiers.has('Shift')), DELETES],
  [both(has('Ctrl'), isKey('q', 'w', 'F4')), CLOSES],
];

const onMac: readonly Rule[] = [
  [withModifier('Alt'), 'Option types characters.'],
  [
    both(withModifier('Ctrl'), ({ modifiers }) => !modifiers.has('Meta')),
    'Control alone moves in the text: hold Command with it.',
  ],
  [both(has('Meta'), isKey('r')), RELOADS],
  [both(has('Meta'), isKey('c', 'x', 'v', 'a')), CLIPBOARD],
  [both(has('Meta'), isKey('z')), UNDOES],
  [both(has('Meta'), ({ key }) => MOVES.test(key)), MOVES_IN_TEXT],
  [
    both(has('Meta'), isKey('Backspace', 'Delete'), ({ modifiers }) => !modifiers.has('Shift')),
    'This deletes a line.',
  ],
  [both(has('Meta'), isKey('q', 'w')), CLOSES],
  [both(has('Meta'), isKey('h', 'm'), ({ modifiers }) => !modifiers.has('Shift')), 'This hides the window.'],
  [both(has('Meta'), isKey('Space')), 'These keys are the system’s.'],
  [
    both(has('Meta'), withModifier('Shift'), isKey('Digit3', 'Digit4', 'Digit5')),
    'These keys take a picture of the screen.',
  ],
  [both(has('Ctrl', 'Meta'), isKey('q', 'Space')), 'These keys are the system’s.'],
];

/** Why a key is never a command's, in a sentence; null for one that may be. */
export function whyNever(spec: string, platform: Platform): string | null {
  const parts = partsOfKey(spec);
  const rules = [...everywhere, ...(platform === 'darwin' ? onMac : onOthers)];
  return rules.find(([applies]) => applies(parts))?.[1] ?? null;
}
