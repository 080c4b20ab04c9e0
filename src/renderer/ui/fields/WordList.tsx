import { useState } from 'react';
import styles from './WordList.module.css';

export interface WordListProps {
  /** Its name. */
  readonly label: string;
  /** The id of what explains it. */
  readonly describedBy: string;
  readonly words: readonly string[];
  onChange(words: readonly string[]): void;
}

/** A list of words to edit as text, one a line. What is being typed stands as typed; put away, it is in order. */
export function WordList({ label, describedBy, words, onChange }: WordListProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <textarea
      className={styles.words}
      aria-label={label}
      aria-describedby={describedBy}
      rows={5}
      spellCheck={false}
      value={typed ?? words.join('\n')}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(wordsIn(event.target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** The words of a text, each once, in the order of the alphabet. */
function wordsIn(text: string): readonly string[] {
  const words = new Set(text.split(/\s+/).filter((word) => word !== ''));
  return [...words].sort((a, b) => a.localeCompare(b));
}
