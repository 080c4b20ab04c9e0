/** Makes a manuscript of a conversation. */
import { BLANK_LINE } from '../../../core/context/conversation-context.ts';
import { spokenMessages } from '../../../core/exchange/conversation-text.ts';
import type { ExportedPath } from '../../../core/exchange/exported-path.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import { cutText, MAX_TITLE_LENGTH } from '../../../core/text/limits.ts';
import { concatSpans, type SpannedText, sliceSpans, wholeSpans } from '../../../core/text/span.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { manuscriptOf } from '../../../ui-text/grove/trees.ts';
import type { Store } from '../../store/connection/store.ts';
import { getTree } from '../../store/tables/trees.ts';
import { readConversation } from '../reading/export-conversation.ts';
import { importParts } from './import-parts.ts';

/**
 * Writes the messages on the writer's path as a manuscript, step by step (`importParts`): a node for each, in the colours
 * of who wrote what, with a blank line between two. It has the conversation's memory and asks the same agents
 * (`dialogue.md`, *Export*).
 * @throws {AspenError} NOT_FOUND; what the store throws
 */
export function conversationAsManuscript(
  store: Store,
  treeId: TreeId,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): Generator<number, LoomTree> {
  const { title, systemContext, settings } = getTree(store, treeId);
  // Paragraphs are not messages, so the author's note is where a manuscript has it by default.
  const { titleFrom, names, inTurn, followsWriter, sendsTopic, authorsNoteDepth, ...kept } = settings;
  const copy = { title: cutText(manuscriptOf(title), MAX_TITLE_LENGTH), systemContext, settings: kept };
  const parts = partsOf(readConversation(store, treeId, writerId), writerId);
  const author = { id: writerId, type: 'human' } as const;
  return importParts(store, copy, parts, author, writerId, idsAndClock);
}

function partsOf({ text, spans, messages }: ExportedPath, writerId: AgentId): readonly SpannedText[] {
  const spoken = [...spokenMessages(text, messages ?? [])];
  return spoken.map(({ words, from }, index) => {
    const own = sliceSpans(spans, from, from + words.length);
    if (index === spoken.length - 1) return { text: words, spans: own };
    const gap = wholeSpans(writerId, BLANK_LINE.length);
    return { text: words + BLANK_LINE, spans: concatSpans(own, gap) };
  });
}
