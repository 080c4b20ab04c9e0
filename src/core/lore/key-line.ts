/** The keys of an entry on one line, as a writer types them. */

/** A regular expression up to a slash that ends it, where commas may stand in it, or else all up to the next comma. */
const KEY = /\s*(\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\[])*?\/[a-z]*(?=\s*(?:,|$))|[^,]*)(?:,|$)/gisu;

/** The keys between the commas of a line, each once. Blank ones are left out. */
export function keysIn(line: string): readonly string[] {
  const keys = Array.from(line.matchAll(KEY), ([, key = '']) => key.trim());
  return [...new Set(keys)].filter((key) => key !== '');
}

export function lineOf(keys: readonly string[]): string {
  return keys.join(', ');
}
