import { useEffect, useState } from 'react';
import { type ColumnPart, type ColumnRow, columnsOf, shareOf } from '../../../core/text/diff-columns.ts';
import { diffWords } from '../../../core/text/word-diff.ts';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './WordColumns.module.css';

/** With less in common than this, marks would only be in the way of reading. */
const SHARED_ENOUGH = 0.25;

export interface WordColumnsProps {
  readonly left: string;
  readonly right: string;
  /** What each column is called. */
  readonly leftName: string;
  readonly rightName: string;
}

interface Columns {
  readonly rows: readonly ColumnRow[];
  readonly share: number;
}

/** Two texts side by side, their shared paragraphs at the same height, the words that differ marked. */
export function WordColumns({ left, right, leftName, rightName }: WordColumnsProps) {
  const [columns, setColumns] = useState<Columns | null>(null);
  const [marks, setMarks] = useState<boolean | null>(null);
  useEffect(() => {
    setColumns(null);
    setMarks(null);
    // Two long texts take a moment: the page is there before it.
    const timer = setTimeout(() => {
      const parts = diffWords(left, right);
      setColumns({ rows: columnsOf(parts), share: shareOf(parts) });
    });
    return () => clearTimeout(timer);
  }, [left, right]);
  if (columns === null) return <p className={styles.words}>Comparing…</p>;
  const { rows, share } = columns;
  const isMarked = marks ?? share >= SHARED_ENOUGH;
  const isSame = left === right;
  return (
    <>
      <div className={styles.words}>
        <p>{isSame ? 'The words are the same.' : sayShare(share)}</p>
        {!isSame && (
          <Button look="quiet" onClick={() => setMarks(!isMarked)}>
            {isMarked ? 'Read without marks' : 'Mark the words that differ'}
          </Button>
        )}
      </div>
      <div className={styles.columns} data-marked={isMarked && !isSame}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one comparison never change
          <Row key={index} row={row} names={index === 0 ? [leftName, rightName] : null} />
        ))}
      </div>
    </>
  );
}

function sayShare(share: number): string {
  if (share < SHARED_ENOUGH) return 'They have few words in common.';
  return share > 0.995
    ? 'Almost every word is the same.'
    : `${Math.round(share * 100)} % of the words are the same.`;
}

function Row({ row, names }: { readonly row: ColumnRow; readonly names: readonly [string, string] | null }) {
  return (
    <div className={styles.row}>
      <Cell parts={row.left} name={names?.[0]} />
      <Cell parts={row.right} name={names?.[1]} />
    </div>
  );
}

function Cell({ parts, name }: { readonly parts: readonly ColumnPart[]; readonly name: string | undefined }) {
  let offset = 0;
  return (
    <p className={styles.cell}>
      {name !== undefined && <VisuallyHidden>{name}: </VisuallyHidden>}
      {parts.map(({ differs, text }) => {
        const key = offset;
        offset += text.length;
        return differs ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
      })}
    </p>
  );
}
