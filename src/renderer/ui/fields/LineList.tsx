import { useState } from 'react';
import styles from './LineList.module.css';

interface LineListProps {
  /** Its accessible name. */
  readonly label: string;
  /** The id of its description. */
  readonly describedBy: string;
  readonly lines: readonly string[];
  onChange(lines: readonly string[]): void;
  /** Reads the lines of the text; by default those that are not blank, without duplicates. */
  read?(text: string): readonly string[];
  readonly spellCheck?: boolean;
}

/** A list of lines edited as text, in their order. The text is kept as typed until blur. */
export function LineList({ label, describedBy, lines, onChange, read = linesIn, spellCheck }: LineListProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <textarea
      className={styles.words}
      data-kind="list"
      aria-label={label}
      aria-describedby={describedBy}
      rows={5}
      spellCheck={spellCheck}
      value={typed ?? lines.join('\n')}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(read(event.target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** The lines of a text that are not blank, without duplicates. */
function linesIn(text: string): readonly string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

interface WordListProps extends Pick<LineListProps, 'label' | 'describedBy'> {
  readonly words: readonly string[];
  onChange(words: readonly string[]): void;
}

/** A list of words edited as text, one per line. The text is kept as typed until blur, then it is sorted. */
export function WordList({ words, ...props }: WordListProps) {
  return <LineList {...props} lines={words} read={wordsIn} spellCheck={false} />;
}

/** The words of a text, without duplicates, in alphabetical order. */
function wordsIn(text: string): readonly string[] {
  const words = new Set(text.split(/\s+/).filter((word) => word !== ''));
  return [...words].sort((a, b) => a.localeCompare(b));
}
