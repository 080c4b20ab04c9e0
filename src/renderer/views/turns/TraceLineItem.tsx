import type { ReactNode } from 'react';
import type { TurnId } from '../../../core/ids.ts';
import {
  approvalText,
  outcomeMark,
  outcomeText,
  recordLabel,
  THOUGHT,
} from '../../../ui-text/agents/turns.ts';
import { useAppSession, useDialogueDesk } from '../../session/hooks.ts';
import type { TracedAction, TracedCall } from '../../session/turns/trace.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { CallRecord } from './CallRecord.tsx';
import { ResultText } from './ResultText.tsx';
import styles from './TraceView.module.css';
import { resultOf, type TraceLine } from './trace-rows.ts';

export interface TraceLineItemProps {
  readonly turnId: TurnId;
  readonly line: TraceLine;
  /** Among the lines of its turn; `index` from 1. */
  readonly position: { readonly index: number; readonly count: number };
  /** The result is shown. */
  readonly isOpen: boolean;
  readonly isActive: boolean;
  onActive(key: string): void;
  onToggle(key: string): void;
}

/** A command of a turn as it was written, with its result; or a call, with the way to its record. */
export function TraceLineItem(props: TraceLineItemProps) {
  const { line } = props;
  return line.kind === 'call' ? (
    <CallItem {...props} call={line.call} />
  ) : (
    <ActionItem {...props} action={line.action} />
  );
}

function ActionItem({ action, ...item }: TraceLineItemProps & { readonly action: TracedAction }) {
  const { turns } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  const { line, outcome, approval } = action;
  const result = resultOf(action);
  const said = approvalText(approval);
  return (
    <Item
      {...item}
      canOpen={result !== ''}
      onAct={() => item.onToggle(item.line.key)}
      below={
        item.isOpen && result !== '' ? (
          <div className={styles.result} data-error={isError(outcome) || undefined}>
            {action.thought === null ? (
              <ResultText text={result} onGoTo={(localId) => void turns.goTo(treeId, localId)} />
            ) : (
              result
            )}
          </div>
        ) : null
      }
    >
      <span
        className={styles.mark}
        data-error={isError(outcome) || undefined}
        title={outcomeText(outcome)}
        aria-hidden="true"
      >
        {outcomeMark(outcome)}
      </span>
      {action.thought === null ? (
        <span className={styles.written}>{line}</span>
      ) : (
        <span className={styles.record}>{THOUGHT}</span>
      )}
      {said !== '' && <span className={styles.said}>{said}</span>}
      <VisuallyHidden>{outcomeText(outcome)}</VisuallyHidden>
    </Item>
  );
}

function CallItem({ call, ...item }: TraceLineItemProps & { readonly call: TracedCall }) {
  const { line, turnId, isOpen } = item;
  return (
    <Item
      {...item}
      canOpen
      onAct={() => item.onToggle(line.key)}
      below={
        isOpen ? (
          <div className={styles.result}>
            <CallRecord turnId={turnId} call={call.ordinal} />
          </div>
        ) : null
      }
    >
      <span className={styles.mark} />
      <span className={styles.record}>{recordLabel(call.ordinal)}</span>
    </Item>
  );
}

interface ItemProps extends TraceLineItemProps {
  readonly canOpen: boolean;
  readonly children: ReactNode;
  readonly below: ReactNode;
  /** A click, Enter or the space bar. */
  onAct(): void;
}

function Item({ line, position, isOpen, isActive, canOpen, children, below, ...on }: ItemProps) {
  return (
    <div
      className={styles.item}
      role="treeitem"
      aria-level={2}
      aria-posinset={position.index}
      aria-setsize={position.count}
      aria-expanded={canOpen ? isOpen : undefined}
      tabIndex={isActive ? 0 : -1}
      data-key={line.key}
      onFocus={(event) => {
        if (event.target === event.currentTarget) on.onActive(line.key);
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        event.stopPropagation();
        on.onAct();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are the item's */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
      <div className={styles.row} onClick={() => on.onAct()}>
        {children}
      </div>
      {below}
    </div>
  );
}

function isError(outcome: string | null): boolean {
  return outcome !== null && outcome !== 'done';
}
