/** The tools that keep and restore what an actor remembers (`agents.md`, *Operational memory*). */
import type {
  DocumentAddress,
  DropCommand,
  MemoryCommand,
  NodeRef,
  PinCommand,
  RecallCommand,
  StashCommand,
} from '../../../../core/commands/command.ts';
import { notEnabled } from '../../../../core/commands/command-error.ts';
import { didYouMean } from '../../../../core/commands/did-you-mean.ts';
import { inOneLine, quoteText } from '../../../../core/commands/quote-text.ts';
import { lengthOfTokens } from '../../../../core/context/estimate-tokens.ts';
import { withoutMiddle } from '../../../../core/context/results.ts';
import { findDocument, type NamedDocument } from '../../../../core/documents/find-document.ts';
import type { LocalId, PositionId, TreeId } from '../../../../core/ids.ts';
import { WITHHELD } from '../../../../core/memory/about-documents.ts';
import { nameOf, nameOfStash } from '../../../../core/memory/action-words.ts';
import {
  labelKey,
  type OperationalMemory,
  type Pin,
  pinKey,
  type Stash,
} from '../../../../core/memory/fold-memory.ts';
import { type FindRemembered, NOT_SENT } from '../../../../core/memory/memory-block.ts';
import { listMemory, tokensOf } from '../../../../core/memory/memory-list.ts';
import type { NamedNode, NamedPart } from '../../../../core/memory/memory-step.ts';
import { permissionOf } from '../../../../core/tree/agent.ts';
import { versionAt } from '../../../../core/tree/shown-version.ts';
import type { TreeNode } from '../../../../core/tree/tree-node.ts';
import { getAgent } from '../../../store/tables/agents.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { CommandView } from '../command-view.ts';
import { summaryOf } from '../describe-node.ts';
import type { OpenDocuments } from '../documents/open-documents.ts';
import { requireSection } from '../documents/read-document.ts';
import { showResult } from '../result-text.ts';
import { rememberedIn } from './read-memory.ts';

const MAX_TITLE = 60;

export function pin(view: CommandView, documents: OpenDocuments, command: PinCommand): string {
  const of = command.what === 'node' ? named(view.resolve(command.node)) : partNamedBy(documents, command);
  const found = finderFor(view)(of);
  if (found === undefined) throw new CommandRefusal('NOT_FOUND', `there is no ${nameOf(of)}`);
  view.remembered = { verb: 'pin', of };
  const hidden = found.isHidden ? '\n  it is pruned' : '';
  if (found.isUnsent) return `✓ pinned ${found.name}${hidden}\n  ${NOT_SENT}`;
  return `✓ pinned ${found.name} (${tokensOf(found.text)})${hidden}`;
}

/** @throws {CommandRefusal} NOT_FOUND for the document or the section */
function partNamedBy(
  documents: OpenDocuments,
  { document: address, section: written }: DocumentAddress,
): NamedPart {
  const { document, section: inAddress } = documents.find(address);
  const section = written ?? inAddress;
  if (section !== null)
    requireSection(documents.read(document).text, section, `doc:"${inOneLine(document.title, MAX_TITLE)}"`);
  return { documentId: document.id, title: document.title, section };
}

export function stash(view: CommandView, command: StashCommand): string {
  const { label } = command;
  const isNew = findStash(read(view), label) === undefined;
  const { kept, whole } = textToStash(view, command);
  if (whole?.trim() === '') throw new CommandRefusal('NOT_FOUND', 'there is no text to stash');
  view.remembered = { verb: 'stash', label, text: kept };
  const instead = isNew ? '' : '\n  it takes the place of an earlier one with this label';
  if (whole === null) return `✓ stashed ${nameOfStash(label)}${instead}\n  ${NOT_SENT}`;
  return `✓ stashed ${nameOfStash(label)} (${tokensOf(whole)})${instead}`;
}

export function recall(view: CommandView, { label: written, lines }: RecallCommand): string {
  const found = getStash(read(view), written);
  const { label, text } = found;
  const node = text === null || typeof text === 'string' ? undefined : finderFor(view)(text);
  if (text === null || node?.isWithheld === true) throw CommandRefusal.of(notEnabled('doc_read'));
  const whole = typeof text === 'string' ? text : node?.text;
  if (whole === undefined)
    throw new CommandRefusal(
      'NOT_FOUND',
      `what ${nameOfStash(label)} was a text of is no longer in this file`,
    );
  view.remembered = { verb: 'recall', label };
  if (node?.isUnsent === true) return `✓ recalled ${nameOfStash(label)}\n${NOT_SENT}`;
  const shown = showResult(view, quoteText(whole), {
    lines,
    full: false,
    target: nameOfStash(label),
    command: `recall ${nameOfStash(label)}`,
    hasFull: false,
  });
  return `✓ recalled ${nameOfStash(label)} (${tokensOf(whole)})\n${shown}`;
}

export function drop(view: CommandView, documents: OpenDocuments, command: DropCommand): string {
  const memory = read(view);
  if (command.what === 'stash') {
    const { label } = getStash(memory, command.label);
    view.remembered = { verb: 'drop', label };
    return `✓ dropped ${nameOfStash(label)}`;
  }
  const { of } =
    command.what === 'document'
      ? findPinnedPart(documents, memory, command)
      : findPinnedNode(view, memory, command.node);
  view.remembered = { verb: 'drop', of };
  const found = finderFor(view)(of);
  // One that is gone has a title all the same.
  const isWithheld = found?.isWithheld ?? ('documentId' in of && !readsDocuments(view));
  const name = isWithheld ? `a text ${WITHHELD}` : (found?.name ?? nameOf(of));
  return `✓ dropped ${name}, which is no longer pinned`;
}

export function showMemory(view: CommandView, { what }: MemoryCommand): string {
  const list = listMemory(read(view), what, finderFor(view));
  return withoutMiddle(list, lengthOfTokens(view.context.preferences().resultTokens));
}

/** @throws {CommandRefusal} where nothing is remembered */
function read({ context, gate }: CommandView): OperationalMemory {
  if (context.memory == null)
    throw new CommandRefusal('NOT_FOUND', 'there is no memory outside of conversations');
  return context.memory.read(gate);
}

function finderFor(view: CommandView): FindRemembered {
  const { reader, context, gate } = view;
  return rememberedIn(reader, { writerId: context.writerId, readsDocuments: readsDocuments(view), gate });
}

function readsDocuments({ reader, context }: CommandView): boolean {
  const agent = getAgent(reader, context.actor.id);
  return agent.type === 'human' || permissionOf(agent, 'doc_read') !== 'never';
}

function named({ id, localId }: TreeNode): NamedNode {
  return { nodeId: id, localId };
}

/** The kept part, and its present text; null if that is not sent. */
function textToStash(
  view: CommandView,
  command: StashCommand,
): { readonly kept: string | NamedNode; readonly whole: string | null } {
  switch (command.what) {
    case 'text':
      return { kept: command.content, whole: command.content };
    case 'node': {
      const node = view.resolve(command.node);
      return { kept: named(node), whole: view.textOf(node) };
    }
    case 'summary': {
      const words = firstWordsOfPath(view, view.resolveText(command.first), view.resolveText(command.last));
      return { kept: words, whole: words };
    }
  }
}

function findStash({ stashes }: OperationalMemory, label: string): Stash | undefined {
  return stashes.find((one) => labelKey(one.label) === labelKey(label));
}

function getStash(memory: OperationalMemory, label: string): Stash {
  const found = findStash(memory, label);
  if (found !== undefined) return found;
  const near = didYouMean(
    labelKey(label),
    memory.stashes.map((one) => labelKey(one.label)),
  );
  throw new CommandRefusal(
    'NOT_FOUND',
    `there is no stash ${nameOfStash(label)} on this branch`,
    near === null ? '→ memory stashed' : `did you mean ${nameOfStash(near)}`,
  );
}

/** By its id alone: what is pinned may be in the tree no more. */
function findPinnedNode(view: CommandView, { pins }: OperationalMemory, ref: NodeRef): Pin {
  const find = finderFor(view);
  const name = ref.kind === 'id' ? `[${ref.localId}]` : nameOf(named(view.resolve(ref)));
  const found = pins.find(({ of }) => 'nodeId' in of && (find(of)?.name ?? nameOf(of)) === name);
  if (found === undefined) throw new CommandRefusal('NOT_FOUND', `${name} is not pinned`, '→ memory');
  return found;
}

/** By its title, or the one that it had when it was pinned: the document may be gone. */
function findPinnedPart(
  documents: OpenDocuments,
  { pins }: OperationalMemory,
  { document: address, section: written }: DocumentAddress,
): Pin {
  const asPinned = new Map<TreeId, NamedDocument>();
  for (const { of } of pins)
    if ('documentId' in of)
      asPinned.set(of.documentId, { id: of.documentId, title: of.title, rootLocalId: '' as LocalId });
  const now = findDocument<NamedDocument>(documents.list(), address);
  const meant = now.kind === 'one' ? now : findDocument([...asPinned.values()], address);
  const section = written ?? (meant.kind === 'one' ? meant.section : null);
  const documentId = meant.kind === 'one' ? meant.document.id : null;
  const found = pins.find(
    ({ of }) => documentId !== null && pinKey(of) === pinKey({ documentId, title: address, section }),
  );
  if (found !== undefined) return found;
  const name = nameOf({ documentId: '' as TreeId, title: address, section });
  throw new CommandRefusal('NOT_FOUND', `${name} is not pinned`, '→ memory');
}

/** The most nodes that are put in short at once. */
const MAX_NODES = 200;
const MAX_WORDS = 30;
/** Words may be long. */
const MAX_LENGTH = 400;

/** The summary of each node from one to another, or its first words where it has none, a line each. */
function firstWordsOfPath(view: CommandView, first: TreeNode, last: TreeNode): string {
  return nodesBetween(view, first, last)
    .map((node) => ({ node, words: shortOf(view, node) }))
    .filter(({ words }) => words !== '')
    .map(({ node, words }) => `[${node.localId}] ${words}`)
    .join('\n');
}

function shortOf(view: CommandView, node: TreeNode): string {
  const { context } = view;
  const words = view.textOf(node);
  if (words === null) return NOT_SENT;
  const summary = summaryOf(view, node);
  if (summary !== null) return inOneLine(summary, MAX_LENGTH);
  if (words.trim() !== '') context.wantSummary?.(context.treeId, node.id);
  return firstWords(words);
}

/** Down the path that leads to `last`. */
function nodesBetween(
  { views: { tree, path } }: CommandView,
  first: TreeNode,
  last: TreeNode,
): readonly TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let at: PositionId | null = last.positionId; at !== null; at = tree.parentOf(at)) {
    if (nodes.length >= MAX_NODES)
      throw new CommandRefusal(
        'LIMIT_EXCEEDED',
        `max nodes of a summary is ${MAX_NODES}`,
        'name a later node first',
      );
    nodes.unshift(
      at === last.positionId ? last : at === first.positionId ? first : versionAt(tree, path, at),
    );
    if (at === first.positionId) return nodes;
  }
  throw new CommandRefusal(
    'INVALID_SYNTAX',
    `[${last.localId}] does not follow [${first.localId}]`,
    'name the earlier node first',
  );
}

function firstWords(text: string): string {
  const words = text
    .slice(0, MAX_WORDS * 40)
    .trim()
    .split(/\s+/);
  const isCut = words.length > MAX_WORDS;
  return inOneLine(`${words.slice(0, MAX_WORDS).join(' ')}${isCut ? '…' : ''}`, MAX_LENGTH);
}
