import { useState } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { DETAILS_OF, END_ONE, restoreText } from '../../../ui-text/tree/continuation-list.ts';
import {
  NOT_USED,
  nextVersionOf,
  otherAnswers,
  previousVersionOf,
  VERSIONS,
  versionName,
  versionOf,
  versionsOf,
} from '../../../ui-text/tree/versions.ts';
import { ALLOW_MORE, DETAILS, DISMISS, numberOf, RESTORE, RETRY } from '../../../ui-text/window/buttons.ts';
import { useTreeDesk } from '../../session/hooks.ts';
import { type Continuation, isInProgress } from '../../session/tree/continuation.ts';
import { unusedAnswers } from '../../session/tree/unused-answers.ts';
import { Button } from '../../ui/Button.tsx';
import { NextIcon, PreviousIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { useDescribeAuthors } from '../use-describe-authors.ts';
import styles from './SlotActions.module.css';
import { detailsOf, formatPlace, nameAction } from './slot-texts.ts';
import { chainOf, stepOf } from './use-list-keys.ts';

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

interface VersionsProps {
  readonly item: Continuation;
  /** `2 of 3`. */
  readonly ordinal: string;
  readonly readOnly: boolean;
}

/** Most versions side by side in a narrow pane; if there are more, one is shown with buttons to step. */
const MAX_SIDE_BY_SIDE = 5;

/**
 * The versions of one continuation, with the shown one pressed, and what it was edited from. Answers that nobody took
 * are folded.
 */
function Versions({ item, ordinal, readOnly }: VersionsProps) {
  const tree = useTreeDesk();
  const describe = useDescribeAuthors();
  const [isOpen, setOpen] = useState(false);
  const { versions, nodeId } = item;
  const unused = unusedAnswers(versions, nodeId);
  const shown = versions.findIndex((version) => version.nodeId === nodeId);
  const chain = chainOf(versions, shown);
  const nameOf = (index: number) => {
    const version = versions[index];
    const author = describe(version?.authors ?? []).text;
    const origin = chainOf(versions, index);
    return [
      versionName(index + 1),
      ...(origin === '' ? [] : [origin]),
      author,
      dateAndTime(version?.createdAt ?? 0),
      ...(version !== undefined && unused.has(version.nodeId) ? [NOT_USED] : []),
    ].join(', ');
  };
  const show = (index: number) => {
    const version = versions[index];
    if (version !== undefined) void tree.navigation.showVersion(item.positionId, version.nodeId);
  };
  const listed = versions.flatMap((version, index) => (isOpen || !unused.has(version.nodeId) ? [index] : []));
  const stepBy = (by: -1 | 1) => show(listed[stepOf(listed.indexOf(shown), listed.length, by)] ?? shown);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.versions} role="group" aria-label={versionsOf(ordinal)}>
      {listed.length > 1 && <span className={styles.count}>{VERSIONS}</span>}
      {listed.length > 1 &&
        listed.length <= MAX_SIDE_BY_SIDE &&
        listed.map((index) => (
          <button
            key={versions[index]?.nodeId}
            type="button"
            className={styles.version}
            aria-label={versionOf(nameOf(index), ordinal)}
            aria-pressed={index === shown}
            data-offered={versions[index]?.offered || undefined}
            title={nameOf(index)}
            disabled={readOnly}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => show(index)}
          >
            {index + 1}
          </button>
        ))}
      {listed.length > MAX_SIDE_BY_SIDE && (
        <>
          <Button
            variant="icon"
            keepsFocus
            label={previousVersionOf(ordinal)}
            disabled={readOnly}
            onClick={() => stepBy(-1)}
          >
            <PreviousIcon />
          </Button>
          <span className={styles.count} title={nameOf(shown)}>
            {numberOf(shown + 1, versions.length)}
          </span>
          <Button
            variant="icon"
            keepsFocus
            label={nextVersionOf(ordinal)}
            disabled={readOnly}
            onClick={() => stepBy(1)}
          >
            <NextIcon />
          </Button>
        </>
      )}
      {unused.size > 0 && (
        <button
          type="button"
          className={styles.others}
          aria-expanded={isOpen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setOpen(!isOpen)}
        >
          {otherAnswers(unused.size)}
        </button>
      )}
      <span className={styles.chain} title={chain}>
        {chain}
      </span>
    </div>
  );
}
