import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { Continuation } from '../../session/continuations-session.ts';
import { isRunning } from '../../session/generation-session.ts';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { ContinuationOption } from './ContinuationOption.tsx';
import styles from './ContinuationsPane.module.css';

/** One that the path can go to: a node, or about to be. */
function isStored(item: Continuation): boolean {
  return item.slot === null;
}

/** The siblings of the current position, or what continues the head: arrow keys move the path. */
export function ContinuationsPane({ agents }: { readonly agents: readonly Agent[] }) {
  const tree = useOpenTree();
  const { items, selectedId } = useStore(tree.continuations.list);
  const previewId = useStore(tree.preview.shown);
  const [activeId, setActiveId] = useState<PositionId | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const shownActive = items.some((item) => item.positionId === activeId) ? activeId : selectedId;
  const optionId = (positionId: PositionId | null) =>
    positionId === null ? undefined : `${baseId}-${positionId}`;

  // The list follows its own choice; what arrives elsewhere in it never scrolls it.
  useEffect(() => {
    if (selectedId === null) return;
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  const choose = (item: Continuation | undefined) => {
    if (item === undefined) return;
    setActiveId(item.positionId);
    if (isStored(item)) void tree.goToContinuation(item.positionId);
  };

  /** Shows one in place without choosing it. */
  const look = (item: Continuation | undefined) => {
    if (item === undefined || !isStored(item)) return;
    setActiveId(item.positionId);
    void tree.preview.show(item.positionId);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const index = items.findIndex((item) => item.positionId === shownActive);
    const isLooking = previewId !== null;
    const go = isLooking ? look : choose;
    if (event.key === 'ArrowDown') go(items[Math.min(index + 1, items.length - 1)]);
    else if (event.key === 'ArrowUp') go(items[Math.max(index - 1, 0)]);
    else if (event.key === 'Home') go(items[0]);
    else if (event.key === 'End') go(items.at(-1));
    else if (event.key === ' ' && isLooking) tree.preview.end();
    // The one on the path is in the text already: its neighbour is what there is to look at.
    else if (event.key === ' ') look(items[shownActive === selectedId ? (index + 1) % items.length : index]);
    else if (event.key === 'Enter' && isLooking) choose(items[index]);
    else if (event.key === 'Enter') tree.focusManuscript();
    else if (event.key === 'Escape' && isLooking) tree.preview.end();
    else return;
    event.preventDefault();
  };

  const failed = items.filter((item) => item.state === 'failed');
  return (
    <>
      <div
        ref={list}
        className={styles.list}
        role="listbox"
        aria-label="Continuations"
        aria-activedescendant={optionId(shownActive)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => tree.continuations.pin(true)}
        onBlur={() => {
          setActiveId(null);
          tree.preview.end();
          tree.continuations.pin(false);
        }}
      >
        {items.map((item, index) => (
          <ContinuationOption
            key={item.positionId}
            id={optionId(item.positionId) ?? ''}
            item={item}
            number={index + 1}
            count={items.length}
            agent={agents.find((agent) => agent.id === item.authorId)}
            selected={item.positionId === selectedId}
            active={item.positionId === shownActive}
            previewed={item.positionId === previewId}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      {items.length === 0 && <Empty />}
      {failed.map((item) => (
        <Failure key={item.positionId} item={item} number={items.indexOf(item) + 1} count={items.length} />
      ))}
    </>
  );
}

function Empty() {
  return (
    <p className={styles.empty}>Nothing continues this yet. Generate asks for continuations from here.</p>
  );
}

/** What went wrong with one continuation, and what can be done. The others go on. */
function Failure({
  item,
  number,
  count,
}: {
  readonly item: Continuation;
  readonly number: number;
  readonly count: number;
}) {
  const tree = useOpenTree();
  const { slot, error } = item;
  if (slot === null) return null;
  return (
    <div className={styles.failure}>
      <p>
        {number} of {count} failed. {error?.sentence}
      </p>
      <div className={styles.failureActions}>
        <Button onClick={() => void tree.retry(slot.jobId, slot.slot)}>Retry</Button>
        <Button onClick={() => tree.generation.dismiss(slot.jobId, slot.slot)}>Put away</Button>
      </div>
    </div>
  );
}

/** `2 of 5 ready`, while several stream. */
export function ReadyBadge() {
  const tree = useOpenTree();
  const { items, ready } = useStore(tree.continuations.list);
  if (ready === null || !items.some((item) => isRunning(item.state))) return null;
  return (
    <span className={styles.badge}>
      {ready.done} of {ready.total} ready
    </span>
  );
}
