import type { AgentId, Sha256, TreeId } from '../../../core/ids.ts';
import { matchesVersion } from '../../../core/proposals/document-version.ts';
import type { PlaceMark, PlaceTracker } from '../places/place-tracker.ts';
import type { Screen } from '../places/screen.ts';
import type { TakenSnapshot } from './snapshots-and-answers.ts';

/** The bounds of what is held (`edits.md`, *Snapshot*): for each agent, in UTF-16 code units for all, in milliseconds. */
const MOST_PER_AGENT = 8;
const MOST_TEXT = 8 * 1024 * 1024;
const LONGEST = 30 * 60 * 1000;

/** A snapshot, with the data that find its text at later moments. */
export interface HeldSnapshot extends TakenSnapshot {
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  /** Start of its text in the whole text of that moment. */
  readonly from: number;
  readonly screen: Screen;
  readonly tracker: PlaceTracker;
  readonly mark: PlaceMark;
  readonly takenAt: number;
}

/** The snapshot of a version: one that is held, one that is no longer, or none that was ever given. */
export type FoundSnapshot = HeldSnapshot | 'stale_version' | 'unknown_version';

/** The snapshots that agents may answer to. */
export class Snapshots {
  readonly #now: () => number;
  /** Oldest first. */
  #held: HeldSnapshot[] = [];
  readonly #issued = new Map<AgentId, Set<Sha256>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(snapshot: HeldSnapshot): void {
    const { agentId, version } = snapshot;
    const issued = this.#issued.get(agentId) ?? new Set();
    this.#issued.set(agentId, issued.add(version));
    // The text is the same: the data of the older one hold for this.
    this.#drop((one) => one.agentId === agentId && one.version === version);
    this.#held.push(snapshot);
    this.#trim(agentId);
    // Until then, everything that is typed is kept for it.
    setTimeout(() => this.#expire(), LONGEST + 1).unref();
  }

  /** @param version as the agent gives it; null for its one snapshot of the tree, the newest if it has several */
  find(treeId: TreeId, agentId: AgentId, version: string | null): FoundSnapshot {
    this.#expire();
    const own = this.#held.filter((one) => one.treeId === treeId && one.agentId === agentId);
    const found = own.findLast((one) => version === null || matchesVersion(one.version, version));
    if (found !== undefined) return found;
    const issued = [...(this.#issued.get(agentId) ?? [])];
    const isKnown = version === null ? issued.length > 0 : issued.some((one) => matchesVersion(one, version));
    return isKnown ? 'stale_version' : 'unknown_version';
  }

  /** The tree is gone, or its session: nothing follows its text any more. */
  dropTree(treeId: TreeId): void {
    this.#drop((one) => one.treeId === treeId);
  }

  #trim(agentId: AgentId): void {
    this.#expire();
    const own = this.#held.filter((one) => one.agentId === agentId);
    const oldest = own.slice(0, Math.max(0, own.length - MOST_PER_AGENT));
    this.#drop((one) => oldest.includes(one));
    let length = this.#held.reduce((sum, { screen }) => sum + screen.length, 0);
    for (const one of this.#held.slice(0, -1)) {
      if (length <= MOST_TEXT) break;
      length -= one.screen.length;
      this.#drop((other) => other === one);
    }
  }

  #expire(): void {
    const oldest = this.#now() - LONGEST;
    this.#drop(({ takenAt }) => takenAt < oldest);
  }

  #drop(isDropped: (snapshot: HeldSnapshot) => boolean): void {
    const dropped = this.#held.filter(isDropped);
    if (dropped.length === 0) return;
    this.#held = this.#held.filter((one) => !dropped.includes(one));
    for (const { tracker, mark } of dropped) tracker.release(mark);
  }
}
