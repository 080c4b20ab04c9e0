import type { PendingEdit } from '../../../core/buffer/draft.ts';
import type { TreeId } from '../../../core/ids.ts';
import { equalSpans } from '../../../core/text/span.ts';
import type { PathSnapshot } from '../../../ipc/wire/path.ts';
import type { TextSnapshot } from '../../surface.ts';

/** Trees whose texts are kept with their undo history, besides the shown one. */
const MAX_TEXTS = 3;

/** The texts of the trees that were left last, so that undo still works when the writer returns. */
export function createTextSnapshots() {
  const texts = new Map<TreeId, TextSnapshot>();

  return {
    /** Replaces what was kept of this tree; null keeps nothing. */
    save(treeId: TreeId, text: TextSnapshot | null): void {
      texts.delete(treeId);
      if (text !== null) texts.set(treeId, text);
      const [oldest] = texts.keys();
      if (texts.size > MAX_TEXTS && oldest !== undefined) texts.delete(oldest);
    },

    /** Removes and returns the text of a tree; null if main's path or draft has changed since. */
    take(snapshot: PathSnapshot): TextSnapshot | null {
      const text = texts.get(snapshot.treeId) ?? null;
      texts.delete(snapshot.treeId);
      return text !== null && matches(text, snapshot) ? text : null;
    },

    clear(): void {
      texts.clear();
    },
  };
}

export type TextSnapshots = ReturnType<typeof createTextSnapshots>;

function matches({ path: { nodes, draft } }: TextSnapshot, snapshot: PathSnapshot): boolean {
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
