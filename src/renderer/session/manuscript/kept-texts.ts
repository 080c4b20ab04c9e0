import type { PendingEdit } from '../../../core/buffer/draft.ts';
import type { TreeId } from '../../../core/ids.ts';
import { equalSpans } from '../../../core/text/span.ts';
import type { PathSnapshot } from '../../../ipc/wire/path.ts';
import type { KeptText } from '../../surface.ts';

/** Trees whose texts are kept with their history, beside the one that is shown. */
const MOST = 3;

/** The texts of the trees that were left last, so that undo works on after coming back. */
export class KeptTexts {
  readonly #texts = new Map<TreeId, KeptText>();

  /** Null where there is nothing to keep: what was kept of this tree before is no longer it. */
  keep(treeId: TreeId, text: KeptText | null): void {
    this.#texts.delete(treeId);
    if (text !== null) this.#texts.set(treeId, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MOST && oldest !== undefined) this.#texts.delete(oldest);
  }

  /** Takes out what was kept of a tree; null where main holds another path or another draft by now. */
  take(snapshot: PathSnapshot): KeptText | null {
    const text = this.#texts.get(snapshot.treeId) ?? null;
    this.#texts.delete(snapshot.treeId);
    return text !== null && shows(text, snapshot) ? text : null;
  }

  forget(): void {
    this.#texts.clear();
  }
}

function shows({ path: { nodes, draft } }: KeptText, snapshot: PathSnapshot): boolean {
  const { segments, edits, buffer } = snapshot;
  return (
    nodes.length === segments.count &&
    nodes.map(({ nodeId }) => nodeId).join('') === segments.nodeIds &&
    nodes.map(({ positionId }) => positionId).join('') === segments.positionIds &&
    draft.buffer.text === buffer.text &&
    equalSpans(draft.buffer.spans, buffer.spans) &&
    draft.edits.length === edits.length &&
    draft.edits.every((edit, index) => isSameEdit(edit, edits[index]))
  );
}

function isSameEdit({ nodeId, text, spans }: PendingEdit, other: PendingEdit | undefined): boolean {
  return (
    other !== undefined && nodeId === other.nodeId && text === other.text && equalSpans(spans, other.spans)
  );
}
