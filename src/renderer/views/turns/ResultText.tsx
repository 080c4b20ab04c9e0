import { Fragment } from 'react';
import styles from './ResultText.module.css';

/** An id in brackets, as results name nodes. */
const ID = /(\[[0-9a-z]{6,26}\])/;

export interface ResultTextProps {
  readonly text: string;
  onGoTo(localId: string): void;
}

/** The result of a command, as it is: the ids in it lead to their nodes, and everything else is text. */
export function ResultText({ text, onGoTo }: ResultTextProps) {
  return text.split(ID).map((part, index) => {
    const isId = index % 2 === 1;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text that never changes
    if (!isId) return <Fragment key={index}>{part}</Fragment>;
    const id = part.slice(1, -1);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same
      <button key={index} type="button" className={styles.id} onClick={() => onGoTo(id)}>
        {part}
      </button>
    );
  });
}
