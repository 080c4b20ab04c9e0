import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { TurnId } from '../../../core/ids.ts';
import { type Agent, isLoomAware } from '../../../core/tree/agent.ts';
import {
  approvalText,
  earlierTurnsLabel,
  MESSAGES_VIEW,
  NO_TURNS,
  NO_TURNS_MATCH,
  outcomeMark,
  outcomeText,
  READING_TRACE,
  recordLabel,
  THOUGHT,
  TRACE_FILTERS,
  TRACE_FORMATS,
  TRACE_VIEW,
  TURN_BUTTONS,
  textOfUse,
  turnLabel,
  VIEW,
} from '../../../ui-text/agents/turns.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import type { RecordedAnswer } from '../../session/tree/node-session.ts';
import { isRevertible, type TracedAction, type TracedCall } from '../../session/window/turns-session.ts';
import { Button } from '../../ui/Button.tsx';
import { ClosedSign, OpenSign } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useCommands } from '../commands.ts';
import { LoadedRecord } from '../node/LoadedRecord.tsx';
import styles from './TraceView.module.css';
import {
  moveInTree,
  resultOf,
  rowsOfTrace,
  type TracedRows,
  type TraceLine,
  type TreeRow,
} from './trace-rows.ts';

interface TraceViewProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

/** So many turns are shown at first, and so many more with each press of a button. */
const PAGE = 100;

/** Agents' actions in the conversation, newest first (`agents.md`, *The trace*). */
export function TraceView({ agents, readOnly }: TraceViewProps) {
  const { turns } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  const commands = useCommands();
  const trace = useStore(turns.trace.of(treeId));
  const [filter, setFilter] = useState({ writes: false, errors: false });
  /** Rows that are not open or closed as usual. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const [shownCount, setShownCount] = useState(PAGE);
  const tree = useRef<HTMLDivElement>(null);
  useEffect(() => turns.trace.watch(treeId), [turns, treeId]);

  const isFiltered = filter.writes || filter.errors;
  const all = useMemo(() => rowsOfTrace(trace ?? [], filter), [trace, filter]);
  const shown = all.slice(0, shownCount);
  const newest = trace?.[0]?.turnId;
  // The newest turn is open, and with a filter every one.
  const isOpen = (key: string) => (isFiltered || key === newest) !== toggled.has(key);
  const isResultOpen = (key: string) => toggled.has(key);
  const rows = visibleRows(shown, isOpen, isResultOpen);
  const activeKey = rows.some(({ key }) => key === active) ? active : (rows[0]?.key ?? null);

  const toggle = (key: string) => {
    const next = new Set(toggled);
    if (!next.delete(key)) next.add(key);
    setToggled(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isOnItem = event.target instanceof Element && event.target.matches('[role="treeitem"]');
    if (!isOnItem || event.altKey || event.ctrlKey || event.metaKey || activeKey === null) return;
    const move = moveInTree(rows, activeKey, event.key);
    if (move === null) return;
    event.preventDefault();
    if ('toggle' in move) toggle(move.toggle);
    else tree.current?.querySelector<HTMLElement>(`[data-key="${move.to}"]`)?.focus();
  };

  return (
    <section className={styles.view} aria-label={TRACE_VIEW}>
      <div className={styles.tools}>
        {(['writes', 'errors'] as const).map((name) => (
          <Button
            key={name}
            variant="quiet"
            pressed={filter[name]}
            onClick={() => setFilter({ ...filter, [name]: !filter[name] })}
          >
            {TRACE_FILTERS[name]}
          </Button>
        ))}
        <span className={styles.export}>
          <Button
            variant="quiet"
            hint={commands.hint('exchange.exportTraceMarkdown')}
            disabled={trace === undefined || trace.length === 0}
            onClick={() => commands.run('exchange.exportTraceMarkdown')}
          >
            {TRACE_FORMATS.markdown}
          </Button>
          <Button
            variant="quiet"
            hint={commands.hint('exchange.exportTraceJson')}
            disabled={trace === undefined || trace.length === 0}
            onClick={() => commands.run('exchange.exportTraceJson')}
          >
            {TRACE_FORMATS.json}
          </Button>
        </span>
      </div>
      <div className={styles.scroller} data-notice-place="">
        <div ref={tree} className={styles.tree} role="tree" aria-label={TRACE_VIEW} onKeyDown={onKeyDown}>
          {shown.map((row, index) => (
            <TraceTurnItem
              key={row.key}
              row={row}
              agents={agents}
              readOnly={readOnly}
              position={{ index: index + 1, count: all.length }}
              isOpen={isOpen(row.key)}
              isResultOpen={isResultOpen}
              activeKey={activeKey}
              onActive={setActive}
              onToggle={toggle}
            />
          ))}
        </div>
        {shown.length === 0 && (
          <p className={styles.hint}>
            {trace === undefined ? READING_TRACE : trace.length === 0 ? NO_TURNS : NO_TURNS_MATCH}
          </p>
        )}
        {all.length > shown.length && (
          <Button variant="quiet" onClick={() => setShownCount(shownCount + PAGE)}>
            {earlierTurnsLabel(Math.min(PAGE, all.length - shown.length))}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The rows on the screen, from the first to the last. */
function visibleRows(
  shown: readonly TracedRows[],
  isOpen: (key: string) => boolean,
  isResultOpen: (key: string) => boolean,
): readonly TreeRow[] {
  return shown.flatMap(({ key, lines }) => {
    const open = isOpen(key);
    const turn: TreeRow = { key, level: 1, isOpen: lines.length === 0 ? null : open };
    if (!open) return [turn];
    const below = lines.map((line): TreeRow => {
      const hasResult = line.kind === 'call' || resultOf(line.action) !== '';
      return { key: line.key, level: 2, isOpen: hasResult ? isResultOpen(line.key) : null };
    });
    return [turn, ...below];
  });
}

interface TraceTurnItemProps {
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
function TraceTurnItem(props: TraceTurnItemProps) {
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

interface TraceLineItemProps {
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
function TraceLineItem(props: TraceLineItemProps) {
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

/** The record of the answer to a call of a turn; read when it appears. */
function CallRecord({ turnId, call }: { readonly turnId: TurnId; readonly call: number }) {
  const { turns } = useAppSession();
  const [record, setRecord] = useState<RecordedAnswer | null | undefined>(undefined);
  useEffect(() => {
    let isShown = true;
    void turns.readRecord(turnId, call).then((read) => {
      if (isShown) setRecord(read);
    });
    return () => {
      isShown = false;
    };
  }, [turns, turnId, call]);
  return <LoadedRecord record={record} />;
}

/** An id in brackets, as results name nodes. */
const ID = /(\[[0-9a-z]{6,26}\])/;

interface ResultTextProps {
  readonly text: string;
  onGoTo(localId: string): void;
}

/** The result of a command, as it is: the ids in it lead to their nodes, and everything else is text. */
export function ResultText({ text, onGoTo }: ResultTextProps) {
  return text.split(ID).map((part, index) => {
    const isId = index % 2 === 1;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text that never changes
    if (!isId) return <Fragment key={index}>{part}</Fragment>;
    const id = part.slice(1, -1);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same
      <button key={index} type="button" className={styles.id} onClick={() => onGoTo(id)}>
        {part}
      </button>
    );
  });
}

/** The choice between a conversation's messages and its trace; nothing without a trace or an agent to leave one. */
export function ViewSwitch({ agents }: { readonly agents: readonly Agent[] }) {
  const { turns } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  const isTrace = useStore(turns.tracedTrees).has(treeId);
  const isTraced = (useStore(turns.trace.of(treeId)) ?? []).length > 0;
  if (!isTrace && !isTraced && !agents.some(isLoomAware)) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className={styles.switch} role="group" aria-label={VIEW}>
      <Button variant="quiet" pressed={!isTrace} onClick={() => turns.show(treeId, 'messages')}>
        {MESSAGES_VIEW}
      </Button>
      <Button variant="quiet" pressed={isTrace} onClick={() => turns.show(treeId, 'trace')}>
        {TRACE_VIEW}
      </Button>
    </div>
  );
}
