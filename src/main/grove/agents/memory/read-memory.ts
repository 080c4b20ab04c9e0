import { inOneLine } from '../../../../core/commands/quote-text.ts';
import { documentSections, findSection } from '../../../../core/documents/document-sections.ts';
import type { AgentId, PositionId, TreeId, TurnId } from '../../../../core/ids.ts';
import { withheldLine, withholdDocuments } from '../../../../core/memory/about-documents.ts';
import { ACTIONS_IN_WORDS, nameOf } from '../../../../core/memory/action-words.ts';
import { foldMemory, type OperationalMemory } from '../../../../core/memory/fold-memory.ts';
import { type FindRemembered, NOT_SENT, type RememberedText } from '../../../../core/memory/memory-block.ts';
import type { NamedNode, NamedPart } from '../../../../core/memory/memory-step.ts';
import { type Rememberer, stepsOnPath } from '../../../../core/memory/turn-steps.ts';
import { textOf, type WholeNode } from '../../../../core/tree/tree-node.ts';
import type { Reader } from '../../../store/connection/query.ts';
import { findWholeNodes } from '../../../store/tables/nodes.ts';
import { getTree, listDocuments } from '../../../store/tables/trees.ts';
import { isUnsentSince } from '../../../store/tree/find-unsent.ts';
import { isHiddenAt, listPositionsTo } from '../../../store/tree/lineage.ts';
import { findNodesByLocalIds } from '../../../store/tree/local-ids.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import { listTurnSteps, readAction } from '../../../store/tree/turns/turn-steps.ts';
import { readDocumentText } from '../../reading/document-text.ts';
import { withSentTitles } from '../../reading/sent-title.ts';
import { sizeOf } from '../documents/read-document.ts';
import type { TextGate } from '../text-gate.ts';

/**
 * Reads an owner's memory at a message of a conversation.
 * @param at a position of the conversation
 * @param owner who may also be one that may not read documents
 * @param running a turn whose actions are not included, since they are still visible. Null for none
 * @throws {AspenError} NOT_FOUND; CORRUPT
 */
export function readMemory(
  reader: Reader,
  treeId: TreeId,
  at: PositionId,
  owner: Rememberer & Pick<RememberedOptions, 'readsDocuments' | 'gate'>,
  running: TurnId | null = null,
): OperationalMemory {
  const turns = listTurnSteps(reader, treeId);
  if (turns.length === 0) return NOTHING;
  const path = new Map(listPositionsTo(reader, treeId, at).map((position, index) => [position, index]));
  const { pins, stashes, actions } = foldMemory(stepsOnPath(turns, path, owner), owner.id);
  const told = actions.filter(({ turnId }) => turnId !== running);
  const lastActions = told.slice(-ACTIONS_IN_WORDS).map((step) => readAction(reader, step));
  const memory = { pins, stashes, actionCount: told.length, lastActions };
  const sent = owner.gate.isForModel ? withoutUnsent(reader, memory, owner.gate) : memory;
  return owner.readsDocuments ? sent : withholdDocuments(sent);
}

/** Memory as a model may have it. What it names is looked up, and held back there (`rememberedIn`). */
function withoutUnsent(reader: Reader, memory: OperationalMemory, gate: TextGate): OperationalMemory {
  const [oldest] = memory.lastActions;
  const isTouched = oldest !== undefined && isUnsentSince(reader, null, oldest.startedAt);
  return {
    ...memory,
    stashes: memory.stashes.map((stash) =>
      typeof stash.text === 'string'
        ? { ...stash, text: withoutUnsentLines(reader, stash.treeId, stash.text, gate) }
        : stash,
    ),
    lastActions: memory.lastActions.map((action) =>
      isTouched && isUnsentSince(reader, null, action.startedAt)
        ? {
            ...action,
            isWithheld: true,
            line: withheldLine({ verb: action.verb }, '(something was excluded or pruned since)'),
            result: '',
          }
        : action,
    ),
  };
}

/** A line about a node, as `stash … summary-of:` makes it. */
const ABOUT_NODE = /^\[([0-9a-z]{6,26})\] (.*)$/;
const MAX_WORDS = 1_000;

/**
 * A text that was put aside, where lines about nodes that are not sent only name these. So do those that are not the node's own
 * words, below a text that is excluded: a summary may have words of it.
 */
function withoutUnsentLines(reader: Reader, treeId: TreeId | null, text: string, gate: TextGate): string {
  const lines = text.split('\n').map((line) => ({ line, match: ABOUT_NODE.exec(line) }));
  const ids = new Set(lines.flatMap(({ match }) => match?.[1] ?? []));
  if (treeId === null || ids.size === 0) return text;
  const named = findNodesByLocalIds(reader, treeId, [...ids]);
  const nodes = findWholeNodes(
    reader,
    named.map(({ id }) => id),
  );
  gate.readAhead([...nodes.values()]);
  const byLocalId = new Map<string, WholeNode | undefined>(
    named.map(({ id, localId }) => [localId, nodes.get(id)]),
  );
  return lines
    .map(({ line, match }) => {
      const [, id = '', said = ''] = match ?? [];
      const node = byLocalId.get(id);
      if (node === undefined) return line;
      const isOwn = inOneLine(textOf(node.content), MAX_WORDS).startsWith(said.replace(/…$/, ''));
      const isSent = gate.lets(node) && (isOwn || !gate.isBelowExcluded(node));
      return isSent ? line : `[${id}] ${NOT_SENT}`;
    })
    .join('\n');
}

const NOTHING: OperationalMemory = { pins: [], stashes: [], actionCount: 0, lastActions: [] };

export interface RememberedOptions {
  /** Documents are as the writer has committed them. */
  readonly writerId: AgentId;
  /** The owner may read documents: permission follows what is read. */
  readonly readsDocuments: boolean;
  /** The gate that texts pass on their way to the owner. */
  readonly gate: TextGate;
}

/** Finds the things that memory names, by their ids: local ids and titles may be others by now. */
export function rememberedIn(reader: Reader, options: RememberedOptions): FindRemembered {
  return (of) => ('nodeId' in of ? findPinned(reader, of, options) : findPart(reader, of, options));
}

function findPinned(
  reader: Reader,
  { nodeId }: NamedNode,
  { readsDocuments, gate }: RememberedOptions,
): RememberedText | undefined {
  const node = findWholeNodes(reader, [nodeId]).get(nodeId);
  if (node === undefined) return undefined;
  const { localId, content, treeId, positionId } = node;
  const isUnsent = !gate.lets(node);
  return {
    name: nameOf({ nodeId, localId }),
    text: isUnsent ? '' : textOf(content),
    isHidden: isHiddenAt(reader, treeId, positionId),
    isUnsent,
    isWithheld: !readsDocuments && getTree(reader, treeId).kind === 'document',
  };
}

/** A document, or the section that has the name now. */
function findPart(
  reader: Reader,
  { documentId, section }: NamedPart,
  { writerId, readsDocuments, gate }: RememberedOptions,
): RememberedText | undefined {
  const found = listDocuments(reader).filter(({ id }) => id === documentId);
  const [document] = gate.isForModel ? withSentTitles(reader, found, writerId) : found;
  if (document === undefined) return undefined;
  const { title } = document;
  const { text, nodes } = readDocumentText(reader, documentId, sqlViews(reader, documentId, writerId));
  const range = section === null ? null : findSection(documentSections(text), section);
  const flags = { isHidden: false, isWithheld: !readsDocuments };
  if (section !== null && range === null) {
    // Its heading is words of the document, which may not be sent.
    const name = `a section of ${nameOf({ documentId, title, section: null })}, which is not there now`;
    return gate.isForModel ? { name, text: '', isUnsent: true, ...flags } : undefined;
  }
  gate.readAhead(nodes.map(({ node }) => node));
  for (const { node } of nodes) gate.lets(node);
  const shown = (range === null ? text : text.slice(range.from, range.to)).trimEnd();
  const name = `${nameOf({ documentId, title, section })} (${sizeOf(shown)})`;
  return { name, text: shown, isUnsent: false, ...flags };
}
