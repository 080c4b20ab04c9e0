import type { Figure, Row } from './bench.ts';

/** Greatest distance from 1 of the ratio of the baseline to itself. Beyond this, ratios are not reliable. */
export const NOISE_LIMIT = 0.15;

export type Verdict = 'met' | 'missed' | 'noisy' | 'no goal' | 'not measured';

export function verdictOf({ figure, goal }: Pick<Row, 'figure' | 'goal'>): Verdict {
  switch (figure.kind) {
    case 'none':
      return 'not measured';
    case 'counted':
    case 'measured':
      return goal === null ? 'no goal' : figure.value <= goal.atMost ? 'met' : 'missed';
    case 'timed':
      if (isNoisy(figure.timing.noise)) return 'noisy';
      return goal === null ? 'no goal' : figure.timing.ratio <= goal.atMost ? 'met' : 'missed';
  }
}

export function isNoisy(noise: number): boolean {
  return !(Math.abs(noise - 1) <= NOISE_LIMIT);
}

const HEADINGS = ['path', 'baseline', 'ours', 'base', 'ratio', 'noise', 'goal', 'seen', ''] as const;
/** Text columns are left-aligned, number columns right-aligned. */
const LEFT = new Set([0, 1, HEADINGS.length - 1]);

/** The rows as lines of text in columns with headings, followed by the parts of measured figures. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [HEADINGS, ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...cells.map((row) => [...(row[column] ?? '')].length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return LEFT.has(column) ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  const [headings = '', ...body] = cells.map(line);
  const notes = rows.flatMap(({ path, figure }) =>
    figure.kind === 'measured' ? ['', `${path}: ${figure.parts}`] : [],
  );
  return [headings, '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...body, ...notes].join(
    '\n',
  );
}

function cellsOf(row: Row): readonly string[] {
  const { path, baseline, goal, figure } = row;
  const limit = goal === null ? '–' : `≤ ${rounded(goal.atMost)}`;
  return [
    path,
    baseline,
    ...figureCells(figure),
    limit,
    goal?.seen === undefined ? '–' : rounded(goal.seen),
    verdictOf(row),
  ];
}

function figureCells(figure: Figure): readonly [string, string, string, string] {
  switch (figure.kind) {
    case 'none':
      return [figure.why, '', '', ''];
    case 'measured':
      return [`${rounded(figure.value)} ${figure.unit}`, '', '', ''];
    case 'counted':
      return [`${rounded(figure.value)} ${figure.unit}`, '', '', ''];
    case 'timed': {
      const { ours, baseline, ratio, noise } = figure.timing;
      return [milliseconds(ours), milliseconds(baseline), rounded(ratio), noise.toFixed(2)];
    }
  }
}

/** Three significant digits. */
export function rounded(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return Number.isInteger(value) || Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function milliseconds(value: number): string {
  return value < 0.1 ? `${rounded(value * 1000)} µs` : `${rounded(value)} ms`;
}
