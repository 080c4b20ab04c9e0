/** From one past text to another, at the cost of what differs (`layers.md`: a step takes at most two version switches). */
import { type EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import { getLocation, type Segment } from '../../../core/buffer/segments.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { equalSpans } from '../../../core/text/span.ts';
import type { SpannedText } from '../../../core/text/spanned-text.ts';
import type { PastContent } from '../../past-surface.ts';
import { segmentOfNode, workingBuffer } from '../path/buffer-path.ts';
import { commonPrefix, commonSuffix } from '../path/common-text.ts';
import { pathReplaced } from '../path/effects.ts';
import { newSegmentId } from '../path/segment-ids.ts';
import { segments } from '../path/segments.ts';
import { textOf } from '../plain-text.ts';

/** What a segment of a past text shows. A node without an edit is the node itself, by which it is recognised. */
export interface PastPart extends SpannedText {
  /** Null for the working buffer, which comes last. */
  readonly node: { readonly nodeId: NodeId; readonly positionId: PositionId; readonly isSplit?: true } | null;
  readonly isPending: boolean;
}

/** The parts of a past text; those that `before` has already are the same objects. */
export function partsOf(content: PastContent, before: readonly PastPart[] = []): readonly PastPart[] {
  const edits = new Map(content.edits.map((edit) => [edit.nodeId, edit]));
  const known = new Map(before.map((part) => [part.node, part]));
  const parts = content.nodes.map((node): PastPart => {
    const edit = edits.get(node.nodeId);
    const { text, spans } = edit ?? node;
    const same = known.get(node);
    return same !== undefined && showsSame(same, { text, spans }, edit !== undefined)
      ? same
      : { node, text, spans, isPending: edit !== undefined };
  });
  const last = before.at(-1);
  const isSame = last !== undefined && showsSame(last, content.buffer, false);
  const { text, spans } = content.buffer;
  return [...parts, isSame ? last : { node: null, text, spans, isPending: false }];
}

function showsSame(part: PastPart, { text, spans }: SpannedText, isPending: boolean): boolean {
  if (part.isPending !== isPending) return false;
  return part.text === text && (part.spans === spans || equalSpans(part.spans, spans));
}

/** Shows other parts, which share those that stay with the ones shown; null if nothing differs. */
export function showParts(
  state: EditorState,
  before: readonly PastPart[],
  now: readonly PastPart[],
): TransactionSpec | null {
  const most = Math.min(before.length, now.length);
  let from = 0;
  while (from < most && before[from] === now[from]) from += 1;
  let after = 0;
  while (after < most - from && before.at(-1 - after) === now.at(-1 - after)) after += 1;
  const to = before.length - after;
  const parts = now.slice(from, now.length - after);
  if (from === to && parts.length === 0) return null;
  const path = state.field(segments).segments;
  const start = getLocation(path, from).start;
  const end = to === path.count ? path.length : getLocation(path, to).start;
  const text = parts.map((part) => part.text).join('');
  const kept = commonPrefix(state.doc, start, end, text);
  const alike = commonSuffix(state.doc, start + kept, end, text.slice(kept));
  const change = {
    from: start + kept,
    to: end - alike,
    insert: textOf(text.slice(kept, text.length - alike)),
  };
  return {
    changes: change,
    effects: pathReplaced.of({
      from,
      to,
      segments: parts.map(segmentOf),
      at: start,
      spans: parts.map(({ spans }) => spans),
    }),
    annotations: Transaction.addToHistory.of(false),
    filter: false,
  };
}

function segmentOf({ node, text, spans, isPending }: PastPart): Segment {
  if (node === null) return workingBuffer(newSegmentId(), text.length);
  return { ...segmentOfNode({ ...node, text, spans }), pending: isPending };
}
