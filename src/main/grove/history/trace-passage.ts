import { setImmediate } from 'node:timers/promises';
import { PositionOrder, type PositionParent } from '../../../core/history/moments/position-order.ts';
import type { TreeId } from '../../../core/ids.ts';
import type { TextRange } from '../../../core/text/text-range.ts';
import type { TracedLayer } from '../../../ipc/wire/timeline.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { ChainRef } from '../../store/tables/history/chain-ref.ts';
import { findLastLayer, readLayers } from '../../store/tables/history/read-layers.ts';
import { findPreviousSeq } from '../../store/tables/history/read-timeline.ts';
import { getTree } from '../../store/tables/trees.ts';
import { readParentPage } from '../../store/tree/past/position-parents.ts';
import { PassageTrace, type TracedMoment } from './passage-trace.ts';

/** Numbers of layers read at a time, and positions; the window is answered in between. */
const SLICE = 256;
const POSITIONS = 5_000;

/**
 * Finds the layers that touched a passage, newest first, in slices (`layers.md`, *The time line*).
 * @param refs the chain of the moment, and then the one that precedes it if there is one
 * @param range in the text of `moment`, in UTF-16 code units
 * @param isStopped asked between slices; once it is, what was found so far is returned
 * @throws {AspenError} NOT_FOUND; CORRUPT; what the store throws
 */
export async function tracePassage(
  reader: Reader,
  refs: readonly ChainRef[],
  moment: TracedMoment,
  range: TextRange,
  isStopped: () => boolean,
): Promise<readonly TracedLayer[]> {
  const [first] = refs;
  if (first === undefined) return [];
  const order = await readOrder(reader, first.treeId, isStopped);
  if (isStopped()) return [];
  const trace = new PassageTrace(reader, first.treeId, order, moment, range);
  for (const ref of refs) {
    const isOwn = moment.layer !== null && ref === first;
    let to = isOwn ? findPreviousSeq(reader, ref, moment.layer.seq) : findLastLayer(reader, ref)?.seq;
    trace.enter(ref, isOwn);
    while (to !== undefined && !trace.isOver) {
      const layers = readLayers(reader, ref, to - SLICE + 1, to);
      trace.prepare(layers);
      for (const layer of layers.toReversed()) {
        if (trace.isOver) return trace.found;
        if (trace.step(layer)) await setImmediate();
        if (isStopped()) return trace.found;
      }
      to = findPreviousSeq(reader, ref, to - SLICE + 1);
      await setImmediate();
      if (isStopped()) return trace.found;
    }
  }
  trace.finish();
  return trace.found;
}

/** All positions of the tree; when it is stopped, those read so far. */
async function readOrder(reader: Reader, treeId: TreeId, isStopped: () => boolean): Promise<PositionOrder> {
  const root = getTree(reader, treeId).rootPositionId;
  const parents: PositionParent[] = [];
  for (let after: number | null = 0; after !== null && !isStopped(); ) {
    const page = readParentPage(reader, treeId, after, POSITIONS);
    parents.push(...page.parents);
    after = page.next;
    await setImmediate();
  }
  return new PositionOrder(root, parents);
}
