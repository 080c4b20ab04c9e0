import type { AnchorId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { SiblingTarget, VersionTarget } from '../../../ipc/wire/path.ts';
import type { SearchHit } from '../../../ipc/wire/position.ts';
import { NO_OTHER_VERSION } from '../../../ui-text/node/facts.ts';
import { bookmarkReached, NO_BOOKMARKS_YET, NOTHING, PATH_ENDS_HERE } from '../../../ui-text/page/moves.ts';
import { NO_OTHERS } from '../../../ui-text/tree/continuation-list.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { rememberFocus } from '../focus.ts';
import type { IntentContext, IntentOutcome, PathIntent } from '../path/intent.ts';
import { isAlone, type PlaceInList, placeInList } from '../path/path-segments.ts';
import { createSignal } from '../store.ts';
import type { Announcer } from './announcer.ts';
import { type Bookmark, type BookmarksSession, bookmarkTitle } from './bookmarks-session.ts';
import type { ContinuationsSession } from './continuations-session.ts';
import { type FoundPositions, findPositions, type PositionResult } from './find-positions.ts';
import {
  endPathHere,
  extendPath,
  goToChild,
  goToContinuation,
  goToNode,
  goToParent,
  goToPosition,
  type ListOnPath,
  selectSibling,
  selectSiblingAt,
  selectVersion,
  selectVersionAt,
} from './tree-intents.ts';

/** An entry of the navigation history: the head of the path, and where the caret was in one of its nodes. */
export interface Place {
  readonly treeId: TreeId;
  readonly head: PositionId;
  /** The version that the head showed; null at the root. */
  readonly headNode: NodeId | null;
  /** Null for the end of the head or the working buffer. The offset is in UTF-16 code units. */
  readonly caret: {
    readonly nodeId: NodeId;
    readonly positionId: PositionId;
    readonly offset: number;
  } | null;
}

/** The outcome of going to a place: `gone` if it no longer exists. */
export type GoToOutcome = 'there' | 'gone' | 'failed';

/** Returns true if both have the same head, and the caret at the same offset of the same version. */
export function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.treeId === other.treeId &&
    one.head === other.head &&
    one.caret?.nodeId === other.caret?.nodeId &&
    one.caret?.offset === other.caret?.offset
  );
}

export interface NavigationCommandsOptions {
  readonly continuations: ContinuationsSession;
  readonly bookmarks: BookmarksSession;
  readonly announcer: Announcer;
  /** The writer left this place for another. */
  onJump(from: Place): void;
}

/** A sibling replaced another on the path. */
export interface Switch {
  readonly from: PositionId;
  readonly to: PositionId;
}

/** Main's errors for a position or a node that is pruned or missing. */
const GONE: ReadonlySet<string> = new Set(['NOT_FOUND', 'INVALID_ARGUMENT']);

/** Moves along the path and through the tree. Each method announces where it led, and reports its own failures. */
export function createNavigationCommands(scope: TreeScope, options: NavigationCommandsOptions) {
  const { path, treeId, notices, intents, surface, client } = scope;
  const { bookmarks, announcer, continuations, onJump } = options;
  const switched = createSignal<Switch>();

  /** The current place; null without a surface. */
  function findPlace(): Place | null {
    const shown = surface.find();
    if (shown === null) return null;
    const { nodeId, offset } = shown.caretInSegment();
    const positionId = shown.summary().currentPositionId;
    const isInNode = nodeId !== null && positionId !== null;
    return {
      treeId,
      head: path.headId,
      headNode: path.findHeader(path.headId)?.nodeId ?? null,
      caret: isInNode ? { nodeId, positionId, offset } : null,
    };
  }

  /** Selects a version at any position of the path. */
  async function chooseVersionAt(positionId: PositionId, nodeId: NodeId): Promise<void> {
    await jump((context) => selectVersionAt(context, positionId, nodeId));
    announcer.announceVersion(positionId);
  }

  /**
   * Shows any node of the tree, with the caret at an offset of its text. Waits for the surface. Resolves
   * to whether the node is on the path now.
   * @param findOffset returns the offset, in UTF-16 code units
   */
  async function showNode(
    nodeId: NodeId,
    positionId: PositionId,
    findOffset: (text: string) => number,
    isArrival = false,
  ): Promise<boolean> {
    await surface.untilAttached();
    if (surface.find() === null) return false;
    try {
      const { content } = await client.call('node.read', { treeId: treeId, nodeId });
      const { outcome } = await move(isArrival, (context) => goToNode(context, nodeId, positionId));
      const index = path.indexOf(positionId);
      if (outcome === 'failed' || index < 0) return false;
      placeCaretInto(index, findOffset(textOf(content)));
      if (outcome === 'done') announcer.announceBranch(positionId, null);
      return true;
    } catch (error) {
      notices.report(error);
      return false;
    }
  }

  /**
   * Selects what a search found, moving the path there if needed; for a note, goes to the end of what it is on. Waits
   * for the surface. Resolves to whether it is on the path now.
   * @param isArrival the tree was shown for this: the place where its caret was is not one that the writer leaves
   */
  async function goToFound(
    {
      nodeId,
      positionId,
      from,
      to,
      typed,
      noteOn,
    }: Pick<SearchHit, 'nodeId' | 'positionId' | 'from' | 'to' | 'typed' | 'noteOn'>,
    isArrival = false,
  ): Promise<boolean> {
    if (noteOn !== null) return showNode(noteOn.nodeId, noteOn.positionId, (text) => text.length, isArrival);
    await surface.untilAttached();
    if (surface.find() === null) return false;
    let outcome: IntentOutcome['outcome'] = 'nothing';
    // Typed text is on the path, and stays so only if nothing is committed on the way.
    if (!typed && nodeId !== null)
      ({ outcome } = await move(isArrival, (context) => goToNode(context, nodeId, positionId)));
    const index = nodeId === null ? path.length : path.indexOf(positionId);
    if (outcome === 'failed' || index < 0) return false;
    if (outcome !== 'done' && !isArrival) goToOffset(index, from, { to });
    // The move has recorded the place it left.
    else placeCaretInto(index, from, to);
    if (outcome === 'done') announcer.announceBranch(positionId, null);
    return true;
  }

  /** Puts the caret at the end of any position, moving the path there if needed. */
  async function goTo(positionId: PositionId): Promise<void> {
    const bookmark = bookmarks.find(positionId);
    // A divided text is also what its splits show: the path need not leave one.
    const target = bookmark?.splits.find((split) => path.indexOf(split) >= 0) ?? positionId;
    const { outcome } = await jump((context) => goToPosition(context, target));
    if (outcome === 'failed') return;
    if (bookmark !== undefined) notices.announce(bookmarkReached(bookmarkTitle(bookmark)));
  }

  /** Goes to a bookmark, and moves the keyboard to its text as `goToText` does. */
  async function goToBookmark({
    positionId,
    anchorId,
  }: Pick<Bookmark, 'positionId' | 'anchorId'>): Promise<void> {
    const isFocusKept = rememberFocus();
    if (anchorId === null) await goTo(positionId);
    else await goToPhrase(positionId, anchorId);
    if (isFocusKept()) surface.find()?.focus();
  }

  /** Puts the caret at a phrase that has a note or a bookmark, if it is on the path. @returns whether it is */
  function placeCaretAtAnchor(anchorId: AnchorId): boolean {
    const place = bookmarks.anchors.placeOf(anchorId);
    if (place !== undefined) placeCaretInto(place.index, place.offset);
    return place !== undefined;
  }

  async function goToPhrase(positionId: PositionId, anchorId: AnchorId): Promise<void> {
    const from = findPlace();
    const shown = bookmarks.anchors.find(anchorId)?.positions.find((position) => path.indexOf(position) >= 0);
    if (shown === undefined) {
      const { outcome } = await jump((context) => goToPosition(context, positionId));
      if (outcome === 'failed') return;
    }
    if (!placeCaretAtAnchor(anchorId)) placeCaretAt(shown ?? positionId);
    const to = findPlace();
    if (shown !== undefined && from !== null && to !== null && !isSamePlace(from, to)) onJump(from);
    const bookmark = bookmarks.findPhrase(anchorId);
    if (bookmark !== undefined) notices.announce(bookmarkReached(bookmarkTitle(bookmark)));
  }

  /**
   * Puts the caret at an offset in what the `index`-th node of the path shows, typed or committed, or selects from there
   * to `to`; behind the last node is the working buffer. The keyboard follows if it `focuses`.
   */
  function goToOffset(
    index: number,
    offset: number,
    { focuses = false, to = offset }: { readonly focuses?: boolean; readonly to?: number } = {},
  ): void {
    const from = findPlace();
    placeCaretInto(index, offset, to);
    const there = findPlace();
    if (from !== null && there !== null && !isSamePlace(from, there)) onJump(from);
    if (focuses) surface.find()?.focus();
  }

  /** Puts the caret at the end of a position of the path. */
  function placeCaretAt(positionId: PositionId): void {
    const index = path.indexOf(positionId);
    if (index >= 0) surface.find()?.moveCaretAfter(index);
  }

  async function showVersion(to: VersionTarget): Promise<void> {
    const select = (context: IntentContext) => selectVersion(context, to);
    const { outcome } = await jump(select, NO_OTHER_VERSION);
    if (outcome === 'done') announcer.announceVersion(surface.currentPositionId);
  }

  /** Announces the branch that the caret is on now. */
  function announceBranch(): void {
    announcer.announceBranch(surface.currentPositionId, surface.forkId);
  }

  /** Runs a move, and reports the place it left. @param ifNothing announced if there was nothing to do */
  async function jump(
    makeIntent: (context: IntentContext) => PathIntent,
    ifNothing?: string,
  ): Promise<IntentOutcome> {
    const from = findPlace();
    const outcome = await intents.submit(makeIntent, ifNothing);
    const to = findPlace();
    if (from !== null && to !== null && !isSamePlace(from, to)) onJump(from);
    return outcome;
  }

  function move(
    isArrival: boolean,
    makeIntent: (context: IntentContext) => PathIntent,
  ): Promise<IntentOutcome> {
    return isArrival ? intents.submit(makeIntent) : jump(makeIntent);
  }

  /** Runs a move along the path. @param ifSame announced if it led nowhere */
  async function jumpOrSay(
    makeIntent: (context: IntentContext) => PathIntent,
    ifSame: string,
  ): Promise<void> {
    const from = findPlace();
    const { outcome } = await jump(makeIntent);
    const to = findPlace();
    const isSame = from === null || to === null || isSamePlace(from, to);
    if (outcome !== 'failed' && isSame) notices.tell(ifSame);
  }

  /** Does nothing while an input method is composing, which owns the caret. */
  function placeCaretInto(index: number, offset: number, to = offset): void {
    const shown = surface.find();
    if (shown?.isComposing() === false) shown.moveCaretInto(index, offset, to);
  }

  return {
    findPlace,
    selectVersionAt: chooseVersionAt,
    goToNode: showNode,
    goToFound,
    goTo,
    goToBookmark,
    placeCaretAtAnchor,
    goToOffset,
    placeCaretAt,
    announceBranch,
    jump,
    /** Emitted when a sibling replaced another in `selectSiblingAt`. */
    switched: { subscribe: switched.subscribe },

    /** Goes to a place of this tree. Like a switch, continues below its head, to show what was written there since. */
    async goToPlace({ head, headNode, caret }: Place): Promise<GoToOutcome> {
      await surface.untilAttached();
      if (surface.find() === null) return 'failed';
      const isOnPath = headNode === null || path.findHeader(head) !== undefined;
      const moves = [
        ...(isOnPath ? [] : [(context: IntentContext) => goToNode(context, headNode, head)]),
        ...(caret === null
          ? [(context: IntentContext) => goToPosition(context, head)]
          : [(context: IntentContext) => goToNode(context, caret.nodeId, caret.positionId)]),
      ];
      for (const move of moves) {
        const result = await intents.trySubmit(move);
        if (result.outcome !== 'failed') continue;
        if (GONE.has(result.error.code)) return 'gone';
        notices.reportRefusal(result.error);
        return 'failed';
      }
      if (caret !== null) placeCaretInto(path.indexOf(caret.positionId), caret.offset);
      return 'there';
    },

    /** Switches the caret's node to one of its siblings. */
    async selectSibling(to: SiblingTarget): Promise<void> {
      await jump((context) => selectSibling(context, to), NO_OTHERS);
      announceBranch();
    },

    /** The place in the list that the caret is at; null if that has nothing else. */
    findSiblings(): PlaceInList | null {
      const { currentPositionId, forkId } = surface;
      const header = currentPositionId === null ? undefined : path.findHeader(currentPositionId);
      if (header === undefined) return null;
      const place = placeInList(header, forkId);
      return place.count === 0 || isAlone(place) ? null : place;
    },

    /** Selects an item of any list on the path; the popover of its position moves there too. */
    async selectSiblingAt(list: ListOnPath, to: SiblingTarget): Promise<void> {
      let shown = list.at;
      const follow = (sibling: PositionId) => {
        shown = sibling;
        switched.emit({ from: list.at, to: sibling });
      };
      await jump((context) => selectSiblingAt(context, list, to, follow), NO_OTHERS);
      announcer.announceBranch(shown, null);
    },

    /** Extends the path from the head to its last visited child, or else the newest. */
    async extendPath(): Promise<void> {
      await jump(extendPath);
      announceBranch();
    },

    /** Goes to one continuation of the list. */
    async goToContinuation(positionId: PositionId): Promise<void> {
      const list = continuations.list.get();
      await jump((context) => goToContinuation(context, list, positionId));
      announceBranch();
    },

    /** Marks words where the path shows their text; null takes the mark away. The caret and the view stay. */
    highlight(words: Pick<SearchHit, 'nodeId' | 'positionId' | 'from' | 'to'> | null): void {
      const isTyped = words?.nodeId === null;
      const index = words === null ? -1 : isTyped ? path.length : path.indexOf(words.positionId);
      const isShown = words !== null && index >= 0;
      surface.find()?.highlight?.(isShown ? { index, from: words.from, to: words.to } : null);
    },

    /**
     * Goes to a position, or to what was found, and moves the keyboard to its text, unless the writer moves it elsewhere
     * meanwhile.
     * @param target may still be searched for; null if nothing was found
     */
    async goToText(target: PositionId | Promise<PositionId | PositionResult | null>): Promise<void> {
      const isFocusKept = rememberFocus();
      const wanted = await target;
      if (wanted === null) return;
      if (typeof wanted === 'string') await goTo(wanted);
      else await (wanted.found === null ? goToBookmark(wanted) : goToFound(wanted.found));
      if (isFocusKept()) surface.find()?.focus();
    },

    /** Selects a version of a listed continuation, moving the path there if needed. */
    async showVersion(positionId: PositionId, nodeId: NodeId): Promise<void> {
      if (path.indexOf(positionId) >= 0) await chooseVersionAt(positionId, nodeId);
      else await showNode(nodeId, positionId, (text) => text.length);
    },

    /** Goes to the bookmark after (1) or before (-1) the caret, in tree order. */
    async stepBookmark(direction: 1 | -1): Promise<void> {
      try {
        const current = surface.currentPositionId;
        const caret = surface.find()?.caretInSegment().offset ?? 0;
        const own = current === null ? [] : inOrder(bookmarks.anchors.bookmarksIn(current), direction);
        const at = bookmarks.anchors.bookmarkAtCaret()?.anchorId;
        const near = own.find(
          ({ anchorId, offset }) => anchorId !== at && (direction === 1 ? offset > caret : offset < caret),
        );
        if (near !== undefined) return await goToPhrase(near.positionId, near.anchorId);
        const to = await bookmarks.next(direction, current);
        if (to === null) return void notices.tell(NO_BOOKMARKS_YET);
        const phrases = bookmarks.list
          .get()
          .filter(({ positionId, anchorId }) => positionId === to && anchorId);
        const [first] = inOrder(phrases, direction);
        if (first === undefined || bookmarks.find(to) !== undefined) await goTo(to);
        else await goToBookmark(first);
      } catch (error) {
        notices.report(error);
      }
    },

    /** Positions of the tree that match a text, typed or committed. Empty after a failure, which is reported. */
    findPositions(text: string): Promise<FoundPositions> {
      return findPositions(scope, bookmarks, text);
    },

    /** Moves the caret to the end of the parent's text; at the head, the parent becomes the head. */
    async goToParent(): Promise<void> {
      await jumpOrSay(goToParent, NOTHING.before);
    },

    /** Moves the caret along the path; at the head, extends the path to the last visited child, or else the newest. */
    async goToChild(): Promise<void> {
      await jumpOrSay(goToChild, NOTHING.after);
    },

    /** Selects a version of the caret's node. */
    selectVersion(nodeId: NodeId): Promise<void> {
      return showVersion({ nodeId });
    },

    /** Selects the version before (-1) or after (1) the one shown, wrapping. */
    stepVersion(step: -1 | 1): Promise<void> {
      return showVersion({ step });
    },

    /** Makes the caret's node the head. */
    async endPathHere(): Promise<void> {
      await jump(endPathHere, PATH_ENDS_HERE);
    },
  };
}

export type NavigationCommands = ReturnType<typeof createNavigationCommands>;

function inOrder<T>(list: readonly T[], direction: 1 | -1): readonly T[] {
  return direction === 1 ? list : list.toReversed();
}
