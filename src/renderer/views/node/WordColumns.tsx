import { useEffect, useState } from 'react';
import {
  type ColumnPart,
  type ColumnRow,
  diffColumns,
  unchangedShare,
} from '../../../core/text/diff-columns.ts';
import { diffWords } from '../../../core/text/word-diff.ts';
import {
  ALMOST_SAME_WORDS,
  COMPARING,
  FEW_WORDS_IN_COMMON,
  HIDE_MARKS,
  MARK_DIFFERENCES,
  percentSame,
  SAME_WORDS,
} from '../../../ui-text/tree/comparing.ts';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './WordColumns.module.css';

/** Texts that share less than this are not marked at first: the marks would only hinder reading. */
const MIN_SHARED = 0.25;

export interface WordColumnsProps {
  readonly left: string;
  readonly right: string;
  /** The accessible name of each column. */
  readonly leftName: string;
  readonly rightName: string;
}

interface Columns {
  readonly rows: readonly ColumnRow[];
  readonly share: number;
}

/** Two texts side by side, with shared paragraphs aligned and differing words marked. */
export function WordColumns({ left, right, leftName, rightName }: WordColumnsProps) {
  const [columns, setColumns] = useState<Columns | null>(null);
  const [marks, setMarks] = useState<boolean | null>(null);
  useEffect(() => {
    setColumns(null);
    setMarks(null);
    // Comparing two long texts takes a moment: render the page first.
    const timer = setTimeout(() => {
      const parts = diffWords(left, right);
      setColumns({ rows: diffColumns(parts), share: unchangedShare(parts) });
    });
    return () => clearTimeout(timer);
  }, [left, right]);
  if (columns === null) return <p className={styles.words}>{COMPARING}</p>;
  const { rows, share } = columns;
  const isMarked = marks ?? share >= MIN_SHARED;
  const isSame = left === right;
  return (
    <>
      <div className={styles.words}>
        <p>{isSame ? SAME_WORDS : formatShare(share)}</p>
        {!isSame && (
          <Button variant="quiet" onClick={() => setMarks(!isMarked)}>
            {isMarked ? HIDE_MARKS : MARK_DIFFERENCES}
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

function formatShare(share: number): string {
  if (share < MIN_SHARED) return FEW_WORDS_IN_COMMON;
  return share > 0.995 ? ALMOST_SAME_WORDS : percentSame(Math.round(share * 100));
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
