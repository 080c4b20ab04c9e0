import { type FaultReport, holds } from './fault.ts';

const COLUMNS = ['fault', 'operations', 'kills', 'points', 'lost', 'corrupt', 'longest loss', ''] as const;

/** Most failures of one fault that are listed; more would not help. */
const SHOWN = 20;

/** The reports as a table for a terminal, followed by the failures. */
export function formatReports(reports: readonly FaultReport[]): string {
  const rows = reports.map((report) => {
    const { fault, operations, kills, points, lost, corrupt, longestLoss, skipped } = report;
    if (skipped !== undefined) return [fault, '', '', '', '', '', '', `not tried: ${skipped}`];
    const loss = longestLoss === null ? '–' : `${Math.round(longestLoss)} ms`;
    const figures = [operations, kills, points, lost, corrupt].map(String);
    return [fault, ...figures, loss, holds(report) ? 'holds' : 'FAILED'];
  });
  const lines = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const table = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const failures = reports.flatMap(({ fault, failures: all }) => [
    ...all.slice(0, SHOWN).map((failure) => `${fault}: ${failure}`),
    ...(all.length > SHOWN ? [`${fault}: and ${all.length - SHOWN} more`] : []),
  ]);
  return [...table, ...(failures.length === 0 ? [] : ['', ...failures])].join('\n');
}
