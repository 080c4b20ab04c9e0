/** Reserved keys, which no command can have, and why (`interface.md`, *Keys*). */
import { RESERVED } from '../../../ui-text/settings/shortcuts.ts';
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
  [isKey('Escape'), RESERVED.ends],
  [isKey('Tab'), RESERVED.focus],
  [isKey('ContextMenu', 'F10'), RESERVED.menu],
  [
    ({ modifiers, key }) =>
      !modifiers.has('Ctrl') && !modifiers.has('Alt') && !modifiers.has('Meta') && !FUNCTION_KEY.test(key),
    RESERVED.typing,
  ],
];

const onOthers: readonly Rule[] = [
  [all(withModifier('Ctrl'), withModifier('Alt')), RESERVED.ctrlAlt],
  [all(withModifier('Alt'), withModifier('Shift')), RESERVED.altShift],
  [withModifier('Meta'), RESERVED.system],
  [all(exactly('Alt'), isKey('Backspace')), RESERVED.altBackspace],
  [all(exactly('Alt'), isKey('F4', 'Space', 'Enter')), RESERVED.systemKeys],
  [all(exactly('Ctrl'), isKey('r')), RESERVED.reloads],
  [all(exactly('Ctrl'), isKey('c', 'x', 'v', 'a', 'Insert')), RESERVED.clipboard],
  [all(withModifier('Shift'), isKey('Insert', 'Delete')), RESERVED.clipboard],
  [all(exactly('Ctrl'), isKey('z', 'y')), RESERVED.undoes],
  [all(exactly('Ctrl'), ({ key }) => MOVES.test(key)), RESERVED.movesInText],
  [
    all(exactly('Ctrl'), isKey('Backspace', 'Delete'), ({ modifiers }) => !modifiers.has('Shift')),
    RESERVED.deletesWord,
  ],
  [all(exactly('Ctrl'), isKey('q', 'w', 'F4')), RESERVED.closes],
];

const onMac: readonly Rule[] = [
  [withModifier('Alt'), RESERVED.option],
  [all(withModifier('Ctrl'), ({ modifiers }) => !modifiers.has('Meta')), RESERVED.control],
  [all(exactly('Meta'), isKey('r')), RESERVED.reloads],
  [all(exactly('Meta'), isKey('c', 'x', 'v', 'a')), RESERVED.clipboard],
  [all(exactly('Meta'), isKey('z')), RESERVED.undoes],
  [all(exactly('Meta'), ({ key }) => MOVES.test(key)), RESERVED.movesInText],
  [
    all(exactly('Meta'), isKey('Backspace', 'Delete'), ({ modifiers }) => !modifiers.has('Shift')),
    RESERVED.deletesLine,
  ],
  [all(exactly('Meta'), isKey('q', 'w')), RESERVED.closes],
  [all(exactly('Meta'), isKey('h', 'm'), ({ modifiers }) => !modifiers.has('Shift')), RESERVED.hides],
  [all(exactly('Meta'), isKey('Space')), RESERVED.systemKeys],
  [all(exactly('Meta'), withModifier('Shift'), isKey('Digit3', 'Digit4', 'Digit5')), RESERVED.pictures],
  [all(exactly('Ctrl', 'Meta'), isKey('q', 'Space')), RESERVED.systemKeys],
];

/** Why a key is reserved, in a sentence; null if a command can have it. */
export function whyReserved(spec: string, platform: Platform): string | null {
  const parts = partsOfKey(spec);
  const rules = [...everywhere, ...(platform === 'darwin' ? onMac : onOthers)];
  return rules.find(([applies]) => applies(parts))?.[1] ?? null;
}
