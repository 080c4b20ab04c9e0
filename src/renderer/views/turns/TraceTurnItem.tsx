import type { Agent } from '../../../core/tree/agent.ts';
import { TURN_BUTTONS, textOfUse, turnLabel } from '../../../ui-text/agents/turns.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { useAppSession, useDialogueDesk } from '../../session/hooks.ts';
import { isRevertible } from '../../session/turns/trace.ts';
import { Button } from '../../ui/Button.tsx';
import { ClosedSign, OpenSign } from '../../ui/tree-signs.tsx';
import { useCommands } from '../commands.ts';
import { TraceLineItem } from './TraceLineItem.tsx';
import styles from './TraceView.module.css';
import type { TracedRows } from './trace-rows.ts';

export interface TraceTurnItemProps {
  readonly row: TracedRows;
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
  /** Among the turns; `index` from 1. */
  readonly position: { readonly index: number; readonly count: number };
  readonly isOpen: boolean;
  isResultOpen(key: string): boolean;
  /** The row that Tab comes to. */
  readonly activeKey: string | null;
  onActive(key: string): void;
  onToggle(key: string): void;
}

/** A turn in the trace, with its lines below it: their names are their texts, so neither contains the other. */
export function TraceTurnItem(props: TraceTurnItemProps) {
  const { row, agents, readOnly, position, isOpen, isResultOpen, activeKey, onActive, onToggle } = props;
  const { turn, key, lines } = row;
  const { turns } = useAppSession();
  const { tree } = useDialogueDesk();
  const { hint } = useCommands();
  const agent = agents.find((known) => known.id === turn.agentId);
  const name = agent?.name ?? UNKNOWN_AGENT;
  const canRevert = isRevertible(turn);
  // True for the last turn: an earlier one has been continued by what came after it.
  const canGoOn = turn.state === 'capped' && turn.undoneAt === null && position.index === 1;
  return (
    <div className={styles.turn} data-undone={turn.undoneAt === null ? undefined : true}>
      <div
        role="treeitem"
        aria-level={1}
        aria-posinset={position.index}
        aria-setsize={position.count}
        aria-expanded={lines.length === 0 ? undefined : isOpen}
        tabIndex={activeKey === key ? 0 : -1}
        data-key={key}
        onFocus={(event) => {
          if (event.target === event.currentTarget) onActive(key);
        }}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return;
          event.preventDefault();
          onToggle(key);
        }}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are the item's */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
        <div className={styles.head} onClick={() => onToggle(key)}>
          <span className={styles.sign} aria-hidden="true">
            {lines.length > 0 && (isOpen ? <OpenSign /> : <ClosedSign />)}
          </span>
          <span className={styles.label}>{turnLabel(turn.number, name, turn.actions.length)}</span>{' '}
          {turn.message !== '' && (
            <span className={styles.message} dir="auto">
              {turn.message}
            </span>
          )}
        </div>
        <p className={styles.use}>
          {textOfUse(turn)} · {dateAndTime(turn.startedAt)}
        </p>
        {isOpen && !readOnly && (canGoOn || canRevert) && (
          <div className={styles.actions}>
            {canGoOn && (
              <Button
                variant="quiet"
                hint={hint('turn.goOn')}
                onClick={() => void turns.goOn({ ...turn, treeId: tree.treeId })}
              >
                {TURN_BUTTONS.goOn}
              </Button>
            )}
            {!canRevert ? null : turn.undoneAt === null ? (
              <Button
                variant="quiet"
                hint={hint('turn.undo')}
                onClick={() => void turns.undo(tree.treeId, turn.turnId)}
              >
                {TURN_BUTTONS.undo}
              </Button>
            ) : (
              <>
                {turn.hasRest && (
                  <Button variant="quiet" onClick={() => void turns.undo(tree.treeId, turn.turnId)}>
                    {TURN_BUTTONS.undoRest}
                  </Button>
                )}
                <Button variant="quiet" onClick={() => void turns.redo(tree.treeId, turn.turnId)}>
                  {TURN_BUTTONS.redo}
                </Button>
              </>
            )}
          </div>
        )}
      </div>
      {isOpen &&
        lines.map((line, index) => (
          <TraceLineItem
            key={line.key}
            turnId={turn.turnId}
            line={line}
            position={{ index: index + 1, count: lines.length }}
            isOpen={isResultOpen(line.key)}
            isActive={activeKey === line.key}
            onActive={onActive}
            onToggle={onToggle}
          />
        ))}
    </div>
  );
}
