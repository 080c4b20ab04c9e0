/** What others put on the path and what was there instead, so that it can be put there again. */
import type { Transaction } from '@codemirror/state';
import { getSegment, type Segment, segmentsBetween } from '../../../core/buffer/segments.ts';
import { pathReplaced, type ReplacedNodes } from './effects.ts';
import { segments } from './segments.ts';

/** Indexes of old segments, and of the new ones that are there instead. */
interface Part {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/**
 * The parts of a replacement, without the segments that it kept, so that undo can leave the place of one and not of
 * the next. A version stands for the node that it is a version of, with the nodes that follow that on the new path
 * only, since a node may have been split. The working buffer, and text whose commit is in progress, may have become
 * nodes. Other nodes left the path or came to it.
 */
function partsOf(old: readonly Segment[], now: readonly Segment[]): readonly Part[] {
  const keptAt = new Map(old.map((segment, index) => [segment, index]));
  const positions = new Map(old.map(({ positionId }, index) => [positionId, index]));
  const parts: Part[] = [];
  let [oldFrom, newFrom] = [0, 0];
  const add = (part: Part) => {
    if (part.oldFrom < part.oldTo || part.newFrom < part.newTo) parts.push(part);
  };
  /** Adds what is between two segments that stayed or have another version; returns where nodes that came begin. */
  const addUntil = (oldTo: number, newTo: number) => {
    const draft = old.findIndex(({ positionId }, index) => index >= oldFrom && positionId === null);
    const last = parts.at(-1);
    if (oldFrom < oldTo) {
      const nodesTo = draft === -1 ? oldTo : Math.min(draft, oldTo);
      if (nodesTo < oldTo && oldFrom < nodesTo) add({ oldFrom, oldTo: nodesTo, newFrom, newTo: newFrom });
      add({ oldFrom: nodesTo < oldTo ? nodesTo : oldFrom, oldTo, newFrom, newTo });
    } else if (newFrom < newTo) {
      const isSplit = last?.oldTo === oldFrom && last.newTo === newFrom;
      if (isSplit) parts[parts.length - 1] = { ...last, newTo };
      else return newFrom;
    }
    return newTo;
  };
  for (const [index, segment] of now.entries()) {
    const kept = keptAt.get(segment);
    const version = segment.positionId === null ? undefined : positions.get(segment.positionId);
    const at = kept ?? version;
    if (at === undefined || at < oldFrom) continue;
    const came = addUntil(at, index);
    if (kept === undefined) add({ oldFrom: at, oldTo: at + 1, newFrom: came, newTo: index + 1 });
    else add({ oldFrom: at, oldTo: at, newFrom: came, newTo: index });
    [oldFrom, newFrom] = [at + 1, index + 1];
  }
  const came = addUntil(old.length, now.length);
  add({ oldFrom: old.length, oldTo: old.length, newFrom: came, newTo: now.length });
  return parts;
}

/** What a replacement put on the path, without the segments that it kept; null if the transaction made none. */
export function nodesReplacedBy({
  startState,
  state,
  newDoc,
  effects,
}: Transaction): readonly ReplacedNodes[] | null {
  const replacement = effects.find((effect) => effect.is(pathReplaced))?.value;
  if (replacement === undefined) return null;
  const { from, to, at } = replacement;
  const now = state.field(segments).segments;
  const old = segmentsBetween(startState.field(segments).segments, from, to);
  const idAt = (index: number) => (index < 0 || index >= now.count ? null : getSegment(now, index).segmentId);
  const offsets = [at];
  for (const { length } of replacement.segments) offsets.push((offsets.at(-1) ?? at) + length);
  const replaced = partsOf(old, replacement.segments).map(
    ({ oldFrom, oldTo, newFrom, newTo }): ReplacedNodes => ({
      were: old.slice(oldFrom, oldTo),
      before: idAt(from + newFrom - 1),
      after: idAt(from + newTo),
      segments: replacement.segments.slice(newFrom, newTo),
      text: newDoc.slice(offsets[newFrom] ?? at, offsets[newTo] ?? at),
      spans: replacement.spans.slice(newFrom, newTo),
    }),
  );
  return replaced.length > 0 ? replaced : null;
}
