import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { type Continuation, isUnderWay } from '../../session/continuations-session.ts';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { ContinuationOption } from './ContinuationOption.tsx';
import styles from './ContinuationsPane.module.css';
import { SlotActions } from './SlotActions.tsx';

/** One that the path can go to: a node, or about to be. */
function isStored(item: Continuation): boolean {
  return item.slot === null;
}

/** The siblings of the current position, or what continues the head: arrow keys move the path. */
export function ContinuationsPane({ agents }: { readonly agents: readonly Agent[] }) {
  const tree = useOpenTree();
  const { items, alike, selectedId, arrivedId, asked } = useStore(tree.continuations.list);
  const previewId = useStore(tree.preview.shown);
  const [activeId, setActiveId] = useState<PositionId | null>(null);
  const [detailed, setDetailed] = useState<ReadonlySet<PositionId>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const shownActive = items.some((item) => item.positionId === activeId) ? activeId : selectedId;
  const optionId = (positionId: PositionId | null) =>
    positionId === null ? undefined : `${baseId}-${positionId}`;

  // The list follows what someone chose; what arrives in it, on the path or not, never scrolls it.
  useEffect(() => {
    if (selectedId === null || selectedId === arrivedId) return;
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selectedId, arrivedId]);

  // What was just asked for is shown, the first of it above all.
  useEffect(() => {
    for (const positionId of [asked.at(-1), asked[0]]) {
      if (positionId === undefined) continue;
      document.getElementById(`${baseId}-${positionId}`)?.scrollIntoView({ block: 'nearest' });
    }
  }, [asked, baseId]);

  const goTo = useCallback(
    (item: Continuation) => {
      setActiveId(item.positionId);
      if (isStored(item)) void tree.moving.goToContinuation(item.positionId);
    },
    [tree],
  );
  const choose = (item: Continuation | undefined) => {
    if (item !== undefined) goTo(item);
  };

  /** Whoever had the keyboard on a button that goes away has it on the list again. */
  const keepFocus = () => {
    const { activeElement } = document;
    if (activeElement?.parentElement?.closest(`.${styles.list}`) != null) list.current?.focus();
  };

  const askAgain = (item: Continuation | undefined) => {
    if (item !== undefined) void tree.asking.askAgain(item);
  };

  const putAway = (item: Continuation | undefined) => {
    if (item === undefined) return;
    if (isUnderWay(item)) void tree.asking.stopOne(item);
    else if (item.retry !== null) {
      // The keyboard goes on to its neighbour.
      const index = items.indexOf(item);
      if (item.slot !== null) setActiveId((items[index + 1] ?? items[index - 1])?.positionId ?? null);
      tree.asking.dismiss(item);
    }
  };

  const toggleDetail = (positionId: PositionId) => {
    const others = new Set(detailed);
    if (!others.delete(positionId)) others.add(positionId);
    setDetailed(others);
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
    else if (event.key === 'Enter' && items[index]?.retry != null) askAgain(items[index]);
    else if (event.key === 'Delete' || event.key === 'Backspace') putAway(items[index]);
    else if (event.key === 'Enter') tree.focusManuscript();
    else if (event.key === 'Escape' && isLooking) tree.preview.end();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={styles.list}>
        <div
          ref={list}
          className={styles.options}
          style={{ gridRow: `1 / span ${Math.max(1, items.length)}` }}
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
              sameAs={alike.get(item.positionId)}
              detailed={detailed.has(item.positionId)}
              selected={item.positionId === selectedId}
              active={item.positionId === shownActive}
              previewed={item.positionId === previewId}
              onChoose={goTo}
            />
          ))}
        </div>
        {items.map((item, index) =>
          item.retry !== null || isUnderWay(item) ? (
            <SlotActions
              key={item.positionId}
              item={item}
              number={index + 1}
              count={items.length}
              detailed={detailed.has(item.positionId)}
              onDetail={() => toggleDetail(item.positionId)}
              onDone={keepFocus}
            />
          ) : null,
        )}
      </div>
      {items.length === 0 && <Empty />}
      <Lost count={items.filter((item) => item.retry === 'again').length} onDone={keepFocus} />
    </>
  );
}

function Empty() {
  return (
    <p className={styles.empty}>Nothing continues this yet. Generate asks for continuations from here.</p>
  );
}

/** More than one of which nothing came: all of them can be asked for again together. */
function Lost({ count, onDone }: { readonly count: number; onDone(): void }) {
  const tree = useOpenTree();
  if (count < 2) return null;
  const act = (run: () => unknown) => () => {
    onDone();
    run();
  };
  return (
    <div className={styles.lost}>
      <p>Nothing came of {count}.</p>
      <Button look="quiet" keepsFocus onClick={act(() => tree.asking.retryAll())}>
        Retry all
      </Button>
      <Button look="quiet" keepsFocus onClick={act(() => tree.asking.dismissAll())}>
        Dismiss all
      </Button>
    </div>
  );
}

/** `2 of 5 ready`, while several stream. */
export function ReadyBadge() {
  const tree = useOpenTree();
  const { items, ready } = useStore(tree.continuations.list);
  if (ready === null || !items.some(isUnderWay)) return null;
  return (
    <span className={styles.badge}>
      {ready.done} of {ready.total} ready
    </span>
  );
}
