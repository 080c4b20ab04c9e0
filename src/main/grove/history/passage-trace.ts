import { isMove, type LayerReason } from '../../../core/history/layer-reason.ts';
import type { PositionOrder } from '../../../core/history/moments/position-order.ts';
import {
  cutRange,
  type EarlierText,
  type MomentPart,
  type TracedPart,
  type TraceStep,
  traceStep,
} from '../../../core/history/moments/trace-range.ts';
import type { PathState, StateDraft } from '../../../core/history/path-state.ts';
import { firstNodeAt, type NodeId, type PositionId, type TreeId } from '../../../core/ids.ts';
import { authorOfMost } from '../../../core/provenance/who-wrote.ts';
import { cutText } from '../../../core/text/limits.ts';
import { NO_TEXT, type SpannedText, type TextRange } from '../../../core/text/span.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { TracedLayer } from '../../../ipc/wire/timeline.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { ChainRef } from '../../store/tables/history/chain-ref.ts';
import { readDraftAt, readState } from '../../store/tables/history/layer-state.ts';
import type { StoredLayer } from '../../store/tables/history/read-layers.ts';
import { readDraftSeqs } from '../../store/tables/history/read-timeline.ts';
import { getNodeContent } from '../../store/tables/nodes.ts';
import { readPositionsOf } from '../../store/tree/past/path-near.ts';

/** The most layers that one trace finds. */
const MOST_FOUND = 1_000;
/** The longest part of a passage that is sent. UTF-16 code units. */
const SENT = 2_000;
/** Ends of two paths with more nodes, or more text in UTF-16 code units, are not compared. */
const MOST_NODES = 64;
const MOST_TEXT = 200_000;
/** Layers of these reasons restore earlier text, so that they add no one's. */
const RETURNING: ReadonlySet<LayerReason> = new Set(['switch', 'version', 'move', 'undo', 'redo', 'restore']);

/** The start of a trace. */
export interface TracedMoment {
  readonly state: PathState;
  /** The nodes of its path, and the working buffer last. */
  readonly shown: readonly MomentPart[];
  /** The layer that it is after; null for the text on the screen. */
  readonly layer: StoredLayer | null;
}

/** The path at the moment that the trace has reached. */
interface Reached {
  /** The layer that it is after; null for the text on the screen. */
  layer: StoredLayer | null;
  head: PositionId;
  /** The versions that are not the first at their position. */
  versionAt: Map<PositionId, NodeId>;
  draft: StateDraft | null;
}

/** A passage on its way back through the layers: texts are read only where something touched it. */
export class PassageTrace {
  readonly found: TracedLayer[] = [];
  readonly #reader: Reader;
  readonly #treeId: TreeId;
  readonly #order: PositionOrder;
  readonly #reached: Reached;
  #parts: readonly TracedPart[];
  #ref: ChainRef | null = null;
  /** The next layer does not precede the one reached, so that its state is read as a whole. */
  #isApart = true;
  #positions: ReadonlyMap<NodeId, PositionId> = new Map();
  #withDraft: ReadonlySet<number> = new Set();

  /** @param range in the text of `moment`, in UTF-16 code units */
  constructor(reader: Reader, treeId: TreeId, order: PositionOrder, moment: TracedMoment, range: TextRange) {
    this.#reader = reader;
    this.#treeId = treeId;
    this.#order = order;
    const { state, shown, layer } = moment;
    this.#reached = {
      layer,
      head: state.head,
      versionAt: this.#versionsAt(state.versions),
      draft: state.draft,
    };
    this.#parts = cutRange(shown, range).map(({ of, from, to }) => ({ ...of, from, to, isShown: true }));
  }

  /** True if there is nothing more to find. */
  get isOver(): boolean {
    return this.#parts.length === 0 || this.found.length >= MOST_FOUND;
  }

  /** @param continues whether its next layer precedes the one reached */
  enter(ref: ChainRef, continues: boolean): void {
    this.#ref = ref;
    this.#isApart = !continues;
  }

  /** Reads what steps to these layers, and from them, need. @param layers ascending */
  prepare(layers: readonly StoredLayer[]): void {
    const [first, last] = [layers[0], layers.at(-1)];
    if (this.#ref === null || first === undefined || last === undefined) return;
    const { layer } = this.#reached;
    const named = (layer === null ? layers : [...layers, layer]).flatMap(({ versionsIn, versionsOut }) => [
      ...versionsIn,
      ...versionsOut,
    ]);
    this.#positions = readPositionsOf(this.#reader, this.#treeId, [...new Set(named)]);
    this.#withDraft = readDraftSeqs(this.#reader, this.#ref, first.seq, last.seq);
  }

  /** Goes back to the text after a layer. @returns whether texts were compared */
  step(layer: StoredLayer): boolean {
    if (this.#ref === null || layer.head === null) return false;
    const later = this.#reached;
    const draft = this.#withDraft.has(layer.seq) ? readDraftAt(this.#reader, this.#ref, layer.seq) : null;
    const versionAt = this.#isApart
      ? this.#versionsAt(readState(this.#reader, this.#ref, layer.seq).versions)
      : null;
    const earlier = { layer, head: layer.head, versionAt: versionAt ?? later.versionAt, draft };
    const now = this.#needsEnds(earlier) ? this.#endOf(later, earlier.head) : null;
    const changed = versionAt === null ? this.#takeBack(later) : null;
    const concerned = this.#concerned(later, earlier, changed);
    if (concerned.size > 0) this.#trace(later, earlier, concerned, now);
    this.#isApart = false;
    Object.assign(this.#reached, earlier);
    return concerned.size > 0;
  }

  /** Before the first layer, nothing was there. */
  finish(): void {
    const shown = this.#parts.filter(({ isShown }) => isShown);
    const nothing: EarlierText = { at: () => undefined, ends: null };
    if (!this.isOver && shown.length > 0) this.#report(this.#reached.layer, traceStep(shown, nothing));
  }

  /** Turns the versions of the later state into those of the earlier one. @returns the positions where they differ */
  #takeBack({ layer, versionAt }: Reached): ReadonlySet<PositionId> {
    const changed = new Set<PositionId>();
    for (const nodeId of layer?.versionsIn ?? []) {
      const position = this.#positions.get(nodeId);
      if (position === undefined) continue;
      changed.add(position);
      if (versionAt.get(position) === nodeId) versionAt.delete(position);
    }
    for (const nodeId of layer?.versionsOut ?? []) {
      const position = this.#positions.get(nodeId);
      if (position === undefined) continue;
      changed.add(position);
      versionAt.set(position, nodeId);
    }
    return changed;
  }

  #versionsAt(versions: ReadonlySet<NodeId>): Map<PositionId, NodeId> {
    const positions = readPositionsOf(this.#reader, this.#treeId, [...versions]);
    return new Map([...positions].map(([nodeId, position]) => [position, nodeId]));
  }

  /** The parts of the passage that are not the same in both. @param changed null if any position may differ */
  #concerned(
    later: Reached,
    earlier: Reached,
    changed: ReadonlySet<PositionId> | null,
  ): ReadonlySet<TracedPart> {
    const isMoved = later.head !== earlier.head;
    const hasDraft = later.draft !== null || earlier.draft !== null;
    if (changed !== null && changed.size === 0 && !isMoved && !hasDraft) return new Set();
    return new Set(
      this.#parts.filter((part) => {
        const { positionId, nodeId, isShown } = part;
        if (positionId === null) return isMoved || later.draft?.buffer.text !== earlier.draft?.buffer.text;
        if (this.#order.isOnPath(positionId, earlier.head) !== isShown) return true;
        if (!isShown) return false;
        if ((earlier.versionAt.get(positionId) ?? firstNodeAt(positionId)) !== nodeId) return true;
        return editOf(later, nodeId)?.text !== editOf(earlier, nodeId)?.text;
      }),
    );
  }

  #trace(
    later: Reached,
    earlier: Reached,
    concerned: ReadonlySet<TracedPart>,
    now: readonly MomentPart[] | null,
  ): void {
    const old = now === null ? null : this.#endOf(earlier, later.head);
    const text: EarlierText = {
      at: (position) =>
        this.#order.isOnPath(position, earlier.head) ? this.#shownAt(earlier, position) : undefined,
      ends: now === null || old === null ? null : { old, now },
    };
    const steps = this.#parts.map((part) => (concerned.has(part) ? traceStep([part], text) : part));
    const isStep = (one: TraceStep | TracedPart): one is TraceStep => 'parts' in one;
    this.#parts = steps.flatMap((one) => (isStep(one) ? one.parts : [one]));
    const taken = steps.filter(isStep);
    this.#report(later.layer, {
      before: taken.map(({ before }) => before).join(''),
      after: taken.map(({ after }) => after).join(''),
      added: taken.flatMap(({ added }) => added),
    });
  }

  #report(layer: StoredLayer | null, { before, after, added }: Omit<TraceStep, 'parts'>): void {
    if (layer === null || before === after) return;
    const { seq, reason, createdAt } = layer;
    this.found.push({
      seq,
      reason,
      createdAt,
      authorId: RETURNING.has(reason) ? null : authorOfMost(added),
      before: cutText(before, SENT),
      after: cutText(after, SENT),
    });
  }

  /** Returns true if some of the passage may come from elsewhere at the end of the earlier path. */
  #needsEnds({ head }: Reached): boolean {
    const { layer } = this.#reached;
    if (layer !== null && isMove(layer.reason)) return false;
    return this.#parts.some(
      ({ positionId, isShown }) =>
        isShown && (positionId === null || !this.#order.isOnPath(positionId, head)),
    );
  }

  /** The end of a path after the last position that it shares with that to `other`; null if it is too long. */
  #endOf(state: Reached, other: PositionId): readonly MomentPart[] | null {
    const positions = this.#order.after(other, state.head, MOST_NODES);
    if (positions === null) return null;
    const buffer = { positionId: null, nodeId: null, whole: state.draft?.buffer ?? NO_TEXT };
    const parts = [...positions.map((position) => this.#shownAt(state, position)), buffer];
    const length = parts.reduce((sum, { whole }) => sum + whole.text.length, 0);
    return length > MOST_TEXT ? null : parts;
  }

  #shownAt(state: Reached, positionId: PositionId): MomentPart {
    const nodeId = state.versionAt.get(positionId) ?? firstNodeAt(positionId);
    return { positionId, nodeId, whole: editOf(state, nodeId) ?? this.#committed(nodeId) };
  }

  #committed(nodeId: NodeId): SpannedText {
    const { content, spans } = getNodeContent(this.#reader, nodeId);
    return { text: textOf(content), spans };
  }
}

function editOf({ draft }: Reached, nodeId: NodeId | null): SpannedText | undefined {
  return draft?.edits.find((edit) => edit.nodeId === nodeId);
}
