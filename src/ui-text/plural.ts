const RULES = new Intl.PluralRules('en-US');
const NUMBERS = new Intl.NumberFormat('en-US');

/** The form of a word that goes with a number: `one` for 1, `other` for everything else, 0 included. */
export function plural(count: number, one: string, other = `${one}s`): string {
  return RULES.select(count) === 'one' ? one : other;
}

/** A number with its word, as `1 text` or `1,200 texts`. */
export function countOf(count: number, one: string, other = `${one}s`): string {
  return `${NUMBERS.format(count)} ${plural(count, one, other)}`;
}

/** Items as an English list: `a`, `a and b`, `a, b and c`. */
export function listOf(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}
