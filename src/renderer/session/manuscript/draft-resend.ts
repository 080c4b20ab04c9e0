/**
 * What goes to main after a failure: never what was queued, but what the manuscript holds now beside what main may
 * hold of it, as whole texts.
 */
import type { Draft, PendingEdit, SpannedText } from '../../../core/buffer/draft.ts';
import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import type { NodeId } from '../../../core/ids.ts';
import { equalSpans } from '../../../core/text/span.ts';
import type { PathSnapshot } from '../../../ipc/wire/path.ts';
import type { ManuscriptFace, PathNode, PrunedPosition, TextPlace } from '../../surface.ts';
import { nodesOf } from '../path/path-segments.ts';
import type { PathSession } from '../path/path-session.ts';
import { mergeDraft } from './merge-draft.ts';
import type { BecameNode, OutboxQueue } from './outbox-queue.ts';

/** `I` is an intent in the queue. */
export class DraftResend<I> {
  readonly #path: PathSession;
  readonly #queue: OutboxQueue<I>;
  readonly #onLetGo: (intent: I) => void;
  /** Nodes whose edit main may hold: it was sent, and no commit has been answered since. */
  readonly #sent = new Set<NodeId>();

  /** @param onLetGo told of each intent that was queued and is not carried out */
  constructor(path: PathSession, queue: OutboxQueue<I>, onLetGo: (intent: I) => void) {
    this.#path = path;
    this.#queue = queue;
    this.#onLetGo = onLetGo;
  }

  /** These are on their way: main may hold them, whatever it answers. */
  sending(ops: readonly DraftOp[]): void {
    for (const { nodeId } of ops) if (nodeId !== null) this.#sent.add(nodeId);
  }

  /** Main's draft has these edits and no others. */
  mainHolds(edits: readonly PendingEdit[]): void {
    this.#sent.clear();
    for (const { nodeId } of edits) this.#sent.add(nodeId);
  }

  /** Of a node that the path no longer shows: its text is in nobody's hands but the queue's. */
  isStray(nodeId: NodeId | null): boolean {
    return nodeId !== null && !this.#path.hasNode(nodeId);
  }

  /**
   * Ops, sent or queued, for nodes that are not on the path; whole texts of the others cover them, and what undo put
   * back covers all that was typed behind it.
   * @param pruned by a step of history that failed just now; null where none did
   */
  strayOps(sent: readonly DraftOp[], pruned: readonly PrunedPosition[] | null): readonly DraftOp[] {
    const queued = pruned === null ? this.#queue.opsBeforeRestored() : [];
    return [...sent, ...queued].filter((op) => this.isStray(op.nodeId));
  }

  /**
   * Replaces everything queued by the draft's whole texts, behind `first`; intents and commits are let go. Where undo
   * had put back another path, that is said again too.
   * @param pruned by a step of history that failed just now; null where none did
   */
  queueWholes(
    manuscript: ManuscriptFace | null,
    first: readonly DraftOp[],
    pruned: readonly PrunedPosition[] | null,
  ): void {
    if (manuscript === null) {
      this.#replaceQueue(first);
      return;
    }
    if (this.isRestoring(pruned)) {
      const all = [...(pruned ?? []), ...this.#replaceQueue(first)];
      // As it is now: what is typed until it is sent comes behind it.
      const restored = manuscript.restored();
      this.#queue.addRestored({ kind: 'restored', pruned: all, read: () => restored });
      return;
    }
    const { edits, buffer } = manuscript.draft();
    const closed = [...this.#undone(manuscript)].map((nodeId): DraftOp => ({ nodeId, closed: true }));
    const wholes = edits.map((edit) => wholeOp(edit.nodeId, edit));
    this.#replaceQueue([...first, ...closed, ...wholes, wholeOp(null, buffer)]);
  }

  /** Whether a step of history is queued, or has failed just now. */
  isRestoring(pruned: readonly PrunedPosition[] | null): boolean {
    return pruned !== null || this.#queue.hasRestored;
  }

  /**
   * Shows the path as main has it, with our own draft on it, and queues that draft behind `first`.
   * @param place where the caret last was; null for where main has it
   * @param became the nodes that a commit made of what the manuscript names by those of before
   */
  showAgain(
    manuscript: ManuscriptFace,
    snapshot: PathSnapshot,
    first: readonly DraftOp[],
    place: TextPlace | null,
    became: readonly BecameNode[],
  ): void {
    const nodes = nodesOf(snapshot.segments);
    const before = this.#path.mirror.get().headers;
    const undone = this.#undone(manuscript);
    const draft = draftOfNow(manuscript.draft(), nodes, became);
    const { edits, buffer, strays } = mergeDraft(before, nodes, snapshot.edits, draft, undone);
    const { rootPositionId } = snapshot;
    const cursor = place ?? snapshot.cursor;
    this.#path.reset(snapshot);
    manuscript.replaceContent({ rootPositionId, nodes, edits, buffer, cursor });
    this.#replaceQueue([]);
    this.queueWholes(manuscript, [...first, ...strays.map((edit) => wholeOp(edit.nodeId, edit))], null);
  }

  /** Nodes whose edit main may hold, while the manuscript shows them as they are: it was taken back. */
  #undone(manuscript: ManuscriptFace): ReadonlySet<NodeId> {
    const { nodes, draft } = manuscript.restored();
    const edited = new Set(draft.edits.map(({ nodeId }) => nodeId));
    const isUndone = ({ nodeId }: { nodeId: NodeId }) => this.#sent.has(nodeId) && !edited.has(nodeId);
    return new Set(nodes.filter(isUndone).map(({ nodeId }) => nodeId));
  }

  #replaceQueue(ops: readonly DraftOp[]): readonly PrunedPosition[] {
    const { intents, pruned } = this.#queue.replace(ops);
    for (const intent of intents) this.#onLetGo(intent);
    return pruned;
  }
}

/** Edits of what became other nodes are edits of those, where they say something else. */
function draftOfNow(draft: Draft, nodes: readonly PathNode[], became: readonly BecameNode[]): Draft {
  if (became.length === 0) return draft;
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const edits = draft.edits
    .map((edit) => ({
      ...edit,
      nodeId: became.find(({ was }) => was === edit.nodeId)?.nodeId ?? edit.nodeId,
    }))
    .filter(({ nodeId, text, spans }) => {
      const node = byId.get(nodeId);
      return node === undefined || node.text !== text || !equalSpans(node.spans, spans);
    });
  return { ...draft, edits };
}

function wholeOp(nodeId: NodeId | null, { text, spans }: SpannedText): DraftOp {
  return { nodeId, whole: { text, spans } };
}
