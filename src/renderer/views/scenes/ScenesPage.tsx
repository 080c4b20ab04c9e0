import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import * as words from '../../../ui-text/scenes.ts';
import { BACK_TO_TEXT } from '../../../ui-text/window/panes.ts';
import { useAppSession, useBufferDesk, useSelected, useStore } from '../../session/hooks.ts';
import type { ScenesView } from '../../session/manuscript/scenes-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Filter } from '../../ui/fields/Filter.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { ContextMenu, type ContextMenuItem } from '../../ui/layers/ContextMenu.tsx';
import { useRowWindow } from '../../ui/use-row-window.ts';
import { useCommands } from '../commands.ts';
import { TagFilterLine } from '../tags/TagFilterLine.tsx';
import { SceneOption } from './SceneOption.tsx';
import styles from './Scenes.module.css';
import { useSceneDrag } from './use-scene-drag.ts';

/** The chapters and scenes of the text, over it; nothing until they are asked for. */
export function Scenes({ readOnly }: { readonly readOnly: boolean }) {
  const { scenes } = useBufferDesk();
  return useStore(scenes.isOpen) ? <ScenesPage readOnly={readOnly} /> : null;
}

/** The narrowest card, and the space between two, in CSS pixels. */
const MIN_CARD = 208;
const GAP = 16;
/** Approximate heights of a row, in CSS pixels. */
const ROW_HEIGHTS = { cards: 176, outline: 40 } as const;
/** Rows by which PageUp and PageDown move. */
const PAGE = { cards: 3, outline: 12 } as const;

function ScenesPage({ readOnly }: { readonly readOnly: boolean }) {
  const { scenes, tree, summary } = useBufferDesk();
  const session = useAppSession();
  const as = useSelected(session.preferences, ({ scenesAs }) => scenesAs);
  const view = useStore(scenes.view);
  const filter = useStore(scenes.filter);
  const active = useStore(scenes.active);
  const page = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const listbox = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const baseId = useId();
  const hintId = useId();
  const { cards, shown, isFiltered } = view;
  const columns = as === 'cards' ? Math.max(1, Math.floor((width + GAP) / (MIN_CARD + GAP))) : 1;
  const rows = useMemo(() => rowsOf(view, columns), [view, columns]);
  const drawn = useRowWindow({
    count: rows.length,
    scroller,
    estimate: ROW_HEIGHTS[as],
    gap: as === 'cards' ? GAP : 0,
    keyOf: (row) => cards[rows[row]?.[0] ?? -1]?.key ?? '',
    maxUnwindowed: 12,
  });
  const activeRow = rows.findIndex((row) => row.includes(active));
  const drag = useSceneDrag({ scenes, list: listbox, scroller, isEnabled: !readOnly });
  const sceneCount = cards.filter(({ kind }) => kind === 'scene').length;
  const shownCount = shown.filter((index) => cards[index]?.kind === 'scene').length;
  const wordCount = useSelected(summary, (now) => now?.words ?? 0);

  useLayoutEffect(() => {
    const element = listbox.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => listbox.current?.focus(), []);
  const reveal = useRef(drawn.reveal);
  useLayoutEffect(() => {
    reveal.current = drawn.reveal;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of columns moves the rows
  useEffect(() => {
    if (activeRow >= 0) reveal.current(activeRow);
  }, [activeRow, columns, as]);

  const select = (index: number | undefined) => {
    if (index !== undefined) scenes.select(index);
  };
  const onListKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (key === 'Enter') scenes.goTo(active);
    else if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) openMenu();
    else if (MOVES.has(key)) select(stepFrom(key, active, rows, PAGE[as]));
    // The field has the keyboard before the letter arrives, and receives it.
    else if (key.length === 1 && key !== ' ')
      return page.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
    else return;
    event.preventDefault();
  };
  const openMenu = () => {
    const option = listbox.current?.querySelector('[data-active]')?.getBoundingClientRect();
    if (option !== undefined) setMenuAt({ x: option.left + GAP, y: option.top + GAP });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (drag.cancel()) return;
    scenes.close();
    tree.focus();
  };
  return (
    <section ref={page} className={styles.page} aria-label={words.SCENES} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <h2 className={styles.title}>
          {words.SCENES}
          <span className={styles.count} role="status">
            {isFiltered
              ? words.scenesOf(shownCount, sceneCount)
              : words.scenesAndWords(sceneCount, wordCount)}
          </span>
        </h2>
        <div className={styles.tools}>
          <Filter
            label={words.FILTER_SCENES}
            value={filter}
            onChange={scenes.setFilter}
            onLeave={() => listbox.current?.focus()}
          />
          <span id={hintId} hidden>
            {words.SAME_SCENES}
          </span>
          <SegmentedControl
            label={words.SHOW_SCENES_AS}
            describedBy={hintId}
            value={as}
            options={[
              { value: 'cards', text: words.SCENE_LOOKS.cards },
              { value: 'outline', text: words.SCENE_LOOKS.outline },
            ]}
            onChange={(scenesAs) => session.setPreferences({ scenesAs })}
          />
          <Button
            variant="icon"
            label={words.CLOSE_SCENES}
            hint={BACK_TO_TEXT}
            onClick={() => {
              scenes.close();
              tree.focus();
            }}
          >
            <CloseIcon />
          </Button>
        </div>
        <TagFilterLine />
      </header>
      <div ref={scroller} className={styles.scroller} data-long={drawn.before + drawn.after > 0 || undefined}>
        <div
          ref={listbox}
          className={styles.list}
          style={{ paddingTop: drawn.before, paddingBottom: drawn.after }}
          role="listbox"
          aria-label={words.SCENES}
          aria-activedescendant={active < 0 ? undefined : `${baseId}-${active}`}
          tabIndex={0}
          data-as={as}
          data-dragging={drag.dragged === null ? undefined : ''}
          onKeyDown={onListKey}
          {...drag.handlers}
        >
          {rows.slice(drawn.first, drawn.end).map((row, at) => (
            <div
              key={cards[row[0] ?? -1]?.key}
              ref={drawn.measure}
              className={styles.row}
              role="presentation"
              style={
                as === 'cards' ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined
              }
              data-index={drawn.first + at}
              data-heading={cards[row[0] ?? -1]?.kind === 'heading' || undefined}
            >
              {row.map((index) => {
                const card = cards[index];
                if (card === undefined) return null;
                return (
                  <SceneOption
                    key={card.key}
                    id={`${baseId}-${index}`}
                    cards={cards}
                    index={index}
                    as={as}
                    place={shown.indexOf(index) + 1}
                    count={shown.length}
                    isActive={index === active}
                    isDragged={drag.dragged !== null && index >= drag.dragged.from && index < drag.dragged.to}
                    drop={drag.lineAt(index)}
                    onSelect={() => scenes.select(index)}
                    onGo={() => scenes.goTo(index)}
                    onMenu={(place) => {
                      scenes.select(index);
                      setMenuAt(place);
                    }}
                  />
                );
              })}
            </div>
          ))}
        </div>
        {shown.length === 0 && (
          <p className={styles.none}>{isFiltered ? words.NONE_LEFT : words.NO_SCENES}</p>
        )}
      </div>
      <SceneMenu
        at={menuAt}
        readOnly={readOnly}
        onClose={() => setMenuAt(null)}
        findFocus={() => listbox.current}
      />
    </section>
  );
}

/** The indices of cards in rows: a heading has one of its own. */
function rowsOf({ cards, shown }: ScenesView, columns: number): readonly (readonly number[])[] {
  const rows: number[][] = [];
  let isOpen = false;
  for (const index of shown) {
    const isHeading = cards[index]?.kind === 'heading';
    const last = rows.at(-1);
    if (!isHeading && isOpen && last !== undefined && last.length < columns) last.push(index);
    else rows.push([index]);
    isOpen = !isHeading;
  }
  return rows;
}

const MOVES: ReadonlySet<string> = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]);

/** The index to which a key leads; undefined if there is none. */
function stepFrom(
  key: string,
  active: number,
  rows: readonly (readonly number[])[],
  page: number,
): number | undefined {
  const all = rows.flat();
  const at = all.indexOf(active);
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key === 'ArrowLeft') return all[Math.max(0, at - 1)];
  if (key === 'ArrowRight') return all[Math.min(all.length - 1, at + 1)];
  const row = rows.findIndex((one) => one.includes(active));
  const column = rows[row]?.indexOf(active) ?? 0;
  const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : key === 'PageUp' ? -page : page;
  const target = rows[Math.min(rows.length - 1, Math.max(0, row + by))];
  return target?.[Math.min(column, target.length - 1)];
}

interface SceneMenuProps {
  /** Its place, in CSS pixels of the window; null while it is closed. */
  readonly at: { readonly x: number; readonly y: number } | null;
  readonly readOnly: boolean;
  onClose(): void;
  findFocus(): HTMLElement | null;
}

/** The menu of the selected card. */
function SceneMenu({ at, readOnly, onClose, findFocus }: SceneMenuProps) {
  const { scenes } = useBufferDesk();
  const commands = useCommands();
  const { cards } = useStore(scenes.view);
  const active = useStore(scenes.active);
  const card = cards[active];
  const item = (id: keyof typeof words.CARD_LABELS, run: () => void, keyLabel = ''): ContextMenuItem => ({
    id,
    text: words.CARD_LABELS[id],
    keyLabel,
    disabled: readOnly && id !== 'go',
    run,
  });
  const groups = [
    [item('go', () => scenes.goTo(active), 'Enter')],
    [
      item('up', () => scenes.move(-1), commands.key('path.previousScene')),
      item('down', () => scenes.move(1), commands.key('path.nextScene')),
    ],
    [
      ...(card?.kind === 'heading'
        ? []
        : [item('join', () => scenes.act('join')), item('newScene', () => scenes.act('newScene'))]),
      ...(card?.hasHeading
        ? [item('promote', () => scenes.act('promote')), item('demote', () => scenes.act('demote'))]
        : []),
    ],
  ];
  return (
    <ContextMenu
      label={words.CARD_ACTIONS}
      open={at !== null}
      at={at ?? { x: 0, y: 0 }}
      groups={
        at === null ? [] : groups.map((items, index) => ({ label: words.CARD_GROUPS[index] ?? '', items }))
      }
      onClose={onClose}
      findFocus={findFocus}
    />
  );
}
