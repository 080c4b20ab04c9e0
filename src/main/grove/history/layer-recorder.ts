import type { Draft } from '../../../core/buffer/draft.ts';
import { isMove, type LayerReason } from '../../../core/history/layer-reason.ts';
import type { PathState, StateDraft } from '../../../core/history/path-state.ts';
import {
  joinChanges,
  type KnownPath,
  laterVersions,
  pathDifference,
  type ShownChange,
  type ShownNode,
} from '../../../core/history/state-difference.ts';
import { draftChange, draftOrNull } from '../../../core/history/state-draft.ts';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { normaliseSpannedText } from '../../../core/text/normalise.ts';
import { NO_TEXT, type SpannedText } from '../../../core/text/span.ts';
import { resolvePath } from '../../../core/tree/path.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { readHead } from '../../store/connection/log-head.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { type ChainRef, ownChain } from '../../store/tables/history/chain-ref.ts';
import { readDraftAt, readState } from '../../store/tables/history/layer-state.ts';
import { appendLayer, deleteLayer, rewriteLayer } from '../../store/tables/history/layers.ts';
import {
  findKindSince,
  type LastLayer,
  peekLastLayer,
  readLayers,
} from '../../store/tables/history/read-layers.ts';

/** A session's knowledge of the state before a change. */
export interface SessionState {
  readonly path: KnownPath;
  /** The path is known to be that of the last layer: nothing else has written it since. */
  readonly isRecorded: boolean;
  draftBefore(): StateDraft | null;
  /** The draft that the change leaves uncommitted; called once it is planned. */
  draftAfter(): StateDraft | null;
}

interface Step {
  readonly reason: LayerReason;
  readonly change: ShownChange;
}

/** The steps of one agent's path in a transaction. */
interface Recorded {
  readonly last: LastLayer | undefined;
  /** Written before the steps: the first known state, or the changes of something else. */
  readonly earlier: { readonly reason: LayerReason; readonly state: PathState } | null;
  readonly steps: Step[];
  readonly session: SessionState | undefined;
  /** Typed text becomes a layer although nothing else changes. */
  keepsDraft: boolean;
  known: KnownPath | undefined;
}

/**
 * Records what a transaction changes on the paths of agents as layers (`layers.md`, *What is stored*): `add` is called before
 * each change is written, `write` after the last.
 */
export class LayerRecorder {
  readonly #tx: FileTransaction;
  readonly #treeId: TreeId;
  readonly #recorded = new Map<AgentId, Recorded>();

  constructor(tx: FileTransaction, treeId: TreeId) {
    this.#tx = tx;
    this.#treeId = treeId;
  }

  /**
   * Adds a change of an agent's path, a layer of its own; outside of their session, changes with one reason become one.
   * @param tree has the nodes of both paths
   * @param before as it is in the file
   * @param selected as for `pathDifference`
   * @param hasPath whether the agent has been in the tree
   */
  add(
    agentId: AgentId,
    reason: LayerReason,
    tree: TreeView,
    before: PathView,
    after: PathView,
    selected: readonly { readonly position: PositionId }[],
    {
      session,
      hasPath = true,
    }: { readonly session?: SessionState | undefined; readonly hasPath?: boolean } = {},
  ): void {
    const recorded = this.#recorded.get(agentId) ?? this.#begin(agentId, tree, before, hasPath, session);
    this.#recorded.set(agentId, recorded);
    const { change, known } = pathDifference(tree, before, after, selected, recorded.known);
    recorded.known = known;
    if (change === null) return;
    const last = recorded.steps.at(-1);
    const isOne = session === undefined && last?.reason === reason;
    if (last === undefined || !isOne) recorded.steps.push({ reason, change });
    else recorded.steps[recorded.steps.length - 1] = { reason, change: joinChanges(last.change, change) };
  }

  /** Makes typed text a layer, unless the last one has it. */
  addDraft(agentId: AgentId): void {
    const recorded = this.#recorded.get(agentId);
    if (recorded !== undefined) recorded.keepsDraft = true;
  }

  /** Writes the layers. @returns the agents whose time line changed */
  write(): readonly AgentId[] {
    const logSeq = readHead(this.#tx).seq;
    return [...this.#recorded].flatMap(([agentId, recorded]) =>
      this.#writeOf(agentId, recorded, logSeq) ? [agentId] : [],
    );
  }

  #begin(
    agentId: AgentId,
    tree: TreeView,
    before: PathView,
    hasPath: boolean,
    session: SessionState | undefined,
  ): Recorded {
    const ref = this.#chainOf(agentId);
    const last = peekLastLayer(this.#tx, ref);
    const known = session?.path;
    const shared = { last, steps: [], session, keepsDraft: false, known };
    const isExpected = last !== undefined && session?.isRecorded !== false;
    if (isExpected || !hasPath) return { ...shared, earlier: null };
    const ids = known?.ids ?? shownBy(tree, before);
    const draft = session === undefined ? this.#draftOf(agentId) : session.draftBefore();
    const state: PathState = { head: before.head, versions: new Set(laterVersions(ids)), draft };
    if (last === undefined) return { ...shared, earlier: { reason: 'begin', state } };
    const reason = findKindSince(this.#tx, ref) ?? 'other';
    return { ...shared, earlier: { reason, state } };
  }

  #chainOf(agentId: AgentId): ChainRef {
    return ownChain(this.#treeId, agentId);
  }

  #draftOf(agentId: AgentId): StateDraft | null {
    return stateDraftOf(findDraft(this.#tx, this.#treeId, agentId));
  }

  #writeOf(agentId: AgentId, recorded: Recorded, logSeq: number): boolean {
    const { earlier, steps, session, keepsDraft } = recorded;
    const ref = this.#chainOf(agentId);
    let isChanged = earlier !== null && writeWhole(this.#tx, ref, earlier.reason, earlier.state, logSeq);
    let last = isChanged ? peekLastLayer(this.#tx, ref) : recorded.last;
    if (steps.length === 0 && !keepsDraft) return isChanged;
    const draft = session === undefined ? this.#draftOf(agentId) : session.draftAfter();
    if (keepsDraft && last !== undefined) return this.#writeDraft(ref, last, draft, logSeq) || isChanged;
    for (const [index, { reason, change }] of steps.entries()) {
      // Before the last step, everything is committed.
      const left = index === steps.length - 1 ? draft : null;
      last = this.#writeStep(ref, last, { ...change, draft: left, reason, logSeq });
      isChanged = true;
    }
    return isChanged;
  }

  #writeDraft(ref: ChainRef, last: LastLayer, draft: StateDraft | null, logSeq: number): boolean {
    const draftBefore = readDraftAt(this.#tx, ref, last.seq);
    const head = readLayers(this.#tx, ref, last.seq, last.seq)[0]?.head;
    if (head == null || isSameDraft(draftBefore, draft)) return false;
    const layer = { head, versionsIn: [], versionsOut: [], draft, reason: 'draft', logSeq } as const;
    appendLayer(this.#tx, ref, layer, { draftBefore });
    return true;
  }

  #writeStep(
    ref: ChainRef,
    last: LastLayer | undefined,
    layer: ShownChange & { draft: StateDraft | null; reason: LayerReason; logSeq: number },
  ): LastLayer | undefined {
    const tx = this.#tx;
    if (last === undefined) {
      // On arrival in a tree, all of the path is new.
      const state = { head: layer.head, versions: new Set(layer.versionsIn), draft: layer.draft };
      appendLayer(tx, ref, { ...layer, reason: 'begin' }, { snapshot: state });
      return peekLastLayer(tx, ref);
    }
    const isOpen = isMove(last.reason) && last.hash === null && last.label === null;
    const goesOn = isMove(layer.reason) || layer.reason === 'undo' || layer.reason === 'redo';
    if (isOpen && goesOn) {
      const [run] = readLayers(tx, ref, last.seq, last.seq);
      const joined = run?.head == null ? layer : joinChanges({ ...run, head: run.head }, layer);
      if (this.#endsWhereItBegan(ref, last.seq, joined, layer.draft)) {
        deleteLayer(tx, ref, last.seq);
        return peekLastLayer(tx, ref);
      }
      if (isMove(layer.reason)) {
        rewriteLayer(tx, ref, last.seq, { ...layer, ...joined });
        return { ...last, reason: layer.reason };
      }
    }
    const seq = appendLayer(tx, ref, layer, { seq: last.seq + 1 });
    return { seq, reason: layer.reason, hash: null, label: null };
  }

  #endsWhereItBegan(ref: ChainRef, seq: number, run: ShownChange, draft: StateDraft | null): boolean {
    if (run.versionsIn.length + run.versionsOut.length > 0) return false;
    const previous = peekLastLayer(this.#tx, ref, seq);
    if (previous === undefined) return false;
    const [before] = readLayers(this.#tx, ref, previous.seq, previous.seq);
    return before?.head === run.head && isSameDraft(readDraftAt(this.#tx, ref, previous.seq), draft);
  }
}

/**
 * Writes a whole state as the next layer of a chain: the first one with a snapshot; later, if it differs from the last
 * layer.
 * @returns whether it was written
 */
export function writeWhole(
  tx: FileTransaction,
  ref: ChainRef,
  reason: LayerReason,
  state: PathState,
  logSeq: number,
): boolean {
  const { head, versions, draft } = state;
  const last = peekLastLayer(tx, ref);
  if (last === undefined) {
    const layer = { head, versionsIn: [...versions], versionsOut: [], draft, reason, logSeq };
    appendLayer(tx, ref, layer, { snapshot: state });
    return true;
  }
  const known = readState(tx, ref, last.seq);
  const versionsIn = [...versions].filter((id) => !known.versions.has(id));
  const versionsOut = [...known.versions].filter((id) => !versions.has(id));
  if (head === known.head && versionsIn.length + versionsOut.length === 0) return false;
  appendLayer(tx, ref, { head, versionsIn, versionsOut, draft, reason, logSeq });
  return true;
}

function shownBy(tree: TreeView, path: PathView): readonly ShownNode[] {
  return resolvePath(tree, path).map(({ positionId, id }) => ({ positionId, nodeId: id }));
}

/** A draft as the file stores it, in the form that states have; null if everything is committed. */
export function stateDraftOf(draft: Omit<Draft, 'head'> | undefined): StateDraft | null {
  if (draft === undefined) return null;
  const edits = draft.edits.map((edit) => ({ nodeId: edit.nodeId, ...textAndSpans(edit) }));
  return draftOrNull({ buffer: textAndSpans(draft.buffer), edits });
}

/** Without the fields that only a draft has, such as the changes of an edit. */
function textAndSpans(draft: SpannedText): SpannedText {
  const { text, spans } = normaliseSpannedText(draft);
  return { text, spans };
}

/** Returns true if both have the same texts by the same authors. */
function isSameDraft(one: StateDraft | null, other: StateDraft | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.edits.length !== other.edits.length) return false;
  const { buffer, edits } = draftChange(one, other, () => NO_TEXT);
  const isSameNode = (index: number) => one.edits[index]?.nodeId === other.edits[index]?.nodeId;
  return buffer === null && edits.every(({ change }, index) => change === null && isSameNode(index));
}
