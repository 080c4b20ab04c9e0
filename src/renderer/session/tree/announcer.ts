import type { AgentId, PositionId } from '../../../core/ids.ts';
import type { SlotSnapshot } from '../../../ipc/wire/generation.ts';
import type { PathCounts } from '../path/path-counts.ts';
import type { NodeHeader } from '../path/path-segments.ts';
import type { PathSession } from '../path/path-session.ts';
import type { Notices } from '../window/notices.ts';
import { isDropped, isRunning } from './generation-session.ts';

export interface AnnouncerOptions {
  readonly path: PathSession;
  readonly counts: PathCounts;
  readonly notices: Notices;
  findAgentName(agentId: AgentId): string | undefined;
}

/** Says in words what a tree shows in its margins and panes, for whoever does not see it. */
export class Announcer {
  readonly #options: AnnouncerOptions;
  /** The position that was last told of, or that the caret began at. */
  #toldOf: PositionId | null = null;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** The caret begins here: nothing is said until it is elsewhere. */
  beginAt(positionId: PositionId | null): void {
    this.#toldOf = positionId;
  }

  /** Where a move ended. */
  tellBranch(positionId: PositionId | null): void {
    this.#toldOf = positionId;
    this.#onceCounted(positionId, ({ siblingIndex, siblingCount, authorId }) => {
      if (siblingCount > 1) this.#say(`${siblingIndex} of ${siblingCount}, by ${this.#nameOf(authorId)}`);
    });
  }

  /** Which version is shown now. */
  tellVersion(positionId: PositionId | null): void {
    this.#onceCounted(positionId, ({ versionIndex, versionCount, authorId }) => {
      this.#say(`Version ${versionIndex} of ${versionCount}, by ${this.#nameOf(authorId)}`);
    });
  }

  /** The caret came to rest on another node, one with alternatives: a screen reader reads only its text. */
  tellRest(positionId: PositionId | null): void {
    if (positionId === null || positionId === this.#toldOf) return;
    this.#toldOf = positionId;
    this.#onceCounted(positionId, ({ siblingIndex, siblingCount, versionIndex, versionCount }) => {
      const parts = [
        ...(siblingCount > 1 ? [`${siblingIndex} of ${siblingCount} continuations`] : []),
        ...(versionCount > 1 ? [`version ${versionIndex} of ${versionCount}`] : []),
      ];
      if (parts.length > 0) this.#say(`Here: ${parts.join(', ')}`);
    });
  }

  /** A slot of a job came to its end. @param others the other slots of the job */
  tellSettled(slot: SlotSnapshot, others: readonly SlotSnapshot[]): void {
    // What fails for all of them is said once.
    const isNews = others.every(({ state, error }) => state !== 'failed' || error?.code !== slot.error?.code);
    if (slot.state === 'failed' && isNews) this.#say(`A continuation failed. ${slot.error?.sentence ?? ''}`);
    if (slot.state === 'empty' && !isDropped(slot)) this.#say('A continuation came back empty.');
    if (others.some(({ state }) => isRunning(state))) return;
    const ready = [...others, slot].filter(({ state }) => state === 'done' || state === 'stopped').length;
    if (ready > 0) this.#say(ready === 1 ? '1 continuation is ready.' : `${ready} continuations are ready.`);
  }

  #say(words: string): void {
    this.#options.notices.announce(words);
  }

  /** Says nothing of what is not on the path, and nothing late: the last that was told of has been left by then. */
  #onceCounted(positionId: PositionId | null, tell: (header: NodeHeader) => void): void {
    if (positionId === null) return;
    const { path, counts } = this.#options;
    const tellNow = () => {
      const header = path.findHeader(positionId);
      if (header !== undefined && header.siblingCount > 0) tell(header);
    };
    if (counts.knows(positionId)) {
      tellNow();
      return;
    }
    const toldOf = this.#toldOf;
    void counts.know([positionId]).then(() => {
      if (this.#toldOf === toldOf) tellNow();
    });
  }

  #nameOf(authorId: AgentId): string {
    return this.#options.findAgentName(authorId) ?? 'Unknown';
  }
}
