import { useOpenTree, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ContinuationsPane.module.css';

/** Why there is nothing in the list. */
export function Empty() {
  const tree = useOpenTree();
  const { isLoaded, prunedCount, items } = useStore(tree.continuations.list);
  const { text } = useStore(tree.filter.state);
  if (!isLoaded) return <p className={`${styles.empty} ${styles.late}`}>Reading…</p>;
  if (items.length > 0)
    return (
      <p className={styles.empty}>
        None of {items.length} says “{text?.trim()}”. Escape shows all.
      </p>
    );
  if (prunedCount > 0)
    return <p className={styles.empty}>All that continued this is pruned. Nothing of it is lost.</p>;
  return (
    <p className={styles.empty}>Nothing continues this yet. Generate asks for continuations from here.</p>
  );
}

/** More than one of which nothing came: all of them can be asked for again together. */
export function Lost({ count, onDone }: { readonly count: number; onDone(): void }) {
  const tree = useOpenTree();
  if (count < 2) return null;
  const act = (run: () => unknown) => () => {
    onDone();
    run();
  };
  return (
    <div className={styles.lost}>
      <p>Nothing came of {count}.</p>
      <Button look="quiet" keepsFocus onClick={act(() => tree.asking.retryAll())}>
        Retry all
      </Button>
      <Button look="quiet" keepsFocus onClick={act(() => tree.asking.dismissAll())}>
        Dismiss all
      </Button>
    </div>
  );
}
