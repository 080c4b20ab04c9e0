import type { Draft } from '../../../core/buffer/draft.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { getHead } from '../../store/tables/path-state.ts';
import { getTree } from '../../store/tables/trees.ts';
import type { WriterWork } from './command-context.ts';

/**
 * The writer's work in a tree, which no command touches.
 * @param typed their draft as their session has it; without it, the one in the file
 */
export function writerWorkIn(
  reader: Reader,
  writerId: AgentId,
  treeId: TreeId,
  typed: Pick<Draft, 'buffer' | 'edits'> | undefined,
): WriterWork {
  const draft = typed ?? findDraft(reader, treeId, writerId);
  const edited = (draft?.edits ?? []).map(({ nodeId }) => nodeId);
  const head = getHead(reader, treeId, writerId);
  // A composer stays while the path changes.
  const isTyping = (draft?.buffer.text ?? '') !== '' && getTree(reader, treeId).mode === 'buffer';
  return { head, edited, typedAfter: isTyping ? head : null };
}
