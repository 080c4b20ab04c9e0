import type { PositionId } from '../../../core/ids.ts';
import type { SceneAction, SceneRefusal } from '../../../core/sections/scene-edits.ts';
import { canGoTo, endOfItem, moveTo, nextPlace } from '../../../core/sections/scene-list.ts';
import { foldTag } from '../../../core/tags/tag.ts';
import { isLeft } from '../../../core/tags/tag-filter.ts';
import { firstWords } from '../../../core/text/first-words.ts';
import type { Remarks } from '../../../ipc/wire/position.ts';
import { SCENE_DONE, SCENE_REFUSED, sceneMoved, WRITING_AT_END } from '../../../ui-text/scenes.ts';
import { EMPTY_HEADING, EMPTY_SCENE } from '../../../ui-text/tree/outline.ts';
import type { ScenePlace, SceneText } from '../../surface.ts';
import type { TreeDesk } from '../desk/tree-desk.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { LiveQuery } from '../live-query.ts';
import { createStore, derive, readableOf, type Store } from '../store.ts';
import { isRunning } from '../tree/generation-session.ts';
import type { ShownTag } from '../tree/tree-tags.ts';

/** A chapter or a scene, with what was said of it. */
export interface SceneCard extends SceneText {
  /** Typing elsewhere does not change it. */
  readonly key: string;
  /** The tags of its passages. */
  readonly tags: readonly ShownTag[];
  readonly isBookmarked: boolean;
  readonly noteCount: number;
  /** The words that it should have, if it has a heading with a target. */
  readonly target: number | null;
  /** Its note with the tag `synopsis`, or else the summaries of its passages; empty for none. */
  readonly synopsis: string;
}

/** The text by its chapters and scenes. */
export interface ScenesView {
  readonly cards: readonly SceneCard[];
  /** The indices of those that the filters leave, with the headings above them. */
  readonly shown: readonly number[];
  /** Something is filtered. */
  readonly isFiltered: boolean;
}

/** The tag of a note that says what happens in a scene, folded. */
const SYNOPSIS = 'synopsis';

const NO_REMARKS: Remarks = { notes: [], summaries: [] };

export type ScenesSession = ReturnType<typeof createScenesSession>;

/** The chapters and scenes of a manuscript as cards, which a writer rearranges (`scenes.md`). */
export function createScenesSession(
  { client, treeId, notices, surface, path, readOnly }: ManuscriptScope,
  {
    anchors,
    bookmarks,
    tags,
    sections,
    targets,
    generation,
    navigation,
  }: Pick<TreeDesk, 'anchors' | 'bookmarks' | 'tags' | 'sections' | 'targets' | 'generation' | 'navigation'>,
  schedule: (callback: () => void) => void,
) {
  const isOpen = createStore(false);
  const texts = createStore<readonly SceneText[]>([]);
  const filter = createStore('');
  /** An index of the cards; -1 for none. */
  const active = createStore(-1);
  const remarks: LiveQuery<Remarks> = new LiveQuery({
    initial: NO_REMARKS,
    key: () => treeId,
    read: () => client.call('path.remarks', { treeId }),
    onError: notices.report,
  });
  const marks = derive(
    [remarks.value, anchors.list, bookmarks.list, tags.byPosition, path.mirror],
    (said, phrases, marked, tagged) => ({ said, phrases, marked, tagged }),
  );
  const cards: Store<readonly SceneCard[]> = derive(
    [texts, marks, targets.placed],
    (scenes, { said, phrases, marked, tagged }, aims) => {
      const found = scenes.map(
        (): Marks => ({ tags: new Set(), isBookmarked: false, notes: 0, synopses: [], summaries: [] }),
      );
      const at = (place: ScenePlace | null) => (place === null ? undefined : found[indexAt(scenes, place)]);
      const wholeAt = (positions: readonly PositionId[]) => {
        const index = Math.min(...positions.map((one) => path.indexOf(one)).filter((one) => one >= 0));
        return at(Number.isFinite(index) ? { index, offset: 0 } : null);
      };
      const isSynopsis = (note: PositionId) =>
        tagged.get(note)?.some(({ name }) => foldTag(name) === SYNOPSIS) === true;
      const addNote = (one: Marks | undefined, note: PositionId, text: string) => {
        if (one === undefined) return;
        if (isSynopsis(note)) one.synopses.push(text);
        else one.notes += 1;
      };
      for (const { positions, noteId, text } of said.notes) addNote(wholeAt(positions), noteId, text);
      for (const { anchorId, positions, kind, note } of phrases) {
        const one = at(anchors.placeOf(anchorId) ?? null) ?? wholeAt(positions);
        if (note !== null) addNote(one, note.positionId, note.text);
        else if (kind === 'bookmark' && one !== undefined) one.isBookmarked = true;
      }
      for (const { anchorId, positionId, splits } of marked) {
        const one = anchorId === null ? wholeAt([positionId, ...splits]) : undefined;
        if (one !== undefined) one.isBookmarked = true;
      }
      const summaries = new Map(said.summaries.map(({ nodeId, text }) => [nodeId, text]));
      for (const [index, { positionId, nodeId }] of path.mirror.get().headers.entries()) {
        const [own, summary] = [tagged.get(positionId), summaries.get(nodeId)];
        if (own === undefined && summary === undefined) continue;
        const one = at({ index, offset: 0 });
        for (const tag of own ?? []) one?.tags.add(tag);
        if (summary !== undefined) one?.summaries.push(summary);
      }
      const keys = new Map<string, number>();
      return scenes.map((scene, index) => {
        const name = `${scene.kind} ${scene.title} ${scene.excerpt}`;
        const number = (keys.get(name) ?? 0) + 1;
        keys.set(name, number);
        const { tags: own, isBookmarked, notes, synopses, summaries: summed } = found[index] ?? NO_MARKS;
        const synopsis = (synopses.length > 0 ? synopses : summed).join(' ');
        return {
          ...scene,
          key: `${name} ${number}`,
          tags: [...own],
          isBookmarked,
          noteCount: notes,
          target: (scene.hasHeading ? aims.get(scene.section)?.words : undefined) ?? null,
          synopsis,
        };
      });
    },
  );
  const view: Store<ScenesView> = derive([cards, filter, tags.filtered], (all, text, tagged): ScenesView => {
    const words = text.trim().toLocaleLowerCase();
    const isFiltered = words !== '' || tagged !== null;
    const has = (card: SceneCard) =>
      `${titleOf(card)}\n${card.synopsis}\n${card.tags.map(({ name }) => `#${name}`).join('\n')}`
        .toLocaleLowerCase()
        .includes(words);
    const indices = [...(tagged?.positions ?? [])]
      .map((id) => indexAt(all, { index: path.indexOf(id), offset: 0 }))
      .filter((index) => index >= 0);
    const first = Math.min(...indices);
    const isTagged = (index: number) =>
      tagged?.withBelow === true ? index >= first : indices.includes(index);
    const isFound = (card: SceneCard, index: number) =>
      has(card) && (tagged === null || isLeft(tagged, isTagged(index)));
    const found = all.map(isFound);
    const shown = all.flatMap((card, index) => {
      if (found[index] === true && (card.kind === 'scene' || words !== '' || !isFiltered)) return [index];
      if (card.kind === 'scene') return [];
      const isAbove = found
        .slice(index + 1, endOfItem(all, index))
        .some((one, at) => one && all[index + 1 + at]?.kind === 'scene');
      return isAbove ? [index] : [];
    });
    return { cards: all, shown, isFiltered };
  });
  let stops: readonly (() => void)[] = [];
  let isReading = false;

  function read(): void {
    const before = cards.get()[active.get()];
    const now = surface.find()?.readScenes() ?? [];
    if (now === texts.get()) return;
    texts.set(now);
    // The selected one may have moved, by an undo or elsewhere.
    const after = cards.get();
    const at = after.findIndex(({ key }) => key === before?.key);
    active.set(at >= 0 ? at : Math.min(Math.max(0, active.get()), after.length - 1));
  }

  /** Reads the text again with the next frame. */
  function readSoon(): void {
    if (!isOpen.get() || isReading) return;
    isReading = true;
    schedule(() => {
      isReading = false;
      if (isOpen.get()) read();
    });
  }

  function close(): void {
    if (!isOpen.get()) return;
    for (const stop of stops) stop();
    isOpen.set(false);
    texts.set([]);
    active.set(-1);
    filter.set('');
    surface.find()?.revealCaret();
  }

  /** Selects the card that has an offset of the text. */
  function selectAt(offset: number): void {
    active.set(texts.get().findLastIndex(({ from }) => from <= offset));
  }

  function refuse(refusal: SceneRefusal): void {
    notices.tell(SCENE_REFUSED[refusal]);
  }

  /** Returns true if text streams to the end of the text, and the change would take another passage there. */
  function isWritten(index: number, gap: number): boolean {
    const all = cards.get();
    const changesEnd = gap === all.length || endOfItem(all, index) === all.length;
    const streaming = generation.findShown(path.headId);
    return changesEnd && streaming !== undefined && isRunning(streaming.state);
  }

  /** Moves the selected one past the one before or after it. */
  function move(direction: 1 | -1): void {
    const index = active.get();
    const gap = nextPlace(cards.get(), index, direction);
    if (gap === null) refuse(direction === -1 ? 'isFirst' : 'isLast');
    else moveBetween(index, gap);
  }

  /** Moves a chapter or a scene between two others, if it can go there. @param gap the index of the one after it */
  function moveBetween(index: number, gap: number): void {
    const all = cards.get();
    const shown = surface.find();
    if (readOnly || shown === null || !canGoTo(all, index, gap)) return;
    if (isWritten(index, gap)) return void notices.tell(WRITING_AT_END);
    const move = moveTo(all, index, gap, ({ from }: SceneText) => from);
    const done = move === null ? 'isThere' : shown.editScenes(move);
    if (typeof done !== 'number') return void refuse(done);
    read();
    selectAt(done);
    announceMoved();
  }

  function announceMoved(): void {
    const all = cards.get();
    const index = active.get();
    const card = all[index];
    if (card === undefined) return;
    const chapter = all.findLastIndex(({ kind }, at) => at < index && kind === 'heading');
    const inChapter = all.slice(chapter + 1, chapter < 0 ? undefined : endOfItem(all, chapter));
    const scenes = inChapter.filter(({ kind }) => kind === 'scene');
    notices.announce(
      sceneMoved(
        titleOf(card),
        card.kind === 'heading' || chapter < 0 ? null : (all[chapter]?.title ?? null),
        card.kind === 'heading' ? null : { number: scenes.indexOf(card) + 1, count: scenes.length },
      ),
    );
  }

  return {
    isOpen: readableOf(isOpen),
    view,
    /** The text that the writer filters by. */
    filter: readableOf(filter),
    active: readableOf(active),

    /** Shows them, with the scene at the caret selected. */
    open(): void {
      const shown = surface.find();
      if (shown === null || isOpen.get()) return;
      texts.set(shown.readScenes());
      selectAt(shown.cursor().head);
      isOpen.set(true);
      stops = [
        surface.summary.subscribe(readSoon),
        sections.list.subscribe(readSoon),
        tags.watch(),
        remarks.watch(),
      ];
    },

    /** Returns to the text. */
    close,

    /** The text changed. */
    onTextChanged: readSoon,
    /** Notes or summaries may have changed. */
    onTreeChange: () => remarks.invalidate(),

    setFilter(text: string): void {
      filter.set(text);
      const { shown } = view.get();
      if (!shown.includes(active.get())) {
        const scene = shown.find((index) => cards.get()[index]?.kind === 'scene');
        active.set(scene ?? shown[0] ?? -1);
      }
    },

    select: (index: number): void => active.set(index),

    /** Puts the caret and the keyboard at a chapter or a scene in the text. */
    goTo(index: number): void {
      const card = cards.get()[index];
      if (card === undefined) return;
      const { goesTo } = card;
      close();
      navigation.goToOffset(goesTo.index, goesTo.offset, { focuses: true });
    },

    /** Selects the next or the previous one that is shown: a chapter, or any. */
    step(direction: 1 | -1): void {
      const { shown, cards: all } = view.get();
      const from = shown.indexOf(active.get());
      const isChapter = (index: number) => all[index]?.kind === 'heading';
      const to =
        direction === 1
          ? shown.find((index, at) => at > from && isChapter(index))
          : shown.findLast((index, at) => at < from && isChapter(index));
      if (to !== undefined) active.set(to);
    },

    canMove: (index: number, gap: number): boolean => !readOnly && canGoTo(cards.get(), index, gap),
    moveBetween,

    move,

    /** Acts on the selected one as a command does on that at the caret. A new scene is shown in the text. */
    act(action: SceneAction): void {
      const card = cards.get()[active.get()];
      const shown = surface.find();
      if (card === undefined || shown === null || readOnly) return;
      if (action === 'sceneUp' || action === 'sceneDown') return void move(action === 'sceneUp' ? -1 : 1);
      if (action === 'newScene' && isWritten(active.get(), -1)) return void notices.tell(WRITING_AT_END);
      const done = shown.editScenes(action, card.from);
      if (typeof done !== 'number') return void refuse(done);
      notices.announce(SCENE_DONE[action]);
      if (action === 'newScene') {
        close();
        shown.focus();
        return;
      }
      read();
      selectAt(done);
    },

    end(): void {
      close();
      remarks.close();
    },
  };
}

/** Marks on a scene, as they are collected. */
interface Marks {
  readonly tags: Set<ShownTag>;
  isBookmarked: boolean;
  notes: number;
  readonly synopses: string[];
  readonly summaries: string[];
}

const NO_MARKS: Marks = { tags: new Set(), isBookmarked: false, notes: 0, synopses: [], summaries: [] };

/** The index of the last scene that begins at a place or before it; -1 for none. */
function indexAt(scenes: readonly SceneText[], { index, offset }: ScenePlace): number {
  let [low, high] = [0, scenes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const begins = scenes[middle]?.begins ?? { index: 0, offset: 0 };
    if (begins.index < index || (begins.index === index && begins.offset <= offset)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A chapter or a scene as sentences name it: by its heading or its first words. */
export function titleOf({ kind, title, excerpt }: Pick<SceneText, 'kind' | 'title' | 'excerpt'>): string {
  if (title !== '') return title;
  return kind === 'heading' ? EMPTY_HEADING : (firstWords(excerpt) ?? EMPTY_SCENE);
}
