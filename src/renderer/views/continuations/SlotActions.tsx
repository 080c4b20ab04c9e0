import type { Agent } from '../../../core/tree/agent.ts';
import { DETAILS_OF, END_ONE, restoreText } from '../../../ui-text/tree/continuation-list.ts';
import { ALLOW_MORE, DETAILS, DISMISS, RESTORE, RETRY } from '../../../ui-text/window/buttons.ts';
import { useTreeDesk } from '../../session/hooks.ts';
import { isInProgress } from '../../session/tree/continuation.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import styles from './SlotActions.module.css';
import { detailsOf, formatPlace, nameAction } from './slot-texts.ts';
import { Versions, type VersionsProps } from './Versions.tsx';

export interface SlotActionsProps extends Omit<VersionsProps, 'ordinal'> {
  readonly agents: readonly Agent[];
  /** Number of continuations in the tree and not pruned. */
  readonly count: number;
  /** The grid row that the buttons share with their continuation. */
  readonly row: number;
  readonly detailed: boolean;
  /** It is being edited or was just edited, so the edit can become a branch instead of a version. */
  readonly edited: boolean;
  onDetail(): void;
}

/** Number of lines of buttons that overlay the lower edge of a continuation. */
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
 * The actions on one continuation: stop, retry, dismiss, show the exact error, show another version, make its
 * edit a branch, restore.
 */
export function SlotActions(props: SlotActionsProps) {
  const { item, count, agents, row, readOnly, detailed, edited, onDetail } = props;
  const tree = useTreeDesk();
  const { retry, error } = item;
  const again = error?.code === 'ONLY_THOUGHT' ? ALLOW_MORE : RETRY;
  const author = agents.find(({ id }) => id === item.authorId);
  const nameOf = (action: string) => nameAction(action, item, count, author);
  if (isInProgress(item)) {
    return (
      <div className={styles.beside} style={{ gridRow: row }}>
        <Button
          variant="quiet"
          keepsFocus
          label={nameOf(END_ONE)}
          onClick={() => void tree.generationCommands.stopOne(item)}
        >
          {END_ONE}
        </Button>
      </div>
    );
  }
  if (linesOf(props) === 0) return null;
  return (
    <div className={styles.below} style={{ gridRow: row }}>
      {item.versions.length > 1 && (
        <Versions item={item} ordinal={formatPlace(item, count)} readOnly={readOnly} />
      )}
      {edited && !readOnly && <BranchEdit />}
      {isActionable(item, readOnly) && (
        <div className={styles.line}>
          {item.pruned && (
            <Button
              variant="quiet"
              keepsFocus
              label={restoreText(item.text.trim().slice(0, 40))}
              onClick={() => void tree.pruning.restore([item.positionId])}
            >
              {RESTORE}
            </Button>
          )}
          {retry !== null && (
            <>
              <Button
                variant="quiet"
                keepsFocus
                label={nameOf(again)}
                onClick={() => void tree.generationCommands.retry(item)}
              >
                {again}
              </Button>
              <Button
                variant="quiet"
                keepsFocus
                label={nameOf(DISMISS)}
                onClick={() => void tree.generationCommands.dismiss(item)}
              >
                {DISMISS}
              </Button>
            </>
          )}
          {retry !== null && detailsOf(item).length > 0 && (
            <Button
              variant="quiet"
              keepsFocus
              label={nameOf(DETAILS_OF)}
              pressed={detailed}
              onClick={onDetail}
            >
              {DETAILS}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Makes the edit of the caret's node a branch. */
function BranchEdit() {
  const commands = useCommands();
  const command = commands.find('node.branchEdit');
  if (command === null) return null;
  return (
    <div className={styles.line}>
      <Button variant="quiet" keepsFocus onClick={() => command.run()}>
        {command.title}
      </Button>
      <kbd className={styles.key}>{command.key}</kbd>
    </div>
  );
}
