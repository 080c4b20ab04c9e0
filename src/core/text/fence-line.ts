/** Lines that may open or close a fence (`layers.md`, *Tokens and operations*), as in CommonMark. */

export interface FenceLine {
  readonly character: '`' | '~';
  /** Number of its characters at the start of the line, at least three. */
  readonly length: number;
  /** A fence may begin here: an info string after backticks contains none, or it would be code within a line. */
  readonly opens: boolean;
  /** A fence may end here: nothing follows. */
  readonly closes: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Undefined for a line that neither opens nor closes a fence. */
export function findFenceLine(line: string): FenceLine | undefined {
  const [start, run] = FENCE.exec(line) ?? [];
  if (start === undefined || run === undefined) return undefined;
  const character = run.startsWith('~') ? '~' : '`';
  const info = line.slice(start.length);
  return {
    character,
    length: run.length,
    opens: character === '~' || !info.includes('`'),
    closes: info.trim() === '',
  };
}

/** Returns true if `line` ends a fence begun by `opener`: the same character, at least as often. */
export function closesFence(line: FenceLine, opener: FenceLine): boolean {
  return line.closes && line.character === opener.character && line.length >= opener.length;
}
