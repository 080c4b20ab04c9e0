import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import {
  earlierTurnsLabel,
  NO_TURNS,
  NO_TURNS_MATCH,
  READING_TRACE,
  TRACE_FILTERS,
  TRACE_FORMATS,
  TRACE_VIEW,
} from '../../../ui-text/agents/turns.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { TraceTurnItem } from './TraceTurnItem.tsx';
import styles from './TraceView.module.css';
import { moveInTree, resultOf, rowsOfTrace, type TracedRows, type TreeRow } from './trace-rows.ts';

export interface TraceViewProps {
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
  useStore(turns.trace.values);
  const trace = turns.trace.find(treeId);
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
      <div className={styles.scroller}>
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
