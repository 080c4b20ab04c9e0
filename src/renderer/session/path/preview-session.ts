/**
 * Looking at a sibling in place without choosing it (`manuscript.md`). Only the manuscript shows it: path, draft and
 * caret are as they were, and nothing is written.
 */
import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import type { ManuscriptFace } from '../../surface.ts';
import { createStore, type Store } from '../store.ts';
import type { ContinuationList } from '../tree/continuations-session.ts';
import type { Notices } from '../window/notices.ts';
import type { PathCounts } from './path-counts.ts';
import type { PathSession } from './path-session.ts';

/** As much of it as fills a screen, in UTF-16 code units. */
const LIMIT = 4_000;
/** Of its text in the announcement, in UTF-16 code units. */
const SPOKEN = 160;

export interface PreviewSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly counts: PathCounts;
  readonly notices: Notices;
  /** Null while it is not on the screen. */
  findManuscript(): ManuscriptFace | null;
  /** Resolves when the path is about to be no other. */
  untilStill(): Promise<void>;
  /** What the Continuations list shows. */
  list(): ContinuationList;
}

export class PreviewSession {
  readonly #options: PreviewSessionOptions;
  readonly #shown = createStore<PositionId | null>(null);
  /** Counts what was asked for: an answer that comes after the key was let go shows nothing. */
  #asked = 0;
  /** What `next` showed last, for as long as its keys are held. */
  #last: PositionId | null = null;
  #isHeld = false;

  constructor(options: PreviewSessionOptions) {
    this.#options = options;
  }

  /** The position that is previewed; null for none. */
  get shown(): Store<PositionId | null> {
    return this.#shown;
  }

  /** Shows the sibling after the one on the path; called again before all keys are let go, the one after that. */
  async next(): Promise<void> {
    const asked = ++this.#asked;
    this.#isHeld = true;
    await this.#told(this.#next(asked));
  }

  /** Shows one continuation of the Continuations list, until `end`. */
  async show(positionId: PositionId): Promise<void> {
    this.#isHeld = false;
    const { parentId, items } = this.#options.list();
    const siblings = items.filter(({ pruned }) => !pruned).map((item) => item.positionId);
    await this.#told(this.#show(++this.#asked, parentId, positionId, siblings));
  }

  /** Shows one of the continuations of a position of the path, until `end`. */
  async showAt(parentId: PositionId, positionId: PositionId, siblings: readonly PositionId[]): Promise<void> {
    this.#isHeld = false;
    await this.#told(this.#show(++this.#asked, parentId, positionId, siblings));
  }

  /** The text is shown again. */
  end(): void {
    this.#asked += 1;
    if (this.#shown.get() === null) return;
    this.#shown.set(null);
    this.#options.findManuscript()?.showPreview(null);
  }

  /** A key was let go that may have held what `next` shows; with all of them, it begins again at the path's own. */
  release(all: boolean): void {
    if (!this.#isHeld) return;
    if (all) this.#isHeld = false;
    if (all) this.#last = null;
    this.end();
  }

  async #next(asked: number): Promise<void> {
    const choice = await this.#choose();
    if (asked !== this.#asked) return;
    if (choice === null) return this.#options.notices.announce('No other continuations here.');
    const { parentId, siblings, selectedId } = choice;
    const from = siblings.indexOf(this.#last ?? selectedId ?? siblings[siblings.length - 1] ?? parentId);
    const others = [...siblings.slice(from + 1), ...siblings.slice(0, from + 1)];
    const target = others.find((sibling) => sibling !== selectedId);
    if (target === undefined) return this.#options.notices.announce('No other continuations here.');
    this.#last = target;
    await this.#show(asked, parentId, target, siblings);
  }

  /** The siblings of the current position; where it has none and the path ends there, what continues it. */
  async #choose(): Promise<{
    readonly parentId: PositionId;
    readonly siblings: readonly PositionId[];
    readonly selectedId: PositionId | null;
  } | null> {
    const { client, treeId, path, counts } = this.#options;
    const caret = this.#options.findManuscript()?.summary();
    const current = caret?.currentPositionId ?? null;
    if (caret === undefined || current === null) return null;
    if (!counts.knows(current)) await counts.know([current]);
    const hasSiblings = (path.findHeader(current)?.siblingCount ?? 1) > 1;
    if (!hasSiblings && !(caret.atEnd && current === path.headId)) return null;
    const parentId = hasSiblings ? (path.findParent(current) ?? path.rootPositionId) : current;
    const list = this.#options.list();
    if (list.parentId === parentId) {
      const siblings = list.items
        .filter(({ slot, pruned }) => slot === null && !pruned)
        .map((item) => item.positionId);
      return { parentId, siblings, selectedId: list.selectedId };
    }
    const children = await client.call('path.children', { treeId, parentId });
    const siblings = children.filter(({ pruned }) => !pruned).map((child) => child.positionId);
    return { parentId, siblings, selectedId: path.findChild(parentId) };
  }

  async #show(
    asked: number,
    parentId: PositionId,
    positionId: PositionId,
    siblings: readonly PositionId[],
  ): Promise<void> {
    const { client, treeId, path, notices } = this.#options;
    const { text, spans } = await client.call('path.preview', { treeId, positionId, limit: LIMIT });
    // Whoever goes somewhere and looks at once looks at what is there then.
    await this.#options.untilStill();
    const manuscript = this.#options.findManuscript();
    if (asked !== this.#asked || manuscript === null) return;
    const keep = path.indexOf(parentId) + 1;
    if (keep === 0 && parentId !== path.rootPositionId) return;
    const number = siblings.indexOf(positionId) + 1;
    manuscript.showPreview({ text, spans, keep, number, count: siblings.length });
    this.#shown.set(positionId);
    notices.announce(`Preview, ${number} of ${siblings.length}: ${spoken(text)}`);
  }

  /** Waits for work whose failure is told as a banner. */
  async #told(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#options.notices.report(error);
    }
  }
}

function spoken(text: string): string {
  const start = text.trim().slice(0, SPOKEN);
  return start.length < text.trim().length ? `${start}…` : start;
}
