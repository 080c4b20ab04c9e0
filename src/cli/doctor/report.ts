import { ALL_VERIFIED, NOT_VERIFIED } from '../../ui-text/cli/sentences.ts';
import type { Examination } from './examine.ts';

/** The doctor's report on a file. */
export function report({ path, about, findings, sizes, isHealthy }: Examination): string {
  const indent = (lines: readonly string[]) => lines.map((line) => (line === '' ? '' : `    ${line}`));
  return [
    path,
    ...indent(about),
    '',
    ...findings.flatMap(({ holds, sentence, details }) => [
      `${holds ? 'yes' : 'NO '} ${sentence}`,
      ...indent(details),
    ]),
    ...(sizes.length === 0 ? [] : ['', ...indent(sizes)]),
    '',
    isHealthy ? ALL_VERIFIED : NOT_VERIFIED,
    '',
  ].join('\n');
}
