/** From a key that was pressed to the command it stands for (`interface.md`, *Keys*). */

import type { PressedKey } from '../views/shortcuts.ts';
import type { Command } from './commands.ts';
import type { EffectiveKeys } from './shortcuts/effective-keys.ts';
import { keyOfPress } from './shortcuts/key-spec.ts';

/**
 * All commands whose key this is, in the order of the list: one that cannot be run leaves it to the next. None for what
 * types a character; Ctrl+Alt does on many layouts, and is never one.
 */
export function listByKey(keys: EffectiveKeys, press: PressedKey): readonly Command[] {
  if (press.ctrlKey && press.altKey) return [];
  const spec = keyOfPress(press);
  return spec === null ? [] : keys.ownersOf(spec);
}

/** Marks what takes every key itself: the field in which a new shortcut is pressed. */
const TAKES_KEYS = '[data-takes-keys]';

/**
 * Listens for the keys of all commands, ahead of whatever has the focus; `run` answers whether it took the key.
 * Returns the function that stops listening.
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
    // Escape ends a composition, a popup or find before it ends generation, so it is taken last (`onEscape`).
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
