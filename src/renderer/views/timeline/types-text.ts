/** A key that was pressed; React's and the DOM's. */
interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const TYPING_KEYS: ReadonlySet<string> = new Set(['Enter', 'Backspace', 'Delete', 'Process', 'Dead']);

/** Returns true if a key changes text where it can be changed: the writer wants to continue writing. */
export function typesText({ key, ctrlKey, metaKey, altKey }: Press): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return isLetter(key) || TYPING_KEYS.has(key);
}

/** Returns true if a key types a character, and not the beginning of one. */
export function isLetter(key: string): boolean {
  return [...key].length === 1;
}
