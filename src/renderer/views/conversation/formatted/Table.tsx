import type { CSSProperties } from 'react';
import type { MarkdownRow, MarkdownTable } from '../../../../core/markdown/markdown.ts';
import { SCROLLED_PARTS } from '../../../../ui-text/conversation.ts';
import { authorRunsOf, type Voices } from '../author-runs.ts';
import styles from './formatted.module.css';
import { renderInlines } from './inlines.tsx';
import { Scrolled } from './Scrolled.tsx';

export interface TableProps extends Voices {
  readonly table: MarkdownTable;
}

/** A table, which scrolls if it is wider than the text. */
export function Table({ table, ...voices }: TableProps) {
  const { from, to, columns, head, rows } = table;
  const authors = authorRunsOf(voices, from, to);
  const alignment = (column: number): CSSProperties => ({ textAlign: columns[column] ?? 'start' });
  const missing = (row: MarkdownRow) => columns.length - row.cells.length;
  return (
    <Scrolled className={styles.tableFrame} name={SCROLLED_PARTS.table}>
      <table className={styles.table} data-from={from} data-to={to}>
        <thead>
          <tr data-from={head.from} data-to={head.to}>
            {head.cells.map((cell, column) => (
              <th key={cell.from} scope="col" dir="auto" style={alignment(column)}>
                {renderInlines(cell.children, authors)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.from} data-from={row.from} data-to={row.to}>
              {row.cells.map((cell, column) => (
                <td key={cell.from} dir="auto" style={alignment(column)}>
                  {renderInlines(cell.children, authors)}
                </td>
              ))}
              {missing(row) > 0 && <td colSpan={missing(row)} />}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
