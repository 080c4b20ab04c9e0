import { AspenError } from '../../core/errors.ts';
import type { AgentId, PositionId, TreeId } from '../../core/ids.ts';
import type { TreeUpdate } from '../../ipc/wire/tree-update.ts';
import type { Reader } from '../store/connection/query.ts';
import { findNode } from '../store/tables/nodes.ts';
import { findShownWith } from '../store/tree/divided-rows.ts';
import { readPositionLabels } from '../store/tree/position-labels.ts';
import { readPositions, readSources } from '../store/tree/tree-positions.ts';
import type { ChangeFeed, WrittenChange } from './change-feed.ts';
import type { GroveScope } from './grove-scope.ts';
import { LABEL_EXCERPT } from './reading/grove-reader.ts';
import { readAnchors, readBookmarks } from './reading/node-reader.ts';
import { readContinuations } from './reading/read-continuations.ts';
import type { TreeSession } from './writing/tree-session.ts';
import type { TreeSessions } from './writing/tree-sessions.ts';

type UpdatesScope = Pick<GroveScope, 'store' | 'writerId' | 'emit' | 'warn' | 'onBug'> & {
  readonly sessions: Pick<TreeSessions, 'find'>;
};

/**
 * Sends the window what changed in its trees: once for all changes of a task, and after it, so that no commit
 * waits for it.
 */
export class TreeUpdates {
  readonly #scope: UpdatesScope;
  #pending = new Map<TreeId, WrittenChange[]>();

  constructor(scope: UpdatesScope) {
    this.#scope = scope;
  }

  follow(feed: ChangeFeed): void {
    feed.onWritten((written) => this.#add(written));
    feed.onEverything((treeId) => this.#scope.emit('tree.replaced', { treeId }));
  }

  #add(written: WrittenChange): void {
    if (this.#pending.size === 0) setImmediate(() => this.#send());
    const known = this.#pending.get(written.treeId);
    if (known === undefined) this.#pending.set(written.treeId, [written]);
    else known.push(written);
  }

  #send(): void {
    const pending = this.#pending;
    this.#pending = new Map();
    if (!this.#scope.store.isOpen) return;
    for (const [treeId, changes] of pending) {
      const session = this.#scope.sessions.find(treeId);
      // No window shows a tree without a session of its agent.
      if (session !== undefined) this.#sendTree(session, changes);
    }
  }

  #sendTree(session: TreeSession, changes: readonly WrittenChange[]): void {
    const { store, writerId, emit, warn, onBug } = this.#scope;
    try {
      const update = store.snapshot((reader) => readTreeUpdate(reader, session, writerId, changes));
      if (update !== null) emit('tree.changed', { ...update, seq: store.head.seq });
    } catch (error) {
      // The file cannot be read any more, which its banner reports.
      if (error instanceof AspenError) warn(`a change could not be read for the window: ${error.message}`);
      else onBug('A change could not be read for the window.', error);
    }
  }
}

/** The most labels in one update; the window reads those of larger changes when it shows them. */
const MAX_LABELS = 500;

/**
 * The update of an agent's window after changes to a tree.
 * @returns null if the changes only moved paths
 * @throws {AspenError} what the store throws
 */
export function readTreeUpdate(
  reader: Reader,
  session: TreeSession,
  agentId: AgentId,
  changes: readonly WrittenChange[],
): Omit<TreeUpdate, 'seq'> | null {
  const { treeId } = session;
  const isPathMoved = changes.some(({ moved }) => moved.includes(agentId));
  const written = new Set(changes.flatMap((change) => positionsWritten(reader, change)));
  const chosen = new Set(changes.flatMap((change) => positionsChosen(change, agentId)));
  // A position that the path reaches first shows what it showed before, unless it has several versions.
  const sources = readSources(reader, treeId, [...new Set([...written, ...chosen])]).filter(
    ({ position, versionCount }) => written.has(position) || versionCount > 1,
  );
  const own = new Set(sources.map(({ position, source, isNote }) => (isNote ? source : position)));
  // The root continues nothing, but can have a bookmark.
  if (written.has(session.rootPositionId)) own.add(session.rootPositionId);
  const changed = findShownWith(reader, treeId, agentId, own);
  if (changed.size === 0 && !isPathMoved) return null;
  const ids: readonly PositionId[] = [...changed];
  const parents = new Set(sources.flatMap(({ source, isNote }) => (isNote ? [] : [source])));
  const others = ids.filter((position) => !own.has(position));
  // In divided texts, lists contain more than the continuations of one position.
  const near =
    others.length === 0 ? [] : [...ids, ...readSources(reader, treeId, others).map(({ source }) => source)];
  return {
    treeId,
    changed: ids,
    positions: readPositions(reader, treeId, agentId, ids),
    labels: ids.length > MAX_LABELS ? [] : readPositionLabels(reader, treeId, agentId, ids, LABEL_EXCERPT),
    headers: session.path.headersAround(changed, new Set([...parents, ...near])),
    children: [...parents].map((parentId) => ({
      parentId,
      children: readContinuations(reader, treeId, agentId, parentId),
    })),
    stale: [...new Set(near)].filter((position) => !parents.has(position)),
    bookmarks: changes.some(({ change }) => mayMarkOthers(change)) ? readBookmarks(reader, treeId) : null,
    anchors: isAnchored(changes) || sources.some(({ isNote }) => isNote) ? readAnchors(reader, treeId) : null,
    isPathMoved,
  };
}

/** Returns true if notes and bookmarks on phrases may have changed, or moved to other positions. */
function isAnchored(changes: readonly WrittenChange[]): boolean {
  return changes.some(({ change }) => mayMarkOthers(change));
}

/** Returns true if bookmarks may have changed, or moved to other positions. */
function mayMarkOthers({ nodes, metadata, anchors }: WrittenChange['change']): boolean {
  return metadata.length > 0 || anchors !== undefined || nodes.some(({ splitAt }) => splitAt !== null);
}

function positionsWritten(reader: Reader, { change }: WrittenChange): readonly PositionId[] {
  return [
    ...change.nodes.map(({ positionId }) => positionId),
    ...change.metadata.map(({ position }) => position),
    ...(change.relisted ?? []),
    ...(change.anchors ?? []).map((one) => ('set' in one ? one.set.position : one.position)),
    ...(change.summaries ?? []).flatMap(({ node }) => {
      const found = node === null ? undefined : findNode(reader, node);
      return found === undefined ? [] : [found.positionId];
    }),
  ];
}

/** Positions at which the change selects the version that this agent sees. */
function positionsChosen({ authorId, change }: WrittenChange, agentId: AgentId): readonly PositionId[] {
  return authorId === agentId ? change.path.selected.map(({ position }) => position) : [];
}
