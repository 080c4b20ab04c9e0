import { SEVERAL_FAILED } from '../../../ui-text/continuations.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ContinuationsPane.module.css';

/** Why the list is empty. */
export function Empty() {
  const tree = useTreeDesk();
  const { isLoaded, prunedCount, items, count } = useStore(tree.continuations.list);
  const { text } = useStore(tree.filter.state);
  if (!isLoaded) return <p className={`${styles.empty} ${styles.late}`}>Loading…</p>;
  if (items.length > 0)
    return (
      <p className={styles.empty}>
        {count === 0 ? 'Nothing here' : `None of ${count}`} contains “{text?.trim()}”. Press Escape to show
        all.
      </p>
    );
  if (prunedCount > 0)
    return <p className={styles.empty}>All continuations here are pruned. Nothing is lost.</p>;
  return <p className={styles.empty}>No continuations here yet. Generate asks for some.</p>;
}

/** Retries or dismisses all failed continuations at once, if they are on at least two cards. */
export function FailedRequests({ cards, onDone }: { readonly cards: number; onDone(): void }) {
  const tree = useTreeDesk();
  if (cards < 2) return null;
  const withFocusMoved = (run: () => unknown) => () => {
    onDone();
    run();
  };
  return (
    <div className={styles.lost}>
      <p>{SEVERAL_FAILED}</p>
      <Button variant="quiet" keepsFocus onClick={withFocusMoved(() => tree.generationCommands.retryAll())}>
        Retry all
      </Button>
      <Button variant="quiet" keepsFocus onClick={withFocusMoved(() => tree.generationCommands.dismissAll())}>
        Dismiss all
      </Button>
    </div>
  );
}
