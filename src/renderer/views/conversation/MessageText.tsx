import { memo } from 'react';
import type { Spans } from '../../../core/text/span.ts';
import { SpanReader } from '../../../core/text/span-reader.ts';
import type { SpannedText } from '../../../core/text/spanned-text.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { colourOf, isMixed } from './author-marks.ts';
import styles from './MessageText.module.css';

export interface MessageTextProps extends SpannedText {
  readonly agents: readonly Agent[];
}

/** A message's text as it was typed, line by line; one by several authors is coloured as in a manuscript. */
export const MessageText = memo(function MessageText({ text, spans, agents }: MessageTextProps) {
  const lines = text.split('\n');
  const reader = isMixed(spans) ? new SpanReader(spans) : null;
  return (
    <div className={styles.text} data-message-text>
      {lines.map((line, index) => {
        const runs = reader?.take(line.length) ?? null;
        if (reader !== null && index < lines.length - 1) reader.take(1);
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
        return <Line key={index} text={line} runs={runs} agents={agents} />;
      })}
    </div>
  );
});

interface LineProps {
  readonly text: string;
  /** Null if one author wrote the whole message. */
  readonly runs: Spans | null;
  readonly agents: readonly Agent[];
}

/** Memoised, so that only the last line of a text that streams is laid out again. */
const Line = memo(function Line({ text, runs, agents }: LineProps) {
  let to = 0;
  return (
    <div className={styles.line} dir="auto">
      {runs === null
        ? text
        : runs.map(({ agent, length }) => {
            const from = to;
            to += length;
            const colour = colourOf(agents.find(({ id }) => id === agent));
            const part = text.slice(from, to);
            return colour === undefined ? (
              part
            ) : (
              <span key={from} className={styles.run} data-colour={colour}>
                {part}
              </span>
            );
          })}
    </div>
  );
});
