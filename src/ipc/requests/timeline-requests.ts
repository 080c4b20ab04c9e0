/** Requests about the time line of a manuscript (`layers.md`). None changes what is written but the last. */
import * as v from 'valibot';
import type { TreeId } from '../../core/ids.ts';
import type { Intent, PrunedReply } from '../wire/path.ts';
import type { MomentComparison, PastText, TimelineLayers, TracedLayer } from '../wire/timeline.ts';
import { intent, offset, type SchemasOf, title, treeId } from './fields.ts';

export interface TimelineRequests {
  /** The layers of a chain of the writer's path; a draft that is worth it becomes a layer first if `isOpening`. */
  'timeline.layers'(input: {
    readonly treeId: TreeId;
    readonly chain: number;
    readonly isOpening: boolean;
  }): TimelineLayers;
  /**
   * The text after a layer, as a difference to that after `from` (null: whole). NOT_FOUND if a layer is not there any more.
   */
  'timeline.show'(input: {
    readonly treeId: TreeId;
    readonly chain: number;
    readonly seq: number;
    readonly from: number | null;
  }): PastText;
  /** Compares two moments, each a layer, or the text on the screen (null). */
  'timeline.compare'(input: {
    readonly treeId: TreeId;
    readonly chain: number;
    readonly from: number | null;
    readonly to: number | null;
  }): MomentComparison;
  /**
   * The layers that touched a range of the text after a layer (null: of the text on the screen), newest first, at most
   * 1,000. Can be stopped by `timeline.stopTracing`, and then has those found so far.
   */
  'timeline.trace'(input: {
    readonly treeId: TreeId;
    readonly chain: number;
    readonly seq: number | null;
    readonly range: { readonly from: number; readonly to: number };
  }): readonly TracedLayer[];
  'timeline.stopTracing'(input: Record<string, never>): Record<string, never>;
  /**
   * Labels a moment, which is then kept forever: a layer, or now (null: the text on the screen becomes a layer). An empty label
   * removes it.
   */
  'timeline.mark'(input: { readonly treeId: TreeId; readonly seq: number | null; readonly label: string }): {
    readonly seq: number;
  };
  /**
   * Commits the draft and takes the path back to a layer: its versions, what is pruned now restored, and what was uncommitted
   * then as the draft; one move.
   */
  'timeline.restore'(input: Intent & { readonly chain: number; readonly seq: number }): PrunedReply;
}

const seq = v.pipe(v.number(), v.safeInteger());
const seqOrNull = v.nullable(seq);
const chain = offset;

export const timelineSchemas: SchemasOf<TimelineRequests> = {
  'timeline.layers': v.strictObject({ treeId, chain, isOpening: v.boolean() }),
  'timeline.show': v.strictObject({ treeId, chain, seq, from: seqOrNull }),
  'timeline.compare': v.strictObject({ treeId, chain, from: seqOrNull, to: seqOrNull }),
  'timeline.trace': v.strictObject({
    treeId,
    chain,
    seq: seqOrNull,
    range: v.strictObject({ from: offset, to: offset }),
  }),
  'timeline.stopTracing': v.strictObject({}),
  'timeline.mark': v.strictObject({ treeId, seq: seqOrNull, label: title }),
  'timeline.restore': v.strictObject({ ...intent, chain, seq }),
};
