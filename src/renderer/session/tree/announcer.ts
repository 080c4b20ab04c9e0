import type { AgentId, PositionId } from '../../../core/ids.ts';
import type { SlotSnapshot } from '../../../ipc/wire/generation.ts';
import {
  CAME_BACK_EMPTY,
  FAILED,
  heldBackAnnouncement,
  readyAnnouncement,
} from '../../../ui-text/continuations.ts';
import type { PathCounts } from '../path/path-counts.ts';
import type { NodeHeader } from '../path/path-segments.ts';
import type { PathSession } from '../path/path-session.ts';
import { placeInList } from '../path/place-in-list.ts';
import type { Notices } from '../window/notices.ts';
import { isDropped, isRunning } from './generation-session.ts';

export interface AnnouncerOptions {
  readonly path: PathSession;
  readonly counts: PathCounts;
  readonly notices: Notices;
  findAgentName(agentId: AgentId): string | undefined;
}

/** Announces to screen readers what the margins and panes of a tree show. */
export class Announcer {
  readonly #options: AnnouncerOptions;
  /** The position announced last, or where the caret started. */
  #announcedId: PositionId | null = null;
  #announcedForkId: PositionId | null = null;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** Sets the caret's first position, which is not announced. */
  beginAt(positionId: PositionId | null): void {
    this.#announcedId = positionId;
  }

  /** Announces the branch a move ended on. @param forkId the fork inside its text at which the caret is */
  announceBranch(positionId: PositionId | null, forkId: PositionId | null): void {
    this.#announcedId = positionId;
    this.#announcedForkId = forkId;
    this.#onceCounted(positionId, (header) => {
      const { index, count } = placeInList(header, forkId);
      if (count > 1 && index > 0) this.#announce(`${index} of ${count}, by ${this.#nameOf(header.authorId)}`);
    });
  }

  /** Announces the version now shown. */
  announceVersion(positionId: PositionId | null): void {
    this.#onceCounted(positionId, ({ versionIndex, versionCount, authorId }) => {
      this.#announce(`Version ${versionIndex} of ${versionCount}, by ${this.#nameOf(authorId)}`);
    });
  }

  /** Announces the alternatives of the node the caret stopped on: a screen reader reads only its text. */
  announceAlternatives(positionId: PositionId | null, forkId: PositionId | null): void {
    if (positionId === null || (positionId === this.#announcedId && forkId === this.#announcedForkId)) return;
    // Leaving a fork for the rest of its text is no news.
    const isNews = positionId !== this.#announcedId || forkId !== null;
    this.#announcedId = positionId;
    this.#announcedForkId = forkId;
    if (!isNews) return;
    this.#onceCounted(positionId, (header) => {
      const { versionIndex, versionCount } = header;
      const { index, count } = placeInList(header, forkId);
      const parts = [
        ...(count > 1 && index > 0 ? [`${index} of ${count} continuations`] : []),
        ...(versionCount > 1 ? [`version ${versionIndex} of ${versionCount}`] : []),
      ];
      if (parts.length > 0) this.#announce(`Here: ${parts.join(', ')}`);
    });
  }

  /** Announces a slot that finished. @param others the other slots of the job */
  announceSettled(slot: SlotSnapshot, others: readonly SlotSnapshot[]): void {
    // What several slots share is announced once.
    const isNews = (said: (other: SlotSnapshot) => unknown) =>
      others.every((other) => said(other) !== said(slot));
    const isEmpty = (other: SlotSnapshot) => other.state === 'empty' && !isDropped(other);
    if (slot.state === 'failed' && isNews(({ state, error }) => state === 'failed' && error?.code))
      this.#announce(`${FAILED} ${slot.error?.sentence ?? ''}`);
    if (isEmpty(slot) && isNews(isEmpty)) this.#announce(CAME_BACK_EMPTY);
    const heldBack = slot.text === '' ? null : heldBackAnnouncement(slot.finishReason);
    if (heldBack !== null && isNews(({ finishReason }) => finishReason)) this.#announce(heldBack);
    if (others.some(({ state }) => isRunning(state))) return;
    const ready = [...others, slot].filter(({ state }) => state === 'done' || state === 'stopped').length;
    if (ready > 0) this.#announce(readyAnnouncement(ready));
  }

  #announce(text: string): void {
    this.#options.notices.announce(text);
  }

  /** Waits for the counts. Skips a position that has left the path or is no longer the one announced last. */
  #onceCounted(positionId: PositionId | null, announce: (header: NodeHeader) => void): void {
    if (positionId === null) return;
    const { path, counts } = this.#options;
    const announceNow = () => {
      const header = path.findHeader(positionId);
      if (header !== undefined && header.siblingCount > 0) announce(header);
    };
    if (counts.has(positionId)) {
      announceNow();
      return;
    }
    const announcedId = this.#announcedId;
    void counts.load([positionId]).then(() => {
      if (this.#announcedId === announcedId) announceNow();
    });
  }

  #nameOf(authorId: AgentId): string {
    return this.#options.findAgentName(authorId) ?? 'Unknown';
  }
}
