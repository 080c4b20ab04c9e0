import { useAppSession, useBufferDesk, useStore, useStoreSoon } from '../../session/hooks.ts';
import { formatProgress } from './format-counts.ts';
import styles from './StatusBar.module.css';

/** Progress towards the session's word target; nothing without a target. */
export function SessionTarget() {
  const { sessionTarget } = useStore(useAppSession().preferences);
  const caret = useStoreSoon(useBufferDesk().summary);
  if (sessionTarget === 0 || caret === null) return null;
  return <span className={styles.part}>{formatProgress(caret.sessionWords, sessionTarget)}</span>;
}
