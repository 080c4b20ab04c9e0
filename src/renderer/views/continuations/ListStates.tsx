import { SEVERAL_FAILED } from '../../../ui-text/continuations.ts';
import {
  ALL_ALTERNATIVES_PRUNED,
  ALL_PRUNED,
  DISMISS_ALL,
  NO_CONTINUATIONS,
  NO_REPLIES,
  noneContains,
  RETRY_ALL,
} from '../../../ui-text/tree/continuation-list.ts';
import { LOADING } from '../../../ui-text/window/buttons.ts';
import { useDesk, useStore, useTreeDesk } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ContinuationsPane.module.css';

/** Why the list is empty. */
export function Empty() {
  const { tree, mode } = useDesk();
  const isTalk = mode === 'dialogue';
  const { isLoaded, prunedCount, items, count } = useStore(tree.continuations.list);
  const { text } = useStore(tree.filter.state);
  if (!isLoaded) return <p className={`${styles.empty} ${styles.late}`}>{LOADING}</p>;
  if (items.length > 0) return <p className={styles.empty}>{noneContains(count, text?.trim() ?? '')}</p>;
  if (prunedCount > 0) return <p className={styles.empty}>{isTalk ? ALL_ALTERNATIVES_PRUNED : ALL_PRUNED}</p>;
  return <p className={styles.empty}>{isTalk ? NO_REPLIES : NO_CONTINUATIONS}</p>;
}

/** Retries or dismisses all failed continuations at once, if they are on at least two cards. */
export function FailedRequests({ cards }: { readonly cards: number }) {
  const tree = useTreeDesk();
  if (cards < 2) return null;
  return (
    <div className={styles.lost}>
      <p>{SEVERAL_FAILED}</p>
      <Button variant="quiet" keepsFocus onClick={() => void tree.generationCommands.retryAll()}>
        {RETRY_ALL}
      </Button>
      <Button variant="quiet" keepsFocus onClick={() => void tree.generationCommands.dismissAll()}>
        {DISMISS_ALL}
      </Button>
    </div>
  );
}
