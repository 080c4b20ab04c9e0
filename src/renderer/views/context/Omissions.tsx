import { useId } from 'react';
import { morePassages, NOT_SENT, passageLength } from '../../../ui-text/context/next-request.ts';
import type { ContextPreview, OmittedRange } from '../../session/tree/context-session.ts';
import styles from './ContextPane.module.css';
import { formatReason } from './format-context.ts';

/** Most passages listed; the rest are only counted. */
const MAX_SHOWN = 40;

/** The passages of the path that are not sent, and why. */
export function Omissions({ preview: { omitted, messages } }: { readonly preview: ContextPreview }) {
  const id = useId();
  if (omitted.length === 0) return null;
  const rest = omitted.slice(MAX_SHOWN);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {NOT_SENT}
      </h3>
      <ul className={styles.pieces}>
        {omitted.slice(0, MAX_SHOWN).map((stretch) => (
          <li key={`${stretch.from.nodeId} ${stretch.from.offset}`} className={styles.piece}>
            <Omission stretch={stretch} ofWhat={messages.length > 0 ? 'messages' : 'nodes'} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p className={styles.soft}>
          {morePassages(
            rest.length,
            rest.reduce((sum, { text }) => sum + text.words, 0),
          )}
        </p>
      )}
    </section>
  );
}

interface OmissionProps {
  readonly stretch: OmittedRange;
  readonly ofWhat: 'nodes' | 'messages';
}

function Omission({ stretch: { reason, nodes, text }, ofWhat }: OmissionProps) {
  return (
    <>
      <h4 className={styles.pieceName}>
        {formatReason(reason)} <span className={styles.soft}>{passageLength(text.words, nodes, ofWhat)}</span>
      </h4>
      <p className={styles.excerpt}>
        {text.beginning.trim()}
        {text.end !== '' && ` … ${text.end.trim()}`}
      </p>
    </>
  );
}
