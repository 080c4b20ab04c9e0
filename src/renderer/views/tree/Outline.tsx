import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PositionId } from '../../../core/ids.ts';
import { UNSAVED_EDIT } from '../../../ui-text/conversation.ts';
import { ROW_ACTIONS, ROW_GROUPS, ROW_LABELS, ROW_TOGGLES } from '../../../ui-text/tree/outline.ts';
import { OUTLINE } from '../../../ui-text/tree/pane.ts';
import { HERE, NOT_SEEN, POSITION_NOTES } from '../../../ui-text/tree/positions.ts';
import { useDesk, useStore, useTreeDesk } from '../../session/hooks.ts';
import { nearestListed } from '../../session/outline/outline-view.ts';
import { createStore } from '../../session/store.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { BookmarkSign, ClosedSign, MoreIcon, OpenSign } from '../../ui/icons.tsx';
import { ContextMenu, type ContextMenuGroup, type ContextMenuItem } from '../../ui/layers/ContextMenu.tsx';
import { VirtualRows } from '../../ui/VirtualRows.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useCommands } from '../commands.ts';
import { TagName } from '../tags/TagName.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import { describePosition, type PositionDescription, spokenNotes } from './describe-position.ts';
import styles from './Outline.module.css';
import { handleTreeKey } from './tree-keys.ts';

/** Height of a row, in CSS pixels at 100 % text size. */
const ROW_HEIGHT = 28;
/** Rows by which PageUp and PageDown move. */
const PAGE = 12;

/** The tree as rows: every expanded position, indented where the tree branches. */
export function Outline({ grove }: { readonly grove: ShownGrove }) {
  const desk = useDesk();
  const { tree } = desk;
  const { outline } = tree;
  const view = useStore(outline.view);
  const edited = useUnsavedEdits();
  const tags = useStore(tree.tags.byPosition);
  useStore(outline.labels.revision);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const { rows, rowOf, table, selected, here, onPath } = view;
  const active = rowOf[selected] ?? -1;
  const [from, to] = range;
  const { viewport } = outline;
  // The state when the outline was last shown.
  const [initial] = useState(() => ({
    offset: viewport.scrollTop,
    keepsOffset: viewport.selectedId === outline.selectedId,
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: `selected` stands for the selected id
  useEffect(() => {
    viewport.selectedId = outline.selectedId;
  }, [viewport, outline, selected]);

  useEffect(() => {
    const needed = new Set<number>(active < 0 ? [] : [selected]);
    for (let row = from; row < Math.min(to, rows.count); row += 1) needed.add(rows.positions[row] ?? 0);
    const positions = [...needed].filter((number) => number < table.count);
    outline.labels.want(positions.map((position) => table.idOf(position)));
  }, [outline, rows, table, from, to, active, selected]);

  useFocusRequest(outline.focusRequest, (target) => {
    if (target !== 'rows') return false;
    scroller.current?.focus();
    return true;
  });

  const onRange = useCallback((start: number, end: number) => setRange([start, end]), []);
  const goToRow = (row: number) => {
    const position = rows.positions[Math.max(0, Math.min(rows.count - 1, row))];
    if (position !== undefined) outline.select(position);
  };
  /** The row of the caret, or of the part of the text that it is in. */
  const hereRow = rowOf[nearestListed(view.shape, rowOf, here, -1)] ?? -1;
  const isOpen = (row: number) => (rows.childCounts[row] ?? 0) > 0 && (rows.parents[row + 1] ?? -1) === row;

  const onKeyDown = (event: KeyboardEvent) => {
    const end = rows.ends[active] ?? -1;
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
    if (hasModifier) return;
    if (event.key === 'ArrowDown') goToRow(active + 1);
    else if (event.key === 'ArrowUp') goToRow(active - 1);
    else if (event.key === 'PageDown') goToRow(active + PAGE);
    else if (event.key === 'PageUp') goToRow(active - PAGE);
    else if (event.key === 'Home') goToRow(0);
    else if (event.key === 'End') goToRow(rows.count - 1);
    else if (event.key === 'ArrowRight' && isOpen(active)) goToRow(active + 1);
    else if (event.key === 'ArrowRight') outline.setOpen(end, true);
    else if (event.key === 'ArrowLeft' && isOpen(active) && view.found === null) outline.setOpen(end, false);
    else if (event.key === 'ArrowLeft') goToRow(rows.parents[active] ?? 0);
    else if (!handleTreeKey(event, desk, grove.readOnly)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Right click on a row, or the menu key and Shift+F10 on the selected one. */
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    const row = event.target instanceof Element ? event.target.closest('[role="treeitem"]') : null;
    const position = row === null ? selected : Number(row.id.slice(id.length + 1));
    const shown = row ?? document.getElementById(`${id}-${selected}`);
    if (shown === null) return;
    outline.select(position);
    const { left, bottom } = shown.getBoundingClientRect();
    const isPointer = row !== null && event.button === 2;
    setMenuAt(isPointer ? { x: event.clientX, y: event.clientY } : { x: left + 24, y: bottom });
  };

  // Indents are relative to the leftmost visible row, so that even a branch a thousand levels deep starts at the left.
  let minIndent = Number.POSITIVE_INFINITY;
  for (let row = from; row < Math.min(to, rows.count); row += 1)
    minIndent = Math.min(minIndent, rows.indents[row] ?? 0);
  const source = { view, labels: outline.labels, grove, edited, tags };

  return (
    <>
      <VirtualRows
        className={styles.outline}
        role="tree"
        aria-label={OUTLINE}
        aria-activedescendant={active < 0 ? undefined : `${id}-${selected}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => desk.preview?.end()}
        onContextMenu={onContextMenu}
        count={rows.count}
        rowHeight={ROW_HEIGHT}
        active={active}
        scrollKey={`${selected} ${rows.count}`}
        initialOffset={initial.offset}
        keepsOffset={initial.keepsOffset}
        onScroll={(event) => {
          viewport.scrollTop = event.currentTarget.scrollTop;
        }}
        scroller={scroller}
        onRange={onRange}
        renderRow={(row, top) => {
          const position = rows.positions[row] ?? 0;
          const end = rows.ends[row] ?? position;
          const isFolded = (rows.childCounts[row] ?? 0) > 0 && !isOpen(row);
          const isSection = position >= table.count;
          return (
            <OutlineRow
              key={position}
              id={`${id}-${position}`}
              top={top}
              height={ROW_HEIGHT}
              words={describePosition(source, position, row)}
              level={rows.levels[row] ?? 1}
              posInSet={rows.setPositions[row] ?? 1}
              setSize={rows.setSizes[row] ?? 1}
              indent={Math.min(
                9,
                Math.max(0, (rows.indents[row] ?? 0) - Math.min(minIndent, rows.indents[row] ?? 0)),
              )}
              below={rows.childCounts[row] ?? 0}
              open={isFolded ? false : (rows.childCounts[row] ?? 0) > 0 ? true : null}
              isSelected={row === active}
              isOnPath={isSection || onPath[position] === 1}
              isCurrent={rowOf[here] === row || (isSection && row === hereRow)}
              isGhost={!isSection && outline.isPruned(table.idOf(position))}
              isFound={view.found === null || view.found[position] === 1}
              onSelect={() => outline.select(position)}
              onMenu={(at) => {
                outline.select(position);
                setMenuAt(at);
              }}
              onGo={() => {
                outline.select(position);
                void tree.outlineActions.goThere();
              }}
              onToggle={() => outline.setOpen(end, isFolded)}
            />
          );
        }}
      />
      <OutlineMenu at={menuAt} onClose={() => setMenuAt(null)} findFocus={() => scroller.current} />
    </>
  );
}

/** A manuscript shows its pending edits in the text. */
const NO_CONVERSATION = createStore(null);

/** The positions of a conversation whose messages have an edit that is not saved. */
function useUnsavedEdits(): ReadonlySet<PositionId> {
  const desk = useDesk();
  const view = useStore(desk.mode === 'dialogue' ? desk.conversation.view : NO_CONVERSATION);
  return useMemo(() => {
    if (view === null) return new Set<PositionId>();
    const open = [...view.edits.values()].flatMap(({ isDraft, message }) =>
      isDraft && message !== null ? [message] : [],
    );
    return new Set([...open, ...view.waiting].map(({ positionId }) => positionId));
  }, [view]);
}

/** The commands of the menu with the keys of the outline that do the same (`tree-keys.ts`). */
const GROUPS = [
  [
    ['tree.goThere', 'Enter'],
    ['tree.edit', 'E'],
    ['tree.generate', 'G'],
    ['tree.split', 'S'],
  ],
  [
    ['tree.bookmark', 'B'],
    ['tree.note', ''],
    ['tree.tag', ''],
  ],
  [
    ['tree.hoist', 'O'],
    ['tree.compare', 'D'],
    ['tree.copy', ''],
  ],
  [
    ['tree.exclude', ''],
    ['tree.prune', 'Delete'],
  ],
] as const;

interface OutlineMenuProps {
  /** Its place, in CSS pixels of the window; null while it is closed. */
  readonly at: { readonly x: number; readonly y: number } | null;
  onClose(): void;
  /** The outline, which has the keyboard. */
  findFocus(): HTMLElement | null;
}

/** The menu of the selected row: commands of the list that act on it, dimmed with their reasons where they cannot. */
function OutlineMenu({ at, onClose, findFocus }: OutlineMenuProps) {
  const { outlineActions } = useTreeDesk();
  const commands = useCommands();
  const groups = (): readonly ContextMenuGroup[] => {
    const reasons = new Map(commands.listUnavailable().map(({ id, reason }) => [id, reason]));
    const labelOf = (id: string) => {
      if (id === 'tree.bookmark') return ROW_TOGGLES[id][outlineActions.isSet('bookmark') ? 1 : 0];
      if (id === 'tree.exclude') return ROW_TOGGLES[id][outlineActions.isSet('exclude') ? 1 : 0];
      if (id === 'tree.prune') return ROW_TOGGLES[id][outlineActions.isSet('prune') ? 1 : 0];
      return ROW_LABELS[id] ?? '';
    };
    const item = ([id, keyLabel]: readonly [string, string]): ContextMenuItem => {
      const command = commands.find(id);
      const reason = reasons.get(id);
      return {
        id,
        text: labelOf(id),
        keyLabel,
        disabled: command === null,
        ...(reason === undefined ? {} : { reason }),
        run: () => command?.run(),
      };
    };
    return GROUPS.map((items, index) => ({ label: ROW_GROUPS[index] ?? '', items: items.map(item) }));
  };
  return (
    <ContextMenu
      label={ROW_ACTIONS}
      open={at !== null}
      at={at ?? { x: 0, y: 0 }}
      groups={at === null ? [] : groups()}
      onClose={onClose}
      findFocus={findFocus}
    />
  );
}

interface OutlineRowProps {
  readonly id: string;
  /** Its top in the list, and its height, in CSS pixels. */
  readonly top: number;
  readonly height: number;
  readonly words: PositionDescription;
  readonly level: number;
  readonly posInSet: number;
  readonly setSize: number;
  /** Indentation, in steps. */
  readonly indent: number;
  /** Number of its children. */
  readonly below: number;
  /** The children are listed; null if there are none. */
  readonly open: boolean | null;
  readonly isSelected: boolean;
  readonly isOnPath: boolean;
  readonly isCurrent: boolean;
  /** It or an ancestor is pruned. */
  readonly isGhost: boolean;
  /** It matches the filter; if false, it only leads to a match. */
  readonly isFound: boolean;
  onSelect(): void;
  onGo(): void;
  onToggle(): void;
  /** Opens its menu there, in CSS pixels of the window. */
  onMenu(at: { readonly x: number; readonly y: number }): void;
}

/** One row of the outline: its author, its first words and its signs. */
export function OutlineRow(props: OutlineRowProps) {
  const { id, top, height, words, level, posInSet, setSize, indent, below, open } = props;
  const { isSelected, isOnPath, isCurrent, isGhost, isFound, onSelect, onGo, onToggle, onMenu } = props;
  const notes = spokenNotes(words, isOnPath, isCurrent);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding tree has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree names it in aria-activedescendant
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={posInSet}
      aria-setsize={setSize}
      aria-expanded={open ?? undefined}
      aria-selected={isSelected}
      aria-current={isCurrent ? 'true' : undefined}
      className={styles.row}
      data-path={isOnPath || undefined}
      data-current={isCurrent || undefined}
      data-ghost={isGhost || undefined}
      data-leads={!isFound || undefined}
      data-section={words.isSection || undefined}
      data-colour={words.colour ?? undefined}
      style={{
        transform: `translateY(${top}px)`,
        height,
        paddingLeft: `calc(${indent} * var(--step) + 0.5rem)`,
      }}
      onClick={onSelect}
      onDoubleClick={onGo}
    >
      {indent > 0 && <span className={styles.guides} style={{ width: `calc(${indent} * var(--step))` }} />}
      <span
        className={styles.toggle}
        data-quiet={(open === true && below === 1) || undefined}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (open !== null) onToggle();
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {open === null ? null : open ? <OpenSign /> : <ClosedSign />}
      </span>
      {!words.isSection && (
        <span
          className={styles.mark}
          data-model={words.colour !== null || undefined}
          title={words.authorLabel === '' ? undefined : words.authorLabel}
          aria-hidden="true"
        />
      )}
      <span className={styles.words} data-text={words.isText || undefined}>
        {words.text}
        {notes !== '' && <span className={styles.comma}>,</span>}
      </span>
      {/* Repeated below in words, for screen readers. */}
      <span className={styles.beside} aria-hidden="true">
        {words.extent !== '' && <span className={styles.note}>{words.extent}</span>}
        {words.bookmark !== null && (
          <span className={styles.bookmark}>
            <BookmarkSign />
            {words.bookmark !== '' && <span className={styles.label}>{words.bookmark}</span>}
          </span>
        )}
        {words.tags.length > 0 && (
          <span className={styles.tags}>
            {words.tags.map((tag) => (
              <TagName key={tag.tagId} tag={tag} />
            ))}
          </span>
        )}
        {words.isPruned && <span className={styles.note}>{POSITION_NOTES.pruned}</span>}
        {words.isEdited && <span className={styles.note}>{UNSAVED_EDIT}</span>}
        {open === false && below > 1 && !words.isSection && (
          <span className={styles.note}>{below.toLocaleString()}</span>
        )}
        {words.isUnseen && <span className={styles.unseen} title={NOT_SEEN} />}
        {isCurrent && <span className={styles.here}>{HERE}</span>}
      </span>
      {/* The menu key and Shift+F10 open it too, on the selected row. */}
      <span
        className={styles.more}
        title={ROW_ACTIONS}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          onMenu({ x: left, y: bottom });
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <MoreIcon />
      </span>
      <VisuallyHidden>{notes}</VisuallyHidden>
    </div>
  );
}
