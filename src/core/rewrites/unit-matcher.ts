/** Finds the beginning of a pattern at the end of a sequence that grows, at a constant cost per unit (Knuth, Morris, Pratt). */
export class UnitMatcher {
  readonly #pattern: readonly string[];
  /** For each length of a match, the length of the longest shorter one that ends at the same unit. */
  readonly #shorter: readonly number[];
  /** Where the last units were, as many as the pattern has, by their number. */
  readonly #offsets: number[] = [];
  #count = 0;
  #length = 0;

  constructor(pattern: readonly string[]) {
    this.#pattern = pattern;
    this.#shorter = shorterMatches(pattern);
  }

  /** How many units of the pattern the sequence ends with, as many as possible. */
  get length(): number {
    return this.#length;
  }

  get isWhole(): boolean {
    return this.#length === this.#pattern.length;
  }

  /** @param at returned by `offsetOf` */
  add(unit: string, at: number): void {
    this.#offsets[this.#count % this.#pattern.length] = at;
    this.#count += 1;
    this.#length = longer(this.#pattern, this.#shorter, this.#length, unit);
  }

  /** Where the unit of the sequence is that matches the pattern's at `index`, which is below `length`. */
  offsetOf(index: number): number {
    return this.#offsets[(this.#count - this.#length + index) % this.#pattern.length] ?? 0;
  }
}

/** The length of the match of `length` units after another unit. */
function longer(
  pattern: readonly string[],
  shorter: readonly number[],
  length: number,
  unit: string,
): number {
  let matched = length === pattern.length ? (shorter[length] ?? 0) : length;
  while (matched > 0 && pattern[matched] !== unit) matched = shorter[matched] ?? 0;
  return pattern[matched] === unit ? matched + 1 : 0;
}

function shorterMatches(pattern: readonly string[]): readonly number[] {
  const shorter = [0, 0];
  for (const unit of pattern.slice(1)) shorter.push(longer(pattern, shorter, shorter.at(-1) ?? 0, unit));
  return shorter;
}
