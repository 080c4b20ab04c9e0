import { documentSections, findSection } from '../../../../core/documents/document-sections.ts';
import type { AgentId, PositionId, TreeId, TurnId } from '../../../../core/ids.ts';
import { withholdDocuments } from '../../../../core/memory/about-documents.ts';
import { ACTIONS_IN_WORDS, nameOf } from '../../../../core/memory/action-words.ts';
import { foldMemory, type OperationalMemory } from '../../../../core/memory/fold-memory.ts';
import type { FindRemembered, RememberedText } from '../../../../core/memory/memory-block.ts';
import type { NamedNode, NamedPart } from '../../../../core/memory/memory-step.ts';
import { type Rememberer, stepsOnPath } from '../../../../core/memory/turn-steps.ts';
import { textOf } from '../../../../core/tree/tree-node.ts';
import type { Reader } from '../../../store/connection/query.ts';
import { findWholeNodes } from '../../../store/tables/nodes.ts';
import { getTree, listDocuments } from '../../../store/tables/trees.ts';
import { isHiddenAt, listPositionsTo } from '../../../store/tree/lineage.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import { listTurnSteps, readAction } from '../../../store/tree/turns/turn-steps.ts';
import { readDocumentText } from '../../reading/document-text.ts';
import { sizeOf } from '../documents/read-document.ts';

/**
 * What somebody remembers at a message of a conversation.
 * @param at a position of the conversation
 * @param owner who may also be one that is not told what documents say
 * @param running a turn whose actions are not among those told: they are still to be seen. Null for none
 * @throws {AspenError} NOT_FOUND; CORRUPT
 */
export function readMemory(
  reader: Reader,
  treeId: TreeId,
  at: PositionId,
  owner: Rememberer & Pick<RememberedOptions, 'readsDocuments'>,
  running: TurnId | null = null,
): OperationalMemory {
  const turns = listTurnSteps(reader, treeId);
  if (turns.length === 0) return NOTHING;
  const path = new Map(listPositionsTo(reader, treeId, at).map((position, index) => [position, index]));
  const { pins, stashes, actions } = foldMemory(stepsOnPath(turns, path, owner), owner.id);
  const told = actions.filter(({ turnId }) => turnId !== running);
  const lastActions = told.slice(-ACTIONS_IN_WORDS).map((step) => readAction(reader, step));
  const memory = { pins, stashes, actionCount: told.length, lastActions };
  return owner.readsDocuments ? memory : withholdDocuments(memory);
}

const NOTHING: OperationalMemory = { pins: [], stashes: [], actionCount: 0, lastActions: [] };

export interface RememberedOptions {
  /** Documents are as the writer has committed them. */
  readonly writerId: AgentId;
  /** Whether who remembers may read documents: permission follows what is read. */
  readonly readsDocuments: boolean;
}

/** Finds what memory names, by its id: local ids and titles may be others by now. */
export function rememberedIn(reader: Reader, options: RememberedOptions): FindRemembered {
  return (of) => ('nodeId' in of ? findNode(reader, of, options) : findPart(reader, of, options));
}

function findNode(
  reader: Reader,
  { nodeId }: NamedNode,
  { readsDocuments }: RememberedOptions,
): RememberedText | undefined {
  const node = findWholeNodes(reader, [nodeId]).get(nodeId);
  if (node === undefined) return undefined;
  const { localId, content, treeId, positionId } = node;
  return {
    name: nameOf({ nodeId, localId }),
    text: textOf(content),
    isHidden: isHiddenAt(reader, treeId, positionId),
    isWithheld: !readsDocuments && getTree(reader, treeId).kind === 'document',
  };
}

/** A document, or the section that has the name now. */
function findPart(
  reader: Reader,
  { documentId, section }: NamedPart,
  { writerId, readsDocuments }: RememberedOptions,
): RememberedText | undefined {
  const document = listDocuments(reader).find(({ id }) => id === documentId);
  if (document === undefined) return undefined;
  const { text } = readDocumentText(reader, documentId, sqlViews(reader, documentId, writerId));
  const range = section === null ? null : findSection(documentSections(text), section);
  if (section !== null && range === null) return undefined;
  const shown = (range === null ? text : text.slice(range.from, range.to)).trimEnd();
  return {
    name: `${nameOf({ documentId, title: document.title, section })} (${sizeOf(shown)})`,
    text: shown,
    isHidden: false,
    isWithheld: !readsDocuments,
  };
}
