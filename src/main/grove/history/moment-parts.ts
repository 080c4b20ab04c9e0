/** The text of a moment in parts: its nodes with what was uncommitted, and the working buffer last. */
import type { MomentPart } from '../../../core/history/moments/moment-part.ts';
import type { PathState } from '../../../core/history/path-state.ts';
import { NOTHING_UNCOMMITTED } from '../../../core/history/state-draft.ts';
import { firstNodeAt, type TreeId } from '../../../core/ids.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { TreeSession } from '../writing/tree-session.ts';
import type { PastPath } from './past-paths.ts';
import { readNodes } from './past-text.ts';

/** After a layer. */
export function pastParts(reader: Reader, treeId: TreeId, past: PastPath): readonly MomentPart[] {
  const { edits, buffer } = past.state.draft ?? NOTHING_UNCOMMITTED;
  const edited = new Map(edits.map((edit) => [edit.nodeId, edit]));
  const nodes = readNodes(reader, treeId, past).map(({ id: nodeId, positionId, content, spans }) => ({
    nodeId,
    positionId,
    whole: edited.get(nodeId) ?? { text: textOf(content), spans },
  }));
  return [...nodes, { nodeId: null, positionId: null, whole: buffer }];
}

/** What the window shows, given its parts. */
export function liveState(session: TreeSession, parts: readonly MomentPart[]): PathState {
  const head = parts.at(-2)?.positionId ?? session.rootPositionId;
  const versions = parts.flatMap(({ nodeId, positionId }) =>
    nodeId === null || positionId === null || nodeId === firstNodeAt(positionId) ? [] : [nodeId],
  );
  return { head, versions: new Set(versions), draft: session.draft };
}

export function textOfParts(parts: readonly MomentPart[]): string {
  return parts.map(({ whole }) => whole.text).join('');
}
