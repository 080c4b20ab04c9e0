import { NOTHING_UNCOMMITTED } from '../../../core/history/state-draft.ts';
import { DEFAULT_METADATA, type WholeNode } from '../../../core/tree/tree-node.ts';
import type { PastText } from '../../../ipc/wire/timeline.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { ChainRef } from '../../store/tables/history/chain-ref.ts';
import { loadSteps } from '../../store/tree/past/load-steps.ts';
import { loadPathAt } from '../../store/tree/past/path-at-state.ts';
import type { PathIds } from '../../store/tree/path-loading.ts';
import { commonPrefix, commonSuffix } from '../reading/common-path.ts';
import { packPath } from '../reading/path-wire.ts';
import type { PastPath } from './past-paths.ts';

const NO_MARKS = {
  noted: new Set<never>(),
  bookmarked: new Set<never>(),
  splits: new Map<never, never>(),
  beforeRest: new Set<never>(),
  besideRest: new Set<never>(),
};

/** The text after a layer as the window needs it. @param from what the window shows, whose texts it has */
export function readPastText(
  reader: Reader,
  { treeId }: ChainRef,
  past: PastPath,
  from: readonly PathIds[],
): PastText {
  const { seq, state, ids } = past;
  const keptBefore = commonPrefix(from, ids);
  const keptAfter = commonSuffix(from.slice(keptBefore), ids.slice(keptBefore));
  const end = ids.length - keptAfter;
  const tail = readNodes(reader, treeId, past, keptBefore, end);
  const plain = tail.map((node) => ({ ...node, ...DEFAULT_METADATA }));
  const { edits, buffer } = state.draft ?? NOTHING_UNCOMMITTED;
  const indexes = new Map(edits.length === 0 ? [] : ids.map(({ nodeId }, index) => [nodeId, index]));
  return {
    seq,
    keptBefore,
    tail: packPath(plain, new Array<undefined>(plain.length).fill(undefined), NO_MARKS, null),
    keptAfter,
    edits: edits
      .filter(({ nodeId }) => indexes.has(nodeId))
      .toSorted((a, b) => (indexes.get(a.nodeId) ?? 0) - (indexes.get(b.nodeId) ?? 0)),
    buffer,
  };
}

/** The nodes of a past path from one index to another, with their texts; a part of it is read by itself. */
export function readNodes(
  reader: Reader,
  treeId: ChainRef['treeId'],
  { ids, state, nodes }: PastPath,
  from = 0,
  to = ids.length,
): readonly WholeNode[] {
  if (nodes !== undefined) return nodes.slice(from, to);
  const isMost = (to - from) * 2 > ids.length;
  const steps = isMost
    ? loadPathAt(reader, treeId, state).slice(1).slice(from, to)
    : loadSteps(
        reader,
        treeId,
        ids.slice(from, to).map(({ nodeId }) => nodeId),
      );
  return steps.map(({ node }) => node);
}
