/**
 * Builds what is sent to main after a failure: never the queued splices, but the whole texts of the current
 * draft, given what main may hold of it already.
 */
import type { Draft, PendingEdit, WorkingBuffer } from '../../../core/buffer/draft.ts';
import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import { AspenError, type ErrorCode } from '../../../core/errors.ts';
import type { NodeId } from '../../../core/ids.ts';
import { equalSpans, type SpannedText, sliceSpans } from '../../../core/text/span.ts';
import type { TreeMode } from '../../../core/tree/loom-tree.ts';
import type { PathSnapshot, WaitingEdit } from '../../../ipc/wire/path.ts';
import type { Client } from '../../client.ts';
import type { DraftSurface, PathNode, PrunedPosition, SealedSegment } from '../../surface.ts';
import { type NodeHeader, nodesOf } from '../path/path-segments.ts';
import type { PathSession } from '../path/path-session.ts';
import type { CommittedNode, OutboxQueue } from './outbox-queue.ts';

/** Codes with which main refuses typing that it will never take. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'INVALID_ARGUMENT']);

/** @typeParam I an intent in the queue */
export class DraftResend<I> {
  readonly #path: PathSession;
  readonly #queue: OutboxQueue<I>;
  readonly #onDropped: (intent: I) => void;
  /** Nodes whose edit main may hold: it was sent, and no commit has been answered since. */
  readonly #sent = new Set<NodeId>();
  readonly #mode: TreeMode;
  /** In a conversation: texts that main may have committed although it reported a failure; null is the composer. */
  readonly #doubtful = new Set<NodeId | null>();

  /** @param onDropped called for each queued intent that will not run */
  constructor(mode: TreeMode, path: PathSession, queue: OutboxQueue<I>, onDropped: (intent: I) => void) {
    this.#mode = mode;
    this.#path = path;
    this.#queue = queue;
    this.#onDropped = onDropped;
  }

  /** Records ops that are being sent: main may hold them, whatever it answers. */
  onSend(ops: readonly DraftOp[]): void {
    for (const { nodeId } of ops) if (nodeId !== null) this.#sent.add(nodeId);
  }

  /** Records that main has committed the edits among these segments, and no others. */
  onCommitted(segments: readonly SealedSegment[]): void {
    for (const segment of segments) {
      const nodeId = this.#queue.nodeIdOf(segment);
      if (nodeId !== null) this.#sent.delete(nodeId);
    }
  }

  /** Records that it is not known whether main has committed these segments of a conversation. */
  onDoubtful(segments: readonly SealedSegment[]): void {
    for (const segment of segments) this.#doubtful.add(this.#queue.nodeIdOf(segment));
  }

  /** Main has taken typing for the path that is shown, so it has committed nothing else. */
  onSaved(): void {
    this.#doubtful.clear();
  }

  /** Records that main's draft has exactly these edits. */
  setMainEdits(edits: readonly PendingEdit[]): void {
    this.#sent.clear();
    for (const { nodeId } of edits) this.#sent.add(nodeId);
  }

  /** Returns true if a node has left the path, so that only the queue has its typed text. */
  isStray(nodeId: NodeId | null): boolean {
    return nodeId !== null && !this.#path.hasNode(nodeId);
  }

  /**
   * Ops, sent or queued, for nodes that are not on the path. Whole texts cover the other nodes, and a
   * restored draft covers everything typed after it.
   * @param pruned positions of an undo or redo step that just failed; null if none did
   */
  strayOps(
    manuscript: DraftSurface | null,
    sent: readonly DraftOp[],
    pruned: readonly PrunedPosition[] | null,
  ): readonly DraftOp[] {
    const queued = pruned === null ? this.#queue.opsBeforeRestored() : [];
    const strays = [...sent, ...queued].filter((op) => this.isStray(op.nodeId));
    if (manuscript?.waitingEdits === undefined) return strays;
    // A conversation still has the whole texts; main may have what was sent already.
    const waiting = new Map(manuscript.waitingEdits().map((edit) => [edit.nodeId, edit]));
    return [...new Set(strays.flatMap(({ nodeId }) => nodeId ?? []))].map((nodeId): DraftOp => {
      const edit = waiting.get(nodeId);
      return edit === undefined ? { nodeId, closed: true } : wholeOp(nodeId, edit);
    });
  }

  /**
   * Replaces the queue by `first` and then the draft's whole texts; queued intents and commits are dropped.
   * If undo had restored another path, that is queued again too.
   * @param pruned positions of an undo or redo step that just failed; null if none did
   */
  queueWholeTexts(
    manuscript: DraftSurface | null,
    first: readonly DraftOp[],
    pruned: readonly PrunedPosition[] | null,
  ): void {
    if (manuscript === null) {
      this.#replaceQueue(first);
      return;
    }
    if (this.isRestoring(pruned)) {
      const all = [...(pruned ?? []), ...this.#replaceQueue(first)];
      // Read now: what is typed before it is sent is queued after it.
      const restored = manuscript.pathAndDraft();
      this.#queue.addRestored({ kind: 'restored', isRedo: false, pruned: all, read: () => restored });
      return;
    }
    const closed = [...this.#undone(manuscript)].map((nodeId): DraftOp => ({ nodeId, closed: true }));
    this.#replaceQueue([...first, ...closed, ...wholeTexts(manuscript)]);
  }

  /**
   * Main refuses typing for good if its node is gone, or its tree with all that the manuscript shows: hands it
   * over as text to keep.
   * @param sent the ops of the refused message
   * @param code with which main refused it
   * @returns what main has now: those of the sent ops that are for nodes off the path, or the whole draft
   */
  async handOver(
    client: Pick<Client, 'call'>,
    manuscript: DraftSurface | null,
    sent: readonly DraftOp[],
    code: ErrorCode,
  ): Promise<'none' | 'strays' | 'all'> {
    if (!REFUSALS.has(code)) return 'none';
    const strays = sent.filter(({ nodeId }) => this.isStray(nodeId));
    if (strays.length === 0 && !(code === 'NOT_FOUND' && (await this.#isTreeGone(client)))) return 'none';
    manuscript?.unseal();
    const ops =
      strays.length > 0 ? strays : [...this.strayOps(manuscript, [], null), ...wholeTexts(manuscript)];
    try {
      await client.call('draft.keep', { treeId: this.#path.treeId, ops });
    } catch {
      // The refusal is reported; this has the same cause or a lesser one.
      return 'none';
    }
    return strays.length > 0 ? 'strays' : 'all';
  }

  /** Empties the queue: main has everything. */
  clear(): void {
    this.#replaceQueue([]);
  }

  async #isTreeGone(client: Pick<Client, 'call'>): Promise<boolean> {
    try {
      await client.call('path.read', { treeId: this.#path.treeId });
      return false;
    } catch (error) {
      return error instanceof AspenError && error.code === 'NOT_FOUND';
    }
  }

  /** Returns true if an undo or redo step is queued, or has just failed. */
  isRestoring(pruned: readonly PrunedPosition[] | null): boolean {
    return pruned !== null || this.#queue.hasRestored;
  }

  /**
   * Shows main's path with our draft rebased onto it, and queues that draft after `first`.
   * @param committed the nodes a commit made, for edits that still name the earlier ones
   */
  rebase(
    manuscript: DraftSurface,
    snapshot: PathSnapshot,
    first: readonly DraftOp[],
    committed: readonly CommittedNode[],
  ): void {
    if (this.#mode === 'dialogue') {
      this.#rebaseConversation(manuscript, snapshot, first);
      return;
    }
    const nodes = nodesOf(snapshot.segments);
    const before = this.#path.mirror.get().headers;
    const undone = this.#undone(manuscript);
    const draft = remapDraft(manuscript.draft(), nodes, committed);
    const { edits, buffer, strays } = mergeDraft(before, nodes, snapshot.edits, draft, undone);
    this.#path.reset(snapshot);
    manuscript.showPath({ nodes, edits, waiting: snapshot.waitingEdits, buffer });
    this.#replaceQueue([]);
    this.queueWholeTexts(manuscript, [...first, ...strays.map((edit) => wholeOp(edit.nodeId, edit))], null);
  }

  /** @param strays ops for messages that are not on the path shown until now */
  #rebaseConversation(
    manuscript: DraftSurface,
    { segments, ...main }: PathSnapshot,
    strays: readonly DraftOp[],
  ): void {
    const before = this.#path.mirror.get().headers;
    const unsent = new Set(strays.map(({ nodeId }) => nodeId));
    // If main refused twice what undo restored, the path is already main's, and only the messages know their edits.
    const { nodes: messages, draft } = manuscript.pathAndDraft();
    const { buffer, edits } = draft;
    const own = [
      ...edits.flatMap((edit): readonly WaitingEdit[] => {
        const index = messages.findIndex(({ nodeId }) => nodeId === edit.nodeId);
        const message = messages[index];
        if (message === undefined) return [];
        const parentId = messages[index - 1]?.positionId ?? this.#path.rootPositionId;
        return [{ ...edit, positionId: message.positionId, parentId }];
      }),
      ...(manuscript.waitingEdits?.() ?? []).filter(({ nodeId }) => unsent.has(nodeId)),
    ];
    const closedStrays = strays.flatMap((op) => ('closed' in op ? [op.nodeId] : []));
    const merged = mergeConversation({
      before,
      nodes: nodesOf(segments),
      mainEdits: main.edits,
      mainWaiting: main.waitingEdits,
      buffer,
      edits: own,
      closed: new Set([...this.#undone(manuscript), ...closedStrays]),
      doubtful: this.#doubtful,
    });
    const shown = new Set([...merged.edits, ...merged.waiting].map(({ nodeId }) => nodeId));
    const closed = [...main.edits, ...main.waitingEdits].filter(({ nodeId }) => !shown.has(nodeId));
    const waiting = merged.waiting.filter((edit) => own.includes(edit));
    this.#doubtful.clear();
    this.#path.reset({ segments, ...main });
    this.setMainEdits(main.edits);
    manuscript.showPath({ nodes: nodesOf(segments), ...merged });
    this.#replaceQueue([
      ...closed.map(({ nodeId }): DraftOp => ({ nodeId, closed: true })),
      ...waiting.map((edit) => wholeOp(edit.nodeId, edit)),
      ...wholeTexts(manuscript),
    ]);
  }

  /** Shows main's path and draft. Nothing may be queued. @param manuscript null if it is not on the screen */
  show(manuscript: DraftSurface | null, snapshot: PathSnapshot): void {
    const { segments, edits, waitingEdits: waiting, buffer } = snapshot;
    this.#path.reset(snapshot);
    this.setMainEdits(edits);
    manuscript?.showPath({ nodes: nodesOf(segments), edits, waiting, buffer });
  }

  /** Nodes whose edit main may hold but the manuscript no longer has, because it was undone. */
  #undone(manuscript: DraftSurface): ReadonlySet<NodeId> {
    const { nodes, draft } = manuscript.pathAndDraft();
    const edited = new Set(draft.edits.map(({ nodeId }) => nodeId));
    const isUndone = ({ nodeId }: { nodeId: NodeId }) => this.#sent.has(nodeId) && !edited.has(nodeId);
    return new Set(nodes.filter(isUndone).map(({ nodeId }) => nodeId));
  }

  #replaceQueue(ops: readonly DraftOp[]): readonly PrunedPosition[] {
    const { intents, pruned } = this.#queue.replace(ops);
    for (const intent of intents) this.#onDropped(intent);
    return pruned;
  }
}

/** Moves edits to the nodes that theirs became, and drops those that equal the new node. */
function remapDraft(draft: Draft, nodes: readonly PathNode[], committed: readonly CommittedNode[]): Draft {
  if (committed.length === 0) return draft;
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const edits = draft.edits
    .map((edit) => ({
      ...edit,
      nodeId: committed.find(({ was }) => was === edit.nodeId)?.nodeId ?? edit.nodeId,
    }))
    .filter(({ nodeId, text, spans }) => {
      const node = byId.get(nodeId);
      return node === undefined || node.text !== text || !equalSpans(node.spans, spans);
    });
  return { ...draft, edits };
}

/** The whole draft that a manuscript shows. */
function wholeTexts(manuscript: DraftSurface | null): readonly DraftOp[] {
  if (manuscript === null) return [];
  const { edits, buffer } = manuscript.draft();
  return [...edits.map((edit) => wholeOp(edit.nodeId, edit)), wholeOp(null, buffer)];
}

function wholeOp(nodeId: NodeId | null, { text, spans }: SpannedText): DraftOp {
  return { nodeId, whole: { text, spans } };
}

/** Our draft, rebased onto a path that was read again. */
interface MergedDraft {
  /** Edits of nodes on the path, in path order. */
  readonly edits: readonly PendingEdit[];
  readonly buffer: SpannedText;
  /** Edits of nodes that are not on the path; they are committed as versions of those nodes. */
  readonly strays: readonly PendingEdit[];
}

/**
 * Rebases our draft onto the path main has, with nothing lost and nothing twice: a request may have failed
 * after its commit was written, so text that is now a node is no longer draft. The buffer stays the buffer.
 * @param before the path our draft was made on
 * @param nodes the path as it is now
 * @param mainEdits main's edits; ours are newer
 * @param undone nodes whose edit main may still hold but the writer has undone
 */
export function mergeDraft(
  before: readonly NodeHeader[],
  nodes: readonly PathNode[],
  mainEdits: readonly PendingEdit[],
  draft: Draft,
  undone: ReadonlySet<NodeId>,
): MergedDraft {
  const indexes = new Map(nodes.map((node, index) => [node.nodeId, index]));
  const byPosition = new Map(nodes.map((node) => [node.positionId, node]));
  const positions = new Map(before.map((header) => [header.nodeId, header.positionId]));
  const isCommitted = (edit: PendingEdit): boolean => {
    const position = positions.get(edit.nodeId);
    const now = position === undefined ? undefined : byPosition.get(position);
    return now !== undefined && now.nodeId !== edit.nodeId && now.text === edit.text;
  };
  const own = draft.edits.filter((edit) => !isCommitted(edit));
  const edits = new Map<NodeId, PendingEdit>();
  const live = mainEdits.filter((edit) => !undone.has(edit.nodeId));
  for (const edit of [...live, ...own]) if (indexes.has(edit.nodeId)) edits.set(edit.nodeId, edit);
  return {
    edits: [...edits.values()].sort((a, b) => (indexes.get(a.nodeId) ?? 0) - (indexes.get(b.nodeId) ?? 0)),
    buffer: withoutCommitted(draft.buffer, before, nodes),
    strays: own.filter((edit) => !indexes.has(edit.nodeId)),
  };
}

/** The buffer without its beginning if that is already a node after our path. */
function withoutCommitted(
  buffer: SpannedText,
  before: readonly NodeHeader[],
  nodes: readonly PathNode[],
): SpannedText {
  const isLonger = before.every((header, index) => nodes[index]?.positionId === header.positionId);
  const next = nodes[before.length];
  if (!isLonger || next === undefined || next.text === '' || !buffer.text.startsWith(next.text))
    return buffer;
  const from = next.text.length;
  return { text: buffer.text.slice(from), spans: sliceSpans(buffer.spans, from, buffer.text.length) };
}

/** Main's state of a conversation, and the window's of its draft. */
export interface ConversationSides {
  /** The path that our draft was made on. */
  readonly before: readonly NodeHeader[];
  /** The path as it is now. */
  readonly nodes: readonly PathNode[];
  /** Main's edits, of messages on the path or not; ours are newer. */
  readonly mainEdits: readonly PendingEdit[];
  readonly mainWaiting: readonly WaitingEdit[];
  readonly buffer: WorkingBuffer;
  /** Our edits that main may not have, of messages on the path or not. */
  readonly edits: readonly WaitingEdit[];
  /** Messages whose edit main may still hold but the writer has closed. */
  readonly closed: ReadonlySet<NodeId>;
  /** Texts that main may have committed although it reported a failure: edits, or the composer (null). */
  readonly doubtful: ReadonlySet<NodeId | null>;
}

/** The draft of a conversation, rebased onto a path that was read again. */
export interface MergedConversation {
  /** Edits of messages on the path, in path order. */
  readonly edits: readonly PendingEdit[];
  /** The others: they wait in the draft (`dialogue.md`, *The tree*). */
  readonly waiting: readonly WaitingEdit[];
  readonly buffer: WorkingBuffer;
}

/**
 * Rebases the draft of a conversation onto the path main has, with nothing lost and nothing twice. Unlike in a
 * manuscript, an edit whose message has left the path waits, and the composer does not continue the message before it:
 * only what was being committed can have become a message.
 */
export function mergeConversation({
  before,
  nodes,
  mainEdits,
  mainWaiting,
  buffer,
  edits,
  closed,
  doubtful,
}: ConversationSides): MergedConversation {
  const known = new Set(before.map(({ nodeId }) => nodeId));
  const added = nodes.filter(({ nodeId }) => !known.has(nodeId));
  const held = new Set([...mainEdits, ...mainWaiting].map(({ nodeId }) => nodeId));
  const isCommitted = (edit: WaitingEdit) =>
    doubtful.has(edit.nodeId) && !held.has(edit.nodeId) && added.some((node) => isSame(node, edit));
  const indexes = new Map(nodes.map((node, index) => [node.nodeId, index]));
  const merged = new Map<NodeId, WaitingEdit>();
  for (const edit of mainEdits) {
    const index = indexes.get(edit.nodeId) ?? -1;
    const positionId = nodes[index]?.positionId;
    if (positionId !== undefined && !closed.has(edit.nodeId))
      merged.set(edit.nodeId, { ...edit, positionId, parentId: nodes[index - 1]?.positionId ?? null });
  }
  for (const edit of mainWaiting) if (!closed.has(edit.nodeId)) merged.set(edit.nodeId, edit);
  for (const edit of edits) if (!isCommitted(edit)) merged.set(edit.nodeId, edit);
  const all = [...merged.values()];
  return {
    edits: all
      .filter(({ nodeId }) => indexes.has(nodeId))
      .sort((a, b) => (indexes.get(a.nodeId) ?? 0) - (indexes.get(b.nodeId) ?? 0)),
    waiting: all.filter(({ nodeId }) => !indexes.has(nodeId)),
    buffer: doubtful.has(null) ? withoutSent(buffer, added) : buffer,
  };
}

/** The composer without its beginning, if that is a message now. */
function withoutSent(buffer: WorkingBuffer, added: readonly PathNode[]): WorkingBuffer {
  const sent = added.find(({ text, spans }) => {
    const isBeginning = text !== '' && buffer.text.startsWith(text);
    return isBeginning && equalSpans(sliceSpans(buffer.spans, 0, text.length), spans);
  });
  if (sent === undefined) return buffer;
  const from = sent.text.length;
  return { text: buffer.text.slice(from), spans: sliceSpans(buffer.spans, from, buffer.text.length) };
}

function isSame(one: SpannedText, other: SpannedText): boolean {
  return one.text === other.text && equalSpans(one.spans, other.spans);
}
