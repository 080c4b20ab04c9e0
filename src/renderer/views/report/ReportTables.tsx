import type { ReactNode } from 'react';
import { type ByAgent, byModel, type ReportSummary } from '../../../core/exchange/authorship-report.ts';
import {
  COLUMNS,
  KIND_COLUMNS,
  NO_MODELS,
  REPORT_SECTIONS,
  rowsLeftOut,
  shareText,
} from '../../../ui-text/report.ts';
import { dayOf } from '../../../ui-text/time.ts';
import { timeOf } from '../../session/window/words-of-days.ts';
import styles from './Report.module.css';
import { ShareBar } from './ShareBar.tsx';

/** Rows that are shown of a long table. */
const MOST_ROWS = 400;

/** The most that is shown of a chapter's title. */
const LONGEST_TITLE = 200;

interface SectionProps {
  readonly report: ReportSummary;
}

export function ChaptersSection({ report }: SectionProps) {
  const rows = report.chapters.map(({ title, from, by }) => {
    const name = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE).toWellFormed()}…` : title;
    return { id: String(from), name, by };
  });
  return <PartsTable report={report} label={REPORT_SECTIONS.chapters} column={COLUMNS.chapter} rows={rows} />;
}

/** The latest day first. */
export function DaysSection({ report }: SectionProps) {
  const rows = report.days.map(({ day, by }) => ({ id: day, name: dayOf(timeOf(day)), by })).toReversed();
  return <PartsTable report={report} label={REPORT_SECTIONS.days} column={COLUMNS.day} rows={rows} />;
}

export function ModelsSection({ report: { agents, text } }: SectionProps) {
  const models = byModel(agents);
  if (models.length === 0) return <p className={styles.soft}>{NO_MODELS}</p>;
  return (
    <table className={styles.table} aria-label={REPORT_SECTIONS.models}>
      <Heads names={[COLUMNS.model, COLUMNS.words, COLUMNS.characters, COLUMNS.share]} />
      <tbody>
        {models.map(({ model, words, length }) => (
          <tr key={model}>
            <th scope="row">{model}</th>
            <td>{words.toLocaleString('en')}</td>
            <td>{length.toLocaleString('en')}</td>
            <td>{shareText(length / text.length)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Heads({ names, children }: { readonly names: readonly string[]; readonly children?: ReactNode }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        {children}
      </tr>
    </thead>
  );
}

interface PartsTableProps {
  readonly report: ReportSummary;
  /** Its accessible name. */
  readonly label: string;
  /** The name of the first column. */
  readonly column: string;
  readonly rows: readonly { readonly id: string; readonly name: string; readonly by: ByAgent }[];
}

/** Parts of the text, each with its length and the share of each kind of author that the text has. */
function PartsTable({ report: { agents }, label, column, rows }: PartsTableProps) {
  const kinds = (['writer', 'person', 'model', 'unknown'] as const).filter((kind) =>
    agents.some((agent) => agent.kind === kind),
  );
  const shown = rows.slice(0, MOST_ROWS);
  return (
    <>
      <table className={styles.table} aria-label={label}>
        <Heads names={[column, COLUMNS.characters, ...kinds.map((kind) => KIND_COLUMNS[kind])]}>
          <td className={styles.barCell} />
        </Heads>
        <tbody>
          {shown.map(({ id, name, by }) => {
            const length = by.reduce((sum, [, own]) => sum + own, 0);
            return (
              <tr key={id}>
                <th scope="row" dir="auto">
                  {name}
                </th>
                <td>{length.toLocaleString('en')}</td>
                {kinds.map((kind) => {
                  const own = by.reduce(
                    (sum, [agent, part]) => sum + (agents[agent]?.kind === kind ? part : 0),
                    0,
                  );
                  return <td key={kind}>{shareText(length === 0 ? 0 : own / length)}</td>;
                })}
                <td className={styles.barCell}>
                  <ShareBar agents={agents} by={by} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length > shown.length && <p className={styles.soft}>{rowsLeftOut(rows.length - shown.length)}</p>}
    </>
  );
}
