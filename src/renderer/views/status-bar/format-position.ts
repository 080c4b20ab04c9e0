import type { AgentId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import { placeInList } from '../../session/path/place-in-list.ts';
import type { ManuscriptSummary, PositionHeader } from '../../surface.ts';

type Header = PositionHeader & { readonly authorId: AgentId };

interface Agents {
  readonly writerId: AgentId;
  readonly agents: readonly Agent[];
}

type Caret = Pick<ManuscriptSummary, 'pathLength' | 'nodeNumber' | 'edited' | 'forkId'>;

/** What a position of the path is called. */
type PositionNoun = 'node' | 'message';

/** `node 5 of 5 · human · 2 of 3 · v2 · edited`, leaving out counts of one and states that are not set. */
export function formatPosition(
  caret: Caret,
  header: Header | undefined,
  grove: Agents,
  noun: PositionNoun = 'node',
): string {
  if (caret.pathLength === 0) return 'the beginning';
  const parts = [`${noun} ${caret.nodeNumber} of ${caret.pathLength}`];
  if (header !== undefined) {
    parts.push(authorOf(header.authorId, grove));
    const { index, count } = placeInList(header, caret.forkId);
    if (count > 1 && index > 0) parts.push(`${index} of ${count}`);
    if (header.versionCount > 1) parts.push(`v${header.versionIndex}`);
    if ((header.flags & POSITION_FLAGS.bookmarked) !== 0) parts.push('bookmarked');
    if ((header.flags & POSITION_FLAGS.excluded) !== 0) parts.push('excluded');
    if ((header.flags & POSITION_FLAGS.noted) !== 0) parts.push('notes');
  }
  if (caret.edited) parts.push('edited');
  return parts.join(' · ');
}

/** The writer is shown as `human`. */
function authorOf(authorId: AgentId, { writerId, agents }: Agents): string {
  if (authorId === writerId) return 'human';
  return agents.find((agent) => agent.id === authorId)?.name ?? 'Unknown';
}
