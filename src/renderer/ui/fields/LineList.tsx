import { useState } from 'react';
import styles from './WordList.module.css';

export interface LineListProps {
  /** Its accessible name. */
  readonly label: string;
  /** The id of its description. */
  readonly describedBy: string;
  readonly lines: readonly string[];
  onChange(lines: readonly string[]): void;
}

/** A list of lines edited as text, in their order. The text is kept as typed until blur. */
export function LineList({ label, describedBy, lines, onChange }: LineListProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <textarea
      className={styles.words}
      aria-label={label}
      aria-describedby={describedBy}
      rows={5}
      value={typed ?? lines.join('\n')}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(linesIn(event.target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** The lines of a text that are not blank, without duplicates. */
function linesIn(text: string): readonly string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}
