import { type Continuation, isUnderWay } from '../../session/continuations-session.ts';
import { useOpenTree } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './SlotActions.module.css';

export interface SlotActionsProps {
  readonly item: Continuation;
  /** 1-based place in the list, and the row that they stand in. */
  readonly number: number;
  readonly count: number;
  readonly detailed: boolean;
  onDetail(): void;
  /** What was done takes the buttons away: whoever had the keyboard on one needs another place. */
  onDone(): void;
}

/** What can be done about one continuation: stop it, ask again, put it away, read what exactly was said. */
export function SlotActions({ item, number, count, detailed, onDetail, onDone }: SlotActionsProps) {
  const tree = useOpenTree();
  const { retry, error } = item;
  const place = `${number} of ${count}`;
  const act = (run: () => unknown) => () => {
    onDone();
    run();
  };
  if (isUnderWay(item)) {
    return (
      <div className={styles.beside} style={{ gridRow: number }}>
        {/* Not “Stop”: by that name whoever looks for it finds the one button that stops them all. */}
        <Button look="quiet" keepsFocus label={`End ${place}`} onClick={act(() => tree.asking.stopOne(item))}>
          End
        </Button>
      </div>
    );
  }
  if (retry === null) return null;
  return (
    <div className={styles.below} style={{ gridRow: number }}>
      <Button
        look="quiet"
        keepsFocus
        label={`Retry ${place}`}
        onClick={act(() => tree.asking.askAgain(item))}
      >
        Retry
      </Button>
      <Button
        look="quiet"
        keepsFocus
        label={`Dismiss ${place}`}
        onClick={act(() => tree.asking.dismiss(item))}
      >
        Dismiss
      </Button>
      {error !== null && error.detail !== '' && (
        <Button look="quiet" keepsFocus label={`Details of ${place}`} pressed={detailed} onClick={onDetail}>
          Details
        </Button>
      )}
    </div>
  );
}
