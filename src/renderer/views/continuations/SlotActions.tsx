import { useOpenTree } from '../../session/hooks.ts';
import { isUnderWay } from '../../session/tree/continuation.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import styles from './SlotActions.module.css';
import { Versions, type VersionsProps } from './Versions.tsx';

export interface SlotActionsProps extends VersionsProps {
  /** The row of the list that they stand in. */
  readonly row: number;
  readonly detailed: boolean;
  /** It is being edited, or just was: the edit can be a branch instead of a version. */
  readonly edited: boolean;
  onDetail(): void;
  /** What was done takes the buttons away: whoever had the keyboard on one needs another place. */
  onDone(): void;
}

/** Lines of buttons that stand over the lower end of a continuation. */
export function linesOf({
  item,
  edited,
  readOnly,
}: Pick<SlotActionsProps, 'item' | 'edited' | 'readOnly'>): number {
  const lines = [item.versions.length > 1, edited && !readOnly, isActionable(item, readOnly)];
  return lines.filter((line) => line).length;
}

function isActionable({ retry, pruned }: SlotActionsProps['item'], readOnly: boolean): boolean {
  return !readOnly && (retry !== null || pruned);
}

/**
 * What can be done about one continuation: stop it, ask again, put it away, read what exactly was said, show another of
 * its versions, make its edit a branch, bring it back.
 */
export function SlotActions(props: SlotActionsProps) {
  const { item, place, row, readOnly, detailed, edited, onDetail, onDone } = props;
  const tree = useOpenTree();
  const { retry, error } = item;
  const act = (run: () => unknown) => () => {
    onDone();
    run();
  };
  if (isUnderWay(item)) {
    return (
      <div className={styles.beside} style={{ gridRow: row }}>
        {/* Not “Stop”: by that name whoever looks for it finds the one button that stops them all. */}
        <Button look="quiet" keepsFocus label={`End ${place}`} onClick={act(() => tree.asking.stopOne(item))}>
          End
        </Button>
      </div>
    );
  }
  if (linesOf(props) === 0) return null;
  return (
    <div className={styles.below} style={{ gridRow: row }}>
      {item.versions.length > 1 && (
        <Versions item={item} place={place} agents={props.agents} readOnly={readOnly} />
      )}
      {edited && !readOnly && <BranchEdit onDone={onDone} />}
      {isActionable(item, readOnly) && (
        <div className={styles.line}>
          {item.pruned && (
            <Button
              look="quiet"
              keepsFocus
              label={`Restore “${item.text.trim().slice(0, 40)}”`}
              onClick={act(() => tree.pruning.restore([item.positionId]))}
            >
              Restore
            </Button>
          )}
          {retry !== null && (
            <>
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
            </>
          )}
          {retry !== null && error !== null && error.detail !== '' && (
            <Button
              look="quiet"
              keepsFocus
              label={`Details of ${place}`}
              pressed={detailed}
              onClick={onDetail}
            >
              Details
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The edit of the caret's node, out of the way and yet one key away. */
function BranchEdit({ onDone }: { onDone(): void }) {
  const commands = useCommands();
  const command = commands.find('node.branchEdit');
  if (command === null) return null;
  return (
    <div className={styles.line}>
      <Button
        look="quiet"
        keepsFocus
        onClick={() => {
          onDone();
          command.run();
        }}
      >
        {command.title}
      </Button>
      <kbd className={styles.key}>{command.key}</kbd>
    </div>
  );
}
