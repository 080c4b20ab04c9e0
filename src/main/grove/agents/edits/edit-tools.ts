import { lengthOfTokens } from '../../../../core/context/estimate-tokens.ts';
import type { EditTools } from '../command-context.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { CommandView } from '../command-view.ts';

/** The longest snapshot, in tokens: as much as is shown of a node in full. */
const MOST_TOKENS = 50_000;
/** The share of an agent's window that the results of a batch have. */
const SHARE_OF_WINDOW = 1 / 4;
/** The other lines of a result, and backslashes of quoting, in UTF-16 code units. */
const MARGIN = 500;

/** The tools for the text that commands act on. @throws {CommandRefusal} if it is no manuscript, or not to be read */
export function editToolsOf({ context, views }: CommandView): EditTools {
  const { edits = null } = context;
  if (edits === null || views.tree.tree.mode !== 'buffer')
    throw new CommandRefusal(
      'INVALID_SYNTAX',
      'this is no manuscript; edits are proposed for one',
      '→ edit [id]',
    );
  const { edited, typedAfter = null } = context.writerWork(context.treeId);
  if (!edits.sharesDraft && (edited.length > 0 || typedAfter !== null))
    throw new CommandRefusal(
      'CONFLICT',
      'the human is writing there, and has not shown you that text',
      views.tree.tree.kind === 'document'
        ? 'ask the human to commit it'
        : 'ask the human to write to you from the manuscript',
    );
  return edits;
}

/** The longest snapshot that the actor can be given, in UTF-16 code units. */
export function roomForSnapshot({ context }: CommandView): number {
  const share = (context.edits?.window ?? Number.POSITIVE_INFINITY) * SHARE_OF_WINDOW;
  return Math.max(0, lengthOfTokens(Math.min(MOST_TOKENS, share)) - MARGIN);
}
