import { memo } from 'react';
import { authorRunsOf, type Voices } from './author-runs.ts';
import styles from './MessageText.module.css';

export interface TypedTextProps extends Voices {
  readonly text: string;
  /** Where the text begins in the message, in UTF-16 code units. */
  readonly from: number;
}

/** Text of a message as it was typed, line by line. */
export function TypedText({ text, from, ...voices }: TypedTextProps) {
  let next = from;
  return text.split('\n').map((line) => {
    const at = next;
    next += line.length + 1;
    return <Line key={at} text={line} from={at} {...voices} />;
  });
}

/** Memoised, so that only the last line of a text that streams is laid out again. */
const Line = memo(function Line({ text, from, ...voices }: TypedTextProps) {
  const to = from + text.length;
  const authors = authorRunsOf(voices, from, to);
  if (authors === null)
    return (
      <div className={styles.line} dir="auto" data-run={from}>
        {text}
      </div>
    );
  return (
    <div className={styles.line} dir="auto" data-run={text === '' ? from : undefined}>
      {authors.take(from, to).map((run) => (
        <span
          key={run.from}
          className={authors.isColoured ? styles.run : undefined}
          data-colour={run.colour}
          data-seam={run.isSeam || undefined}
          data-run={run.from}
        >
          {text.slice(run.from - from, run.to - from)}
        </span>
      ))}
    </div>
  );
});
