import type { Draft, SpannedText } from '../../core/buffer/draft.ts';
import { applyDraftOps, type DraftOp, isEmptyDraft } from '../../core/buffer/pending-edit.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import { normaliseSpannedText } from '../../core/text/normalise.ts';
import { textOf } from '../../core/tree/tree-node.ts';
import type { CursorPlace, SaveState } from '../../ipc/wire.ts';
import { deleteDraft, findDraft, saveDraft } from '../store/drafts.ts';
import { getNode, getNodeContent } from '../store/nodes.ts';
import { findCursor, saveCaret } from '../store/path-state.ts';
import type { Store, Writer } from '../store/store.ts';
import { DraftWriter } from './draft-writer.ts';

const NO_TEXT: SpannedText = { text: '', spans: [] };

export interface HeldDraftOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  now(): number;
  /** Where a node stands on the path; undefined where it does not. */
  placeOf(nodeId: NodeId): number | undefined;
  onSaveState(state: SaveState): void;
}

/** Main's copy of what one writer has typed into one tree and not committed, and of where their caret is. */
export class HeldDraft {
  readonly #options: HeldDraftOptions;
  readonly #writer: DraftWriter;
  #draft: Draft;
  #cursor: CursorPlace | null;
  #cursorIsUnwritten = false;

  /** @param head where the working buffer is where the file has no draft */
  constructor(options: HeldDraftOptions, head: PositionId) {
    const { store, treeId, writerId, now, onSaveState } = options;
    this.#options = options;
    this.#draft = findDraft(store, treeId, writerId) ?? { head, buffer: NO_TEXT, edits: [] };
    this.#cursor = findCursor(store, treeId, writerId)?.caret ?? null;
    this.#writer = new DraftWriter({ write: () => this.#write(), onState: onSaveState, now });
  }

  get draft(): Draft {
    return this.#draft;
  }

  get cursor(): CursorPlace | null {
    return this.#cursor;
  }

  get saveState(): SaveState {
    return this.#writer.state;
  }

  /** Takes over typing, all of it or none. @throws {AspenError} INVALID_ARGUMENT where it does not fit the draft */
  accept(ops: readonly DraftOp[]): void {
    if (ops.length === 0) return;
    const { store, treeId, placeOf } = this.#options;
    this.#draft = applyDraftOps(
      this.#draft,
      ops,
      (nodeId) => {
        if (getNode(store, nodeId).treeId !== treeId) return undefined;
        const { content, spans } = getNodeContent(store, nodeId);
        return { text: textOf(content), spans };
      },
      // An edit of a node that a switch has taken off the path is kept all the same, and comes last.
      (nodeId) => placeOf(nodeId) ?? Number.MAX_SAFE_INTEGER,
    );
  }

  /** What is held is not in the file: it goes there in a while. */
  touch(): void {
    this.#writer.touch();
  }

  /** A commit took all of it, and its transaction removed the draft from the file. */
  committed(head: PositionId): void {
    this.#draft = { head, buffer: NO_TEXT, edits: [] };
    this.#writer.written();
  }

  /** The head moved under the draft. */
  moveTo(head: PositionId): void {
    this.#draft = { ...this.#draft, head };
    if (!isEmptyDraft(this.#draft)) this.#writer.touch();
  }

  /** Another draft is in its place, and in the file: undo put one back. */
  replaced(draft: Draft): void {
    this.#draft = draft;
    this.#writer.written();
  }

  moveCursor(cursor: CursorPlace): void {
    this.#cursor = cursor;
    this.#cursorIsUnwritten = true;
    this.#writer.touchQuietly();
  }

  /** Writes a draft into a transaction. @throws {AspenError} what the store throws */
  put(writer: Writer, draft: Draft): void {
    const { treeId, writerId } = this.#options;
    const { head, buffer, edits } = draft;
    if (isEmptyDraft(draft)) deleteDraft(writer, treeId, writerId);
    else {
      const kept = edits.map((edit) => ({ ...edit, ...normaliseSpannedText(edit) }));
      saveDraft(writer, treeId, writerId, { head, buffer: normaliseSpannedText(buffer), edits: kept });
    }
  }

  /** Writes what is unwritten. @throws {AspenError} what the store throws; the text stays here */
  flush(): void {
    this.#writer.flush();
  }

  /** Writes what is unwritten and stops the clock. @throws {AspenError} what the store throws */
  close(): void {
    try {
      this.#writer.flush();
    } finally {
      this.#writer.stop();
    }
  }

  #write(): void {
    const { store, treeId, writerId } = this.#options;
    store.transact((writer) => {
      this.put(writer, this.#draft);
      if (this.#cursorIsUnwritten && this.#cursor !== null) saveCaret(writer, treeId, writerId, this.#cursor);
    });
    this.#cursorIsUnwritten = false;
  }
}
