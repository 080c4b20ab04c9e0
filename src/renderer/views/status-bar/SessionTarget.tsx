import { useAppSession, useOpenTree, useStore } from '../../session/hooks.ts';
import { progressOf } from './counts.ts';
import styles from './StatusBar.module.css';

/** How far the writer is on the way they set themselves; nothing without a target. */
export function SessionTarget() {
  const { sessionTarget } = useStore(useAppSession().preferences);
  const caret = useStore(useOpenTree().summary);
  if (sessionTarget === 0 || caret === null) return null;
  return <span className={styles.part}>{progressOf(caret.sessionWords, sessionTarget)}</span>;
}
