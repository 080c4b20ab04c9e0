import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  type ColumnPart,
  type ColumnRow,
  diffColumns,
  unchangedShare,
} from '../../../core/text/diff-columns.ts';
import { diffWords } from '../../../core/text/word-diff.ts';
import * as words from '../../../ui-text/tree/comparing.ts';
import {
  ALMOST_SAME_WORDS,
  COMPARING,
  FEW_WORDS_IN_COMMON,
  HIDE_MARKS,
  MARK_DIFFERENCES,
  percentSame,
  SAME_WORDS,
} from '../../../ui-text/tree/comparing.ts';
import type { TreeDesk } from '../../session/desk/tree-desk.ts';
import { useDesk, useStore } from '../../session/hooks.ts';
import type { ComparedText } from '../../session/tree/comparison-session.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type DescribedAuthors, useDescribeAuthors } from '../use-describe-authors.ts';
import styles from './ComparePage.module.css';

interface ComparePageProps {
  readonly readOnly: boolean;
}

/** Two texts of the tree side by side, in place of the text; Escape returns to it. */
export function ComparePage({ readOnly }: ComparePageProps) {
  const { tree, mode } = useDesk();
  const describe = useDescribeAuthors();
  const { comparison } = tree;
  const shown = useStore(comparison.shown);
  const page = useRef<HTMLElement>(null);

  useEffect(() => {
    if (shown !== null) page.current?.focus();
  }, [shown]);

  if (shown === null) return null;
  const { left, right } = shown;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    comparison.close();
  };
  const renderHead = (text: ComparedText) => (
    <ColumnHead
      text={text}
      by={describe(text.authors)}
      readOnly={readOnly}
      onGo={() => {
        comparison.close();
        tree.sideBySide.close();
        void goThere(tree, text);
      }}
    />
  );
  return (
    <main
      ref={page}
      className={styles.page}
      data-notice-place=""
      aria-label={mode === 'dialogue' ? words.COMPARE_PAGE_OF_ALTERNATIVES : words.COMPARE_PAGE}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className={styles.header}>
        {renderHead(left)}
        {renderHead(right)}
        <div className={styles.close}>
          <Button
            variant="icon"
            label={words.CLOSE_COMPARISON}
            hint={words.BACK_TO_TEXT}
            onClick={() => comparison.close()}
          >
            <CloseIcon />
          </Button>
        </div>
      </header>
      <div className={styles.texts}>
        <WordColumns left={left.text} right={right.text} leftName={left.name} rightName={right.name} />
        {(left.isCut || right.isCut) && <p className={styles.cut}>{words.ONLY_THE_START}</p>}
      </div>
    </main>
  );
}

interface ColumnHeadProps {
  readonly text: ComparedText;
  readonly by: DescribedAuthors;
  readonly readOnly: boolean;
  onGo(): void;
}

function ColumnHead({ text, by, readOnly, onGo }: ColumnHeadProps) {
  return (
    <div className={styles.head} data-colour={by.colour}>
      <h2 className={styles.title}>
        <span className={styles.place}>{text.name}</span> <span className={shared.author}>{by.label}</span>
      </h2>
      {!readOnly && (
        <Button label={words.goTo(text.name)} onClick={onGo}>
          {words.GO_THERE}
        </Button>
      )}
    </div>
  );
}

/** Goes to a compared text: through its list if that is shown, where a part of a text may be an item. */
async function goThere({ navigation, continuations }: TreeDesk, text: ComparedText): Promise<void> {
  const { positionId, nodeId } = text;
  const { items } = continuations.list.get();
  const isListed = items.some((item) => item.positionId === positionId && item.nodeId === nodeId);
  if (isListed) await navigation.goToContinuation(positionId);
  else await navigation.goToNode(nodeId, positionId, (whole) => whole.length);
}

/** Texts that share less than this are not marked at first: the marks would only hinder reading. */
const MIN_SHARED = 0.25;

interface WordColumnsProps {
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
function WordColumns({ left, right, leftName, rightName }: WordColumnsProps) {
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
