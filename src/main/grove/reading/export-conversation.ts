import { isPartOf } from '../../../core/context/conversation-context.ts';
import { continuesMessage, speakerOf } from '../../../core/context/message-origin.ts';
import type { ExportedMessage, ExportedPath } from '../../../core/exchange/exported-path.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import { normaliseSpans, type Span } from '../../../core/text/span.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { getTree } from '../../store/tables/trees.ts';
import { readOrigins } from '../../store/tree/message-origins.ts';
import { loadPath } from '../../store/tree/path-loading.ts';

/**
 * The messages of a conversation on the writer's path, as they are saved: without open edits and what is in the composer
 * (`dialogue.md`, *Export*).
 * @throws {AspenError} NOT_FOUND
 */
export function readConversation(reader: Reader, treeId: TreeId, writerId: AgentId): ExportedPath {
  const { title, settings } = getTree(reader, treeId);
  const authors = listAgents(reader);
  const names = new Map(authors.map(({ id, name }) => [id, name]));
  const nodes = loadPath(reader, treeId, writerId)
    .slice(1)
    .map(({ node }) => node);
  const origins = readOrigins(reader, nodes);
  const messages: ExportedMessage[] = [];
  const texts: string[] = [];
  const spans: Span[] = [];
  let from = 0;
  let before: { readonly speakerId: AgentId } | undefined;
  for (const node of nodes) {
    const text = textOf(node.content);
    const speakerId = speakerOf(node, origins);
    const last = messages.at(-1);
    // The parts of a continued reply are one message.
    if (last !== undefined && isPartOf({ speakerId, continues: continuesMessage(node, origins) }, before))
      messages[messages.length - 1] = { ...last, to: from + text.length };
    else messages.push({ speaker: names.get(speakerId) ?? '', from, to: from + text.length });
    before = { speakerId };
    texts.push(text);
    for (const span of node.spans) spans.push(span);
    from += text.length;
  }
  return {
    title,
    named: settings.titleFrom !== 'text',
    writerId,
    authors,
    text: texts.join(''),
    spans: normaliseSpans(spans),
    messages,
  };
}
