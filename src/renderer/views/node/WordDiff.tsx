import { useMemo } from 'react';
import { diffWords, type WordDiffPart } from '../../../core/text/word-diff.ts';
import { SAME_WORDS } from '../../../ui-text/tree/comparing.ts';
import styles from './WordDiff.module.css';

/** Length of unchanged text on either side of a change, in UTF-16 code units. */
const CONTEXT_LENGTH = 160;

export interface WordDiffProps {
  readonly oldText: string;
  readonly newText: string;
}

/** Removed and added words, with the text around them. */
export function WordDiff({ oldText, newText }: WordDiffProps) {
  if (oldText === newText) return <p className={styles.same}>{SAME_WORDS}</p>;
  return (
    <p className={styles.diff}>
      <ChangedWords oldText={oldText} newText={newText} />
    </p>
  );
}

/** The same without a paragraph around it. */
export function ChangedWords({ oldText, newText }: WordDiffProps) {
  const parts = useMemo(() => diffWords(oldText, newText), [oldText, newText]);
  let offset = 0;
  return parts.map((part, index) => {
    const key = `${offset} ${part.change}`;
    offset += part.text.length;
    if (part.change === 'removed')
      return (
        <del key={key} className={styles.removed}>
          {part.text}
        </del>
      );
    if (part.change === 'added')
      return (
        <ins key={key} className={styles.added}>
          {part.text}
        </ins>
      );
    return <span key={key}>{elided(part, index === 0, index === parts.length - 1)}</span>;
  });
}

/** Unchanged text without its middle; without its outer end if it is the first or last part. */
function elided({ text }: WordDiffPart, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 3 * CONTEXT_LENGTH) return text;
  // Cut at white space, so that no surrogate pair is divided.
  const head = isFirst ? '' : text.slice(0, CONTEXT_LENGTH).replace(/\S+$/u, '');
  const tail = isLast ? '' : text.slice(-CONTEXT_LENGTH).replace(/^\S+/u, '');
  return `${head}…${tail}`;
}
