/** Past texts as they arrive: each as a difference to the one shown before (`layers.md`, *The time line*). */
import type { Moment } from '../../../core/history/moments/moment.ts';
import type { PastText } from '../../../ipc/wire/timeline.ts';
import type { ManuscriptContent } from '../../surface.ts';
import { nodesOf } from '../path/path-segments.ts';

/** The text after a layer. */
export interface PastMoment extends Pick<ManuscriptContent, 'nodes' | 'edits' | 'buffer'> {
  readonly chain: number;
  readonly seq: number;
}

/** @param known the text that the answer is a difference to; null for a whole one */
export function momentOf(chain: number, known: PastMoment | null, answer: PastText): PastMoment {
  const { seq, keptBefore, tail, keptAfter, edits, buffer } = answer;
  const nodes = known?.nodes ?? [];
  return {
    chain,
    seq,
    nodes: [
      ...nodes.slice(0, keptBefore),
      ...nodesOf(tail),
      ...nodes.slice(nodes.length - keptAfter, nodes.length),
    ],
    edits,
    buffer,
  };
}

/** The same text, each node with the edit that it had. */
export function withEdits({ nodes, edits, buffer }: PastMoment): Moment {
  const edited = new Map(edits.map((edit) => [edit.nodeId, edit]));
  return {
    nodes: nodes.map((node) => {
      const { nodeId, positionId } = node;
      const edit = edited.get(nodeId);
      const { text, spans } = edit ?? node;
      return { nodeId, positionId, text, spans, pending: edit !== undefined };
    }),
    buffer,
  };
}
