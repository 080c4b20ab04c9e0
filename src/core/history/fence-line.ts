/** Lines that may open or close a fence (`layers.md`, *Tokens and operations*), as in CommonMark. */

export interface FenceLine {
  readonly character: '`' | '~';
  /** How many of it the line begins with, at least three. */
  readonly length: number;
  /** Whether a fence may begin here: the info string after backticks contains none, or it is code within a line. */
  readonly opens: boolean;
  /** Whether a fence may end here: nothing follows. */
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

/** Whether `line` ends a fence that `opener` began: the same character, at least as often. */
export function closesFence(line: FenceLine, opener: FenceLine): boolean {
  return line.closes && line.character === opener.character && line.length >= opener.length;
}
