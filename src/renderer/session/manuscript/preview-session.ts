/**
 * Previews a sibling in place without choosing it (`manuscript.md`). Only the manuscript shows it: path,
 * draft and caret do not change, and nothing is written.
 */

import type { PositionId } from '../../../core/ids.ts';
import type { Output } from '../../../ipc/contract.ts';
import { previewShown } from '../../../ui-text/page/branches.ts';
import { NO_OTHERS } from '../../../ui-text/tree/continuation-list.ts';
import { IN_TEXT_ALREADY, LEAVES_FURTHER_UP } from '../../../ui-text/tree/outline.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import type { OutlineSession } from '../outline/outline-session.ts';
import { isAlone, placeInList } from '../path/path-segments.ts';
import { createStore, readableOf } from '../store.ts';
import type { ContinuationsSession } from '../tree/continuations-session.ts';

/** Enough to fill a screen, in UTF-16 code units. */
const MAX_LENGTH = 4_000;
/** The text in the announcement, in UTF-16 code units. */
const MAX_SPOKEN = 160;

export function createPreviewSession(
  { notices, path, client, treeId, counts, surface, draft }: ManuscriptScope,
  continuations: ContinuationsSession,
) {
  const shown = createStore<PositionId | null>(null);
  /** Numbers the requests, so that an answer after the key was released shows nothing. */
  let requests = 0;
  /** The last request waits for its text. */
  let isLoading = false;
  /** The last sibling `next` showed while its keys are held. */
  let last: PositionId | null = null;
  let isHeld = false;

  /** Shows the text again. */
  function end(): void {
    requests += 1;
    isLoading = false;
    if (shown.get() === null) return;
    shown.set(null);
    surface.find()?.showPreview(null);
  }

  async function next(request: number): Promise<void> {
    const choice = await choose();
    if (request !== requests) return;
    if (choice === null) return void notices.tell(NO_OTHERS);
    const { fork, siblings, selectedId } = choice;
    const from = siblings.indexOf(last ?? selectedId ?? siblings[siblings.length - 1] ?? fork);
    const others = [...siblings.slice(from + 1), ...siblings.slice(0, from + 1)];
    const target = others.find((sibling) => sibling !== selectedId);
    if (target === undefined) return void notices.tell(NO_OTHERS);
    last = target;
    await show(request, target, fork);
  }

  /** The list that the caret is at or, at the end of a path without one, the head's continuations. */
  async function choose(): Promise<{
    /** The position whose text they follow. */
    readonly fork: PositionId;
    readonly siblings: readonly PositionId[];
    readonly selectedId: PositionId | null;
  } | null> {
    const caret = surface.find()?.summary();
    const current = caret?.currentPositionId ?? null;
    if (caret === undefined || current === null) return null;
    if (!counts.has(current)) await counts.load([current]);
    const header = path.findHeader(current);
    const place = header === undefined ? null : placeInList(header, caret.forkId);
    const hasSiblings = place !== null && place.count > 0 && !isAlone(place);
    if (!hasSiblings && !(caret.atEnd && current === path.headId)) return null;
    const beside = caret.forkId ?? path.findParent(current) ?? path.rootPositionId;
    const fork = hasSiblings ? beside : current;
    const list = continuations.list.get();
    if (list.parentId === fork) {
      const siblings = list.items
        .filter(({ slot, pruned }) => slot === null && !pruned)
        .map((item) => item.positionId);
      return { fork, siblings, selectedId: list.selectedId };
    }
    const children = (await client.call('path.children', { treeId, parentId: fork })).filter(
      ({ pruned }) => !pruned,
    );
    const isShown = (position: PositionId) => path.indexOf(position) >= 0;
    const shown = children.find(({ positionId, shownBy }) => [positionId, ...shownBy].some(isShown));
    const siblings = children.map(({ positionId }) => positionId);
    return { fork, siblings, selectedId: shown?.positionId ?? null };
  }

  /** @param fork of the list; by default, the one that has the position */
  async function show(request: number, positionId: PositionId, fork?: PositionId): Promise<void> {
    const { text, spans, at, offset, number, count } = await load(request, positionId, fork);
    const manuscript = surface.find();
    if (request !== requests || manuscript === null) return;
    const index = path.indexOf(at);
    if (index < 0 && at !== path.rootPositionId) return;
    manuscript.showPreview({ text, spans, index, offset, number, count });
    shown.set(positionId);
    notices.announce(previewShown(number, count, spokenText(text)));
  }

  async function load(
    request: number,
    positionId: PositionId,
    fork: PositionId | undefined,
  ): Promise<Output<'path.preview'>> {
    isLoading = true;
    const item = { treeId, positionId, limit: MAX_LENGTH, ...(fork === undefined ? {} : { fork }) };
    try {
      const loaded = await client.call('path.preview', item);
      // A preview requested during a move is of the path after it.
      await draft.untilPathSettled();
      return loaded;
    } finally {
      if (request === requests) isLoading = false;
    }
  }

  return {
    end,
    /** The previewed position; null for none. */
    shown: readableOf(shown),

    /** True if a preview is shown, or will be as soon as its text is there. */
    get isOn(): boolean {
      return isLoading || shown.get() !== null;
    },

    /** Previews the sibling after the one on the path; while the keys are held, each call goes one further. */
    async next(): Promise<void> {
      const request = ++requests;
      isHeld = true;
      await notices.attempt(next(request));
    },

    /** Previews a continuation of the list until `end`. */
    async show(positionId: PositionId): Promise<void> {
      isHeld = false;
      await notices.attempt(show(++requests, positionId, continuations.list.get().parentId));
    },

    /** Previews what is selected in the outline without moving the path; a second call ends the preview. */
    async toggle(outline: OutlineSession): Promise<void> {
      const positionId = outline.selectedId;
      const isShown = shown.get() === positionId;
      end();
      if (isShown) return;
      if (outline.findOnPath(positionId) !== undefined || positionId === path.rootPositionId)
        return void notices.tell(IN_TEXT_ALREADY);
      const { table, selected } = outline.view.get();
      const parent = table.parents[selected] ?? -1;
      if (parent < 0) return;
      const parentId = outline.findOnPath(table.idOf(parent)) ?? table.idOf(parent);
      if (path.indexOf(parentId) < 0 && parentId !== path.rootPositionId)
        return void notices.tell(LEAVES_FURTHER_UP);
      isHeld = false;
      await notices.attempt(show(++requests, positionId));
    },

    /** A key of `next` was released, which ends the preview. @param all no key is held: `next` starts over */
    release(all: boolean): void {
      if (!isHeld) return;
      if (all) isHeld = false;
      if (all) last = null;
      end();
    },
  };
}

export type PreviewSession = ReturnType<typeof createPreviewSession>;

function spokenText(text: string): string {
  const start = text.trim().slice(0, MAX_SPOKEN);
  return start.length < text.trim().length ? `${start}…` : start;
}
