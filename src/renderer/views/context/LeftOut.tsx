import { useId } from 'react';
import type { ContextPreview, LeftOutStretch } from '../../session/tree/context-session.ts';
import styles from './ContextPane.module.css';
import { formatCount, sayReason } from './format-context.ts';

/** More than this nobody reads; the rest is counted. */
const MOST = 40;

/** What of the path is not sent, and why. */
export function LeftOut({ preview: { leftOut } }: { readonly preview: ContextPreview }) {
  const id = useId();
  if (leftOut.length === 0) return null;
  const rest = leftOut.slice(MOST);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        What is left out
      </h3>
      <ul className={styles.pieces}>
        {leftOut.slice(0, MOST).map((stretch) => (
          <li key={`${stretch.from.nodeId} ${stretch.from.offset}`} className={styles.piece}>
            <Stretch stretch={stretch} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p className={styles.soft}>
          And {formatCount(rest.length, 'more place')},{' '}
          {formatCount(
            rest.reduce((sum, { text }) => sum + text.words, 0),
            'word',
          )}
          .
        </p>
      )}
    </section>
  );
}

function Stretch({ stretch: { reason, nodes, text } }: { readonly stretch: LeftOutStretch }) {
  return (
    <>
      <h4 className={styles.pieceName}>
        {sayReason(reason)}{' '}
        <span className={styles.soft}>
          {formatCount(text.words, 'word')}
          {nodes > 1 && ` of ${nodes} nodes`}
        </span>
      </h4>
      <p className={styles.excerpt}>
        {text.beginning.trim()}
        {text.end !== '' && ` … ${text.end.trim()}`}
      </p>
    </>
  );
}
