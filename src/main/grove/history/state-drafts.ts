import type { Draft } from '../../../core/buffer/draft.ts';
import type { StateDraft } from '../../../core/history/path-state.ts';
import { draftChange, draftOrNull } from '../../../core/history/state-draft.ts';
import { normaliseSpannedText } from '../../../core/text/normalise.ts';
import { NO_TEXT, type SpannedText } from '../../../core/text/span.ts';

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
export function isSameDraft(one: StateDraft | null, other: StateDraft | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.edits.length !== other.edits.length) return false;
  const { buffer, edits } = draftChange(one, other, () => NO_TEXT);
  const isSameNode = (index: number) => one.edits[index]?.nodeId === other.edits[index]?.nodeId;
  return buffer === null && edits.every(({ change }, index) => change === null && isSameNode(index));
}
