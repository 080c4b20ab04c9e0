import type { TreeId } from '../../../core/ids.ts';
import type { AppInfo } from '../../../ipc/wire/app.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { Client } from '../../client.ts';
import type { TreeDesk } from '../desk/tree-desk.ts';
import type { Notices } from '../notices.ts';
import type { Preferences, PreferencesPatch } from '../settings/preferences-session.ts';
import type { Store, WritableStore } from '../store.ts';
import type { Desk } from './tree-desks.ts';

/** The things that all parts of a window need, handed over whole. */
export interface WindowScope {
  readonly client: Client;
  readonly notices: Notices;
  /** Includes the recent groves, so it is read again after a grove is opened. */
  readonly info: WritableStore<AppInfo | null>;
  readonly preferences: Store<Preferences>;
  setPreferences(patch: PreferencesPatch): void;
  findGrove(): GroveSnapshot | null;
  /** The tree that commands act on. */
  findTree(): TreeDesk | null;
  /** The desk of a tree on the screen. */
  findDeskOf(treeId: TreeId): Desk | null;
  /** Shows a grove in this window. */
  showGrove(grove: GroveSnapshot | null): Promise<void>;
  showTree(treeId: TreeId): Promise<void>;
  /** Shows a tab of the inspector, and the inspector itself if it is hidden. */
  showTab(tab: string): void;
  showGrovePane(): void;
  /** Returns true if a page covers the text. */
  isCovered(): boolean;
  /** Resolves when main has everything that was typed, in every tree. */
  flushDrafts(): Promise<void>;
  /** Awaits work and reports its failure as a banner. */
  reportFailure(work: Promise<unknown>): Promise<void>;
}
