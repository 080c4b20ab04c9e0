import type { PositionId, TreeId } from '../../../core/ids.ts';
import { isHeldBack } from '../../../core/tree/tree-node.ts';
import type { ContinuationJob, SlotSnapshot } from '../../../ipc/wire/generation.ts';
import {
  type AnswerKind,
  emptyAnnouncement,
  failedAnnouncement,
  heldBackAnnouncement,
  readyAnnouncement,
  repliedAnnouncement,
} from '../../../ui-text/continuations.ts';
import { authorsText } from '../../../ui-text/page/authors.ts';
import { alternativeShown, placeReached, versionShown } from '../../../ui-text/page/branches.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { type NodeHeader, placeInList } from '../path/path-segments.ts';
import { isDropped, isRunning } from './generation-session.ts';

/** A request for continuations or replies that produced nothing. */
export type FailedRequest = Pick<Arrival, 'treeId' | 'parentId'>;

/** Continuations from one request of the writer. */
export interface Arrival {
  readonly treeId: TreeId;
  /** The position that they continue. */
  readonly parentId: PositionId;
  /** In the order they were requested. */
  readonly positionIds: readonly PositionId[];
}

/** Announces to screen readers what the margins and panes of a tree show. */
export function createAnnouncer(
  { notices, path, counts, grove, authors }: TreeScope,
  answerKind: AnswerKind,
  onReady: (arrival: Arrival) => boolean,
  showsFailure: (request: FailedRequest) => boolean,
) {
  /** The position announced last, or where the caret started. */
  let announcedId: PositionId | null = null;
  let announcedForkId: PositionId | null = null;

  /** Waits for the counts. Skips a position that has left the path or is no longer the one announced last. */
  function onceCounted(positionId: PositionId | null, announce: (header: NodeHeader) => void): void {
    if (positionId === null) return;
    const announceNow = () => {
      const header = path.findHeader(positionId);
      if (header !== undefined && header.siblingCount > 0) announce(header);
    };
    if (counts.has(positionId)) {
      announceNow();
      return;
    }
    const before = announcedId;
    void counts.load([positionId]).then(() => {
      if (announcedId === before) announceNow();
    });
  }

  function authorsOf({ positionId, authors: committed }: NodeHeader): string {
    return authorsText(authors.at(positionId) ?? committed, grove.get());
  }

  return {
    /** Sets the caret's first position, which is not announced. */
    beginAt(positionId: PositionId | null): void {
      announcedId = positionId;
    },

    /** Announces the branch a move ended on. @param forkId the fork inside its text at which the caret is */
    announceBranch(positionId: PositionId | null, forkId: PositionId | null): void {
      announcedId = positionId;
      announcedForkId = forkId;
      onceCounted(positionId, (header) => {
        const { index, count } = placeInList(header, forkId);
        if (count > 1 && index > 0) notices.announce(alternativeShown(index, count, authorsOf(header)));
      });
    },

    /** Announces the version now shown. */
    announceVersion(positionId: PositionId | null): void {
      onceCounted(positionId, (header) => {
        const { versionIndex, versionCount } = header;
        notices.announce(versionShown(versionIndex, versionCount, authorsOf(header)));
      });
    },

    /** Announces the alternatives of the node the caret stopped on: a screen reader reads only its text. */
    announceAlternatives(positionId: PositionId | null, forkId: PositionId | null): void {
      if (positionId === null || (positionId === announcedId && forkId === announcedForkId)) return;
      // Leaving a fork for the rest of its text is not announced.
      const isNewPlace = positionId !== announcedId || forkId !== null;
      announcedId = positionId;
      announcedForkId = forkId;
      if (!isNewPlace) return;
      onceCounted(positionId, (header) => {
        const { versionIndex, versionCount } = header;
        const { index, count } = placeInList(header, forkId);
        const alternative = count > 1 && index > 0 ? { index, count } : null;
        const version = versionCount > 1 ? { index: versionIndex, count: versionCount } : null;
        if (alternative !== null || version !== null) notices.announce(placeReached(alternative, version));
      });
    },

    /** Announces a slot of a job that finished. @param others its other slots */
    announceSettled(
      { treeId, parentId }: ContinuationJob,
      slot: SlotSnapshot,
      others: readonly SlotSnapshot[],
    ): void {
      const say = (sentence: string) => {
        if (showsFailure({ treeId, parentId })) notices.announce(sentence);
        else notices.tell(sentence);
      };
      // Facts that several slots share are announced once.
      const isFirst = (said: (other: SlotSnapshot) => unknown) =>
        others.every((other) => said(other) !== said(slot));
      const isEmpty = (other: SlotSnapshot) => other.state === 'empty' && !isDropped(other);
      if (slot.state === 'failed' && isFirst(({ state, error }) => state === 'failed' && error?.code))
        say(`${failedAnnouncement(answerKind)} ${slot.error?.sentence ?? ''}`);
      if (isEmpty(slot) && isFirst(isEmpty)) say(emptyAnnouncement(answerKind));
      const heldBack = slot.text === '' ? null : heldBackAnnouncement(slot.finishReason, answerKind);
      if (heldBack !== null && isFirst(({ finishReason }) => finishReason)) notices.announce(heldBack);
      if (others.some(({ state }) => isRunning(state))) return;
      const ready = [...others, slot].filter(({ state }) => state === 'done' || state === 'stopped');
      const positionIds = ready.map(({ positionId }) => positionId).toSorted();
      if (ready.length === 0 || onReady({ treeId, parentId, positionIds })) return;
      // Withheld text was announced as such.
      const whole = ready.filter(({ finishReason }) => !isHeldBack(finishReason));
      if (whole.length === 0) return;
      const who = authorsText(
        whole.map(({ agentId }) => agentId),
        grove.get(),
      );
      notices.announce(
        answerKind === 'reply'
          ? repliedAnnouncement(whole.length, who)
          : readyAnnouncement(whole.length, answerKind),
      );
    },
  };
}

export type Announcer = ReturnType<typeof createAnnouncer>;
