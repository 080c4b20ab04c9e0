import { useMemo } from 'react';
import { diffWords, type WordDiffPart } from '../../../core/text/word-diff.ts';
import styles from './WordDiff.module.css';

/** Of a stretch that stayed, this much is shown at either side of what changed. UTF-16 code units. */
const AROUND = 160;

export interface WordDiffProps {
  readonly oldText: string;
  readonly newText: string;
}

/** What was removed and what was added, word by word, in the text around it. */
export function WordDiff({ oldText, newText }: WordDiffProps) {
  const parts = useMemo(() => diffWords(oldText, newText), [oldText, newText]);
  if (oldText === newText) return <p className={styles.same}>The words are the same.</p>;
  let offset = 0;
  const pieces = parts.map((part, index) => {
    const key = `${offset} ${part.change}`;
    offset += part.text.length;
    if (part.change === 'removed') return <del key={key}>{part.text}</del>;
    if (part.change === 'added') return <ins key={key}>{part.text}</ins>;
    return <span key={key}>{shortened(part, index === 0, index === parts.length - 1)}</span>;
  });
  return <p className={styles.diff}>{pieces}</p>;
}

/** A long stretch without its middle, or without its far end where only one side of it changed. */
function shortened({ text }: WordDiffPart, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 3 * AROUND) return text;
  // Cut where a word begins, so that no character is cut in two.
  const head = isFirst ? '' : text.slice(0, AROUND).replace(/\S+$/u, '');
  const tail = isLast ? '' : text.slice(-AROUND).replace(/^\S+/u, '');
  return `${head}…${tail}`;
}
