import { READY_OF } from '../../../ui-text/tree/continuation-list.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { isInProgress } from '../../session/tree/continuation.ts';
import styles from './ContinuationsPane.module.css';

/** `2 of 5 ready`, while several are streaming. */
export function ReadyBadge() {
  const tree = useTreeDesk();
  const { items, ready } = useStore(tree.continuations.list);
  if (ready === null || !items.some(isInProgress)) return null;
  return (
    <span className={styles.badge}>
      {ready.done}
      <span className={styles.total}>
        {' '}
        {READY_OF.of} {ready.total}
      </span>{' '}
      {READY_OF.ready}
    </span>
  );
}
