import type { AgentId, TreeId } from '../../core/ids.ts';
import type { Store, WriteHold } from '../store/connection/store.ts';
import type { ChangeFeed } from './change-feed.ts';
import { warnOfChangedRecords } from './checking/find-changed-records.ts';
import { OpeningCheck } from './checking/opening-check.ts';
import type { GroveCopies } from './copies/grove-copies.ts';
import type { KnownHeads } from './file/known-heads.ts';
import type { SaveHealth } from './file/save-health.ts';
import type { GroveContents } from './grove-contents.ts';
import type { GroveSignals } from './grove-signals.ts';
import { HistoryKeeper } from './history/history-keeper.ts';
import type { InputClock } from './input-clock.ts';
import { CatchUp, type OpeningWrites } from './opening-writes.ts';
import { GroveSummaries, type GroveSummariesOptions } from './summaries/grove-summaries.ts';
import type { TreeSessions } from './writing/tree-sessions.ts';

export interface GroveBackgroundOptions extends Omit<GroveSummariesOptions, 'isHeld'> {
  readonly store: Store;
  readonly hold: WriteHold;
  readonly writerId: AgentId;
  /** This session. */
  readonly sessionId: string;
  readonly contents: GroveContents;
  readonly sessions: TreeSessions;
  readonly opening: OpeningWrites;
  readonly heads: KnownHeads;
  readonly copies: GroveCopies;
  readonly health: SaveHealth;
  readonly input: InputClock;
  readonly feed: ChangeFeed;
  readonly signals: GroveSignals;
  now(): number;
  /** Sends the window a new snapshot of the grove. */
  notifyChanged(): void;
  warn(message: string): void;
  onBug(what: string, error: unknown): void;
}

export interface GroveBackground {
  readonly check: OpeningCheck;
  readonly catchUp: CatchUp;
  /** Ends the summaries that are made of a tree (null: of all), which are made when they are wanted again. */
  stopSummaries(treeId: TreeId | null): Promise<void>;
  /** Ends background work before closing; resolves when nothing more of it is written. */
  stopBackground(): Promise<void>;
}

/** The background work of an open grove: its check, the work that waits for that, and the keeping of time lines. */
export function createBackground(options: GroveBackgroundOptions): GroveBackground {
  const { contents, sessions, opening, copies, health, input, signals } = options;
  const idleFor = () => input.idleFor();
  const catchUp = new CatchUp(options);
  const check = new OpeningCheck({
    ...options,
    idleFor,
    bytes: () => copies.bytes(),
    firstNodes: () => sessions.get(contents.read().openTreeId).nodeIds,
    onDamage: (what) => health.onDamage(what),
    onChangedRecords: (differences) => {
      warnOfChangedRecords(differences, options.notices);
      options.notifyChanged();
    },
    onMalformed: () => health.onMalformed(),
    onReady: () => catchUp.run(),
    onEnded: () => options.notifyChanged(),
  });
  const summaries = new GroveSummaries({ ...options, isHeld: () => options.hold.isOn });
  summaries.follow();
  signals.on('left', (treeId) => summaries.onLeft(treeId));
  signals.on('summaryWanted', (treeId, node) => summaries.want(treeId, node));
  const history = new HistoryKeeper({ ...options, idleFor });
  history.start();
  signals.on('moved', () => check.skip());
  signals.on('damaged', () => {
    void summaries.stop();
    check.onDamaged();
    history.stop();
    sessions.onFileChecked();
  });
  return {
    check,
    catchUp,
    stopSummaries: (treeId) => summaries.stopIn(treeId),
    stopBackground: async () => {
      health.stop();
      history.stop();
      await summaries.stop();
      await check.stop();
      copies.stop();
      opening.stop();
    },
  };
}
