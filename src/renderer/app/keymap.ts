/** Maps pressed keys to commands (`interface.md`, *Keys*). */

import type { PressedKey } from '../views/shortcuts.ts';
import type { Command } from './commands.ts';
import type { EffectiveKeys } from './shortcuts/effective-keys.ts';
import { keyOfPress } from './shortcuts/key-spec.ts';

/**
 * All commands with this key, in the order of the list: one that cannot run leaves the key to the next. None
 * for keys that type a character, which Ctrl+Alt does on many layouts.
 */
export function listByKey(keys: EffectiveKeys, press: PressedKey): readonly Command[] {
  if (press.ctrlKey && press.altKey) return [];
  const spec = keyOfPress(press);
  return spec === null ? [] : keys.ownersOf(spec);
}

/** Marks the field that captures a new shortcut, which handles every key itself. */
const TAKES_KEYS = '[data-takes-keys]';

/**
 * Listens for the keys of all commands, before the focused element does.
 * @param run returns whether it took the key
 * @returns a function that stops listening
 */
export function listenForKeys(
  target: Window,
  keys: EffectiveKeys,
  run: (command: Command, event: KeyboardEvent) => boolean,
): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    // A bare Alt moves the focus to the menu bar, and the next letter typed would be lost.
    if (event.key === 'Alt') return event.preventDefault();
    if (event.target instanceof Element && event.target.closest(TAKES_KEYS) !== null) return;
    // Escape ends a composition, a popup or find before it stops generation, so it is handled last (`onEscape`).
    if (event.key === 'Escape') return;
    if (!listByKey(keys, event).some((command) => run(command, event))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (listByKey(keys, event).some((command) => run(command, event))) event.preventDefault();
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
