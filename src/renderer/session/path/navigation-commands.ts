import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { SiblingTarget, VersionTarget } from '../../../ipc/contract.ts';
import type { Client } from '../../client.ts';
import type { ManuscriptFace } from '../../surface.ts';
import type { Announcer } from '../tree/announcer.ts';
import { type BookmarksSession, titleOfBookmark } from '../tree/bookmarks-session.ts';
import type { ContinuationsSession } from '../tree/continuations-session.ts';
import type { Notices } from '../window/notices.ts';
import { findPlaces, type SearchResult } from '../window/palette-places.ts';
import { type Arrival, isSamePlace, type Place } from '../window/place.ts';
import type { IntentOutcome, PathIntent } from './intent.ts';
import type { IntentSession } from './intent-session.ts';
import {
  endPathHere,
  goOn,
  goToChild,
  goToContinuation,
  goToNode,
  goToParent,
  goToPosition,
  type IntentContext,
  selectSibling,
  selectSiblingAt,
  selectVersion,
  selectVersionAt,
} from './path-intents.ts';
import type { PathSession } from './path-session.ts';

export interface NavigationCommandsOptions {
  readonly client: Client;
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly continuations: ContinuationsSession;
  readonly bookmarks: BookmarksSession;
  readonly announcer: Announcer;
  readonly intents: IntentSession;
  readonly notices: Notices;
  findManuscript(): ManuscriptFace | null;
  /** Resolves when there is a manuscript. */
  /** Resolves when there is one, or when there will be none, since another tree is shown. */
  untilManuscript(): Promise<void>;
  /** The writer went elsewhere from this place. */
  onJump(from: Place): void;
  /** A sibling stands in the place of another. */
  onSwitched(from: PositionId, to: PositionId): void;
}

/** What main answers where a position or a node is pruned or not in the tree. */
const GONE: ReadonlySet<string> = new Set(['NOT_FOUND', 'INVALID_ARGUMENT']);

/** Moves along the path and through the tree. Each method tells what went wrong by itself, and where it led. */
export class NavigationCommands {
  readonly #options: NavigationCommandsOptions;

  constructor(options: NavigationCommandsOptions) {
    this.#options = options;
  }

  /** Where the writer is; null without a manuscript. */
  findPlace(): Place | null {
    const { path, treeId, findManuscript } = this.#options;
    const manuscript = findManuscript();
    if (manuscript === null) return null;
    const { nodeId, offset } = manuscript.caretPart();
    const positionId = manuscript.summary().currentPositionId;
    const isInNode = nodeId !== null && positionId !== null;
    return {
      treeId,
      head: path.headId,
      headNode: path.findHeader(path.headId)?.nodeId ?? null,
      caret: isInNode ? { nodeId, positionId, offset } : null,
    };
  }

  /** Goes to a place of this tree, and on from its head as a switch does: what was written there since is shown too. */
  async goToPlace({ head, headNode, caret }: Place): Promise<Arrival> {
    const { path, notices, intents, findManuscript, untilManuscript } = this.#options;
    await untilManuscript();
    if (findManuscript() === null) return 'failed';
    const isOnPath = headNode === null || path.findHeader(head) !== undefined;
    const moves = [
      ...(isOnPath ? [] : [(context: IntentContext) => goToNode(context, headNode, head)]),
      ...(caret === null
        ? [(context: IntentContext) => goToPosition(context, head)]
        : [(context: IntentContext) => goToNode(context, caret.nodeId, caret.positionId)]),
    ];
    for (const move of moves) {
      const result = await intents.tryTo(move);
      if (result.outcome !== 'failed') continue;
      if (GONE.has(result.error.code)) return 'gone';
      notices.refuse(result.error);
      return 'failed';
    }
    const manuscript = findManuscript();
    if (caret !== null && manuscript?.isComposing() === false)
      manuscript.placeCaretIn(path.indexOf(caret.positionId), caret.offset);
    return 'there';
  }

  /** Switches the caret's node to one of its siblings. */
  async selectSibling(to: SiblingTarget): Promise<void> {
    await this.#jump((context) => selectSibling(context, to), 'No other continuations here.');
    this.#options.announcer.tellBranch(this.#currentPosition());
  }

  /** The number of the caret's node among its siblings, and theirs; null where it has none. */
  findSiblings(): { readonly index: number; readonly count: number } | null {
    const current = this.#options.findManuscript()?.summary().currentPositionId ?? null;
    const header = current === null ? undefined : this.#options.path.findHeader(current);
    if (header === undefined || header.siblingCount < 2) return null;
    return { index: header.siblingIndex, count: header.siblingCount };
  }

  /** Switches a position of the path, wherever the caret is; its popover goes with it. */
  async selectSiblingAt(positionId: PositionId, to: SiblingTarget): Promise<void> {
    let shown = positionId;
    const follow = (sibling: PositionId) => {
      shown = sibling;
      this.#options.onSwitched(positionId, sibling);
    };
    await this.#jump(
      (context) => selectSiblingAt(context, positionId, to, follow),
      'No other continuations here.',
    );
    this.#options.announcer.tellBranch(shown);
  }

  /** Shows a version of a position of the path, wherever the caret is. */
  async selectVersionAt(positionId: PositionId, nodeId: NodeId): Promise<void> {
    await this.#jump((context) => selectVersionAt(context, positionId, nodeId));
    this.#options.announcer.tellVersion(positionId);
  }

  /** From the head on to one of its continuations. */
  async goOn(): Promise<void> {
    await this.#jump(goOn);
    this.#options.announcer.tellBranch(this.#currentPosition());
  }

  /** Goes to one continuation of the list. */
  async goToContinuation(positionId: PositionId): Promise<void> {
    const { parentId } = this.#options.continuations.list.get();
    await this.#jump((context) => goToContinuation(context, parentId, positionId));
    this.#options.announcer.tellBranch(this.#currentPosition());
  }

  /**
   * Shows a node wherever it is in the tree, the caret at a place that is found in its text; waits for the manuscript.
   * Resolves to whether the text is there now.
   * @param findOffset in UTF-16 code units
   */
  async goToNode(
    nodeId: NodeId,
    positionId: PositionId,
    findOffset: (text: string) => number,
  ): Promise<boolean> {
    const { client, notices, findManuscript, untilManuscript } = this.#options;
    await untilManuscript();
    if (findManuscript() === null) return false;
    try {
      const { content } = await client.call('node.read', { treeId: this.#options.treeId, nodeId });
      const { outcome } = await this.#jump((context) => goToNode(context, nodeId, positionId));
      const index = this.#options.path.indexOf(positionId);
      if (outcome === 'failed' || index < 0) return false;
      const manuscript = findManuscript();
      if (manuscript?.isComposing() === false) manuscript.placeCaretIn(index, findOffset(textOf(content)));
      if (outcome === 'done') this.#options.announcer.tellBranch(positionId);
      return true;
    } catch (error) {
      notices.report(error);
      return false;
    }
  }

  /** Puts the caret at the end of a position, wherever in the tree; the path goes there where it misses it. */
  async goTo(positionId: PositionId): Promise<void> {
    const { outcome } = await this.#jump((context) => goToPosition(context, positionId));
    if (outcome === 'failed') return;
    const bookmark = this.#options.bookmarks.find(positionId);
    if (bookmark !== undefined) this.#options.notices.announce(`Bookmark: ${titleOfBookmark(bookmark)}`);
  }

  /** Shows a version of a continuation of the list, wherever it is: where the path misses it, it goes there. */
  async showVersion(positionId: PositionId, nodeId: NodeId): Promise<void> {
    if (this.#options.path.indexOf(positionId) >= 0) await this.selectVersionAt(positionId, nodeId);
    else await this.goToNode(nodeId, positionId, (text) => text.length);
  }

  /** Goes to the bookmark after (1) or before (-1) the caret's node, wherever in the tree. */
  async stepBookmark(direction: 1 | -1): Promise<void> {
    const { bookmarks, notices } = this.#options;
    try {
      const to = await bookmarks.next(direction, this.#currentPosition());
      if (to === null) notices.announce('There are no bookmarks yet.');
      else await this.goTo(to);
    } catch (error) {
      notices.report(error);
    }
  }

  /** Where a text leads to in the tree; none where main could not say, which is told. */
  async findPlaces(text: string): Promise<readonly SearchResult[]> {
    try {
      return await findPlaces(this.#options, text);
    } catch (error) {
      this.#options.notices.report(error);
      return [];
    }
  }

  /** Puts the caret at the end of a text of the path. */
  placeCaretAt(positionId: PositionId): void {
    const index = this.#options.path.indexOf(positionId);
    if (index >= 0) this.#options.findManuscript()?.placeCaretAfter(index);
  }

  /** Puts the caret at the end of its node's parent; that becomes the head where the caret's node was it. */
  async goToParent(): Promise<void> {
    await this.#jump(goToParent);
  }

  /** From the head on to the child last visited, else the newest. */
  async goToChild(): Promise<void> {
    await this.#jump(goToChild);
  }

  /** Shows a version of the caret's node. */
  selectVersion(nodeId: NodeId): Promise<void> {
    return this.#showVersion({ nodeId });
  }

  /** Goes to the version before (-1) or after (1) the one shown, round and round. */
  stepVersion(step: -1 | 1): Promise<void> {
    return this.#showVersion({ step });
  }

  /** Makes the caret's node the head. */
  async endPathHere(): Promise<void> {
    await this.#jump(endPathHere, 'The path ends here already.');
  }

  async #showVersion(to: VersionTarget): Promise<void> {
    const { outcome } = await this.#jump(
      (context) => selectVersion(context, to),
      'This node has no other version.',
    );
    if (outcome === 'done') this.#options.announcer.tellVersion(this.#currentPosition());
  }

  /** Carries out a move, and tells of the place that it left. */
  async #jump(
    makeIntent: (context: IntentContext) => PathIntent,
    ifNothing?: string,
  ): Promise<IntentOutcome> {
    const from = this.findPlace();
    const outcome = await this.#options.intents.submit(makeIntent, ifNothing);
    const to = this.findPlace();
    if (from !== null && to !== null && !isSamePlace(from, to)) this.#options.onJump(from);
    return outcome;
  }

  /** Null without a manuscript, and while a commit decides it. */
  #currentPosition(): PositionId | null {
    return this.#options.findManuscript()?.summary().currentPositionId ?? null;
  }
}
