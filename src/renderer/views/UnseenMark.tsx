import { newReplies } from '../../ui-text/dialogue/messages.ts';
import styles from './UnseenMark.module.css';

/** A dot and a number: so many replies arrived while the writer did not look. Nothing for 0. */
export function UnseenMark({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.mark} role="img" aria-label={newReplies(count)} title={newReplies(count)}>
      {count}
    </span>
  );
}
