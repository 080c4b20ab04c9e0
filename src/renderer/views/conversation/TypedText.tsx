import { memo, type ReactNode } from 'react';
import { authorRunsOf, type Voices } from './author-runs.ts';
import styles from './MessageText.module.css';
import { MAX_PIECE, piecesOf } from './pieces-of.ts';

export interface TypedTextProps extends Voices {
  readonly text: string;
  /** Start of the text in the message, in UTF-16 code units. */
  readonly from: number;
}

/** Length of a text that is laid out again when it grows, in UTF-16 code units, and then the rest of its line. */
const PART_LENGTH = 8_000;

/** Text of a message as it was typed, line by line. */
export function TypedText({ text, from, ...voices }: TypedTextProps) {
  const parts: ReactNode[] = [];
  for (let at = 0; at <= text.length; ) {
    const end = text.indexOf('\n', at + PART_LENGTH);
    const to = end < 0 ? text.length : end;
    parts.push(<Lines key={from + at} text={text.slice(at, to)} from={from + at} {...voices} />);
    at = to + 1;
  }
  return parts;
}

/** Memoised, so that of a long text that streams only the last lines are compared and laid out. */
const Lines = memo(function Lines({ text, from, ...voices }: TypedTextProps) {
  let next = from;
  const lines = text.split('\n').map((line) => {
    const at = next;
    next += line.length + 1;
    return <Line key={at} text={line} from={at} {...voices} />;
  });
  return <div>{lines}</div>;
});

/** Memoised, so that only the last line of a text that streams is laid out again. */
const Line = memo(function Line({ text, from, ...voices }: TypedTextProps) {
  const to = from + text.length;
  const authors = authorRunsOf(voices, from, to);
  if (authors === null && text.length <= MAX_PIECE)
    return (
      <div className={styles.line} dir="auto" data-run={from}>
        {text}
      </div>
    );
  const runs = authors?.take(from, to) ?? [{ from, to, colour: undefined, isSeam: false }];
  return (
    <div className={styles.line} dir="auto" data-run={text === '' ? from : undefined}>
      {runs.flatMap((run) =>
        piecesOf(text.slice(run.from - from, run.to - from), run.from).map((piece) => (
          <span
            key={piece.from}
            className={authors?.isColoured === true ? styles.run : undefined}
            data-colour={run.colour}
            data-seam={(run.isSeam && piece.from === run.from) || undefined}
            data-run={piece.from}
          >
            {piece.text}
          </span>
        )),
      )}
    </div>
  );
});
