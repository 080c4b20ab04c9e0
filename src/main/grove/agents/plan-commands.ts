/** Plans a batch of commands for the card that asks for permission (`agents.md`, *A turn*). */
import {
  type Command,
  type CommandOf,
  isAboutSnapshot,
  isNoteOnText,
  otherTreeOf,
  type ProposeCommand,
  type WriteCommand,
} from '../../../core/commands/command.ts';
import type { CommandError } from '../../../core/commands/command-error.ts';
import type { TypedCommand } from '../../../core/commands/commands-only.ts';
import { parseScanned } from '../../../core/commands/parse-command.ts';
import { permissionFor } from '../../../core/commands/tools.ts';
import type { LocalId, PositionId, TreeId } from '../../../core/ids.ts';
import type { Place as TextPlace } from '../../../core/proposals/places.ts';
import type { PlannedSuggestion, SuggestionText } from '../../../core/proposals/planned-suggestion.ts';
import { countWords } from '../../../core/text/count-words.ts';
import { firstWords } from '../../../core/text/first-words.ts';
import type { TextRange } from '../../../core/text/text-range.ts';
import type { PermissionName } from '../../../core/tree/agent.ts';
import { familyOf } from '../../../core/tree/family.ts';
import { commonPrefixLength, versionAt } from '../../../core/tree/shown-version.ts';
import { type TreeNode, textOf } from '../../../core/tree/tree-node.ts';
import type { CardPlace } from '../../../ipc/wire/turn.ts';
import {
  EFFECT_OF_READING,
  EFFECT_ON_MEMORY,
  effectOfAnnotate,
  effectOfContinue,
  effectOfEdit,
  effectOfLink,
  effectOfMark,
  effectOfNoteOnText,
  effectOfProposal,
  effectOfPrune,
  effectOfReadingIn,
  effectOfRespond,
  effectOfRestore,
  effectOfWriteInDocument,
} from '../../../ui-text/agents/command-effects.ts';
import type { TextRef } from '../../store/tree/find-unsent.ts';
import { countDescendants, runsThrough } from '../../store/tree/lineage.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import type { DocumentNode } from '../reading/document-text.ts';
import type { CommandContext, Place } from './command-context.ts';
import { toCommandError } from './command-refusal.ts';
import { CommandView, mayReadDocuments } from './command-view.ts';
import { makerOf, orderFor } from './continue-from.ts';
import type { KnownDocument, OpenDocuments } from './documents/open-documents.ts';
import { onText } from './documents/view-document.ts';
import { type PlannedWrite, planWrite, touchedBy } from './documents/write-document.ts';
import { wordsOfNote } from './edits/note-on-text.ts';
import { planProposal } from './edits/propose-edit.ts';
import type { Target } from './held-targets.ts';
import { planLink } from './link-nodes.ts';
import { findOtherTree } from './other-tree.ts';
import { requireOwnMark, requirePrunable } from './write-metadata.ts';
import { editedNode } from './write-text.ts';

/** More descendants are not counted. */
const MAX_COUNTED = 100_000;

export interface PlannedCommand {
  /** As understood; null if it is no command. */
  readonly command: Command | null;
  /** The permission it needs; null for a thought, and if it is no command. */
  readonly permission: PermissionName | null;
  /** Why it would be refused as things are now; null if it would be carried out. */
  readonly error: CommandError | null;
  /** The texts that the error may have words of. */
  readonly shown: readonly TextRef[];
  /** Its effect, in a sentence; empty where none is shown. */
  readonly effect: string;
  /** Its effect if its proposals were accepted on arrival; null if it proposes nothing. */
  readonly appliedEffect: string | null;
  /** The words that it would change, in the order of the text. */
  readonly changes: readonly SuggestionText[];
  /** The text that it is about; null for none. */
  readonly place: CardPlace | null;
  /** Grows with the effect: the nodes that it hides, the words that it writes, the tokens that it sends. */
  readonly size: number;
  /** The node that it would act on, which words such as `head` do not fix; null for none. */
  readonly target: LocalId | null;
}

type Effect = Pick<PlannedCommand, 'effect' | 'appliedEffect' | 'changes' | 'place' | 'size' | 'target'>;

const NO_EFFECT = {
  effect: '',
  appliedEffect: null,
  changes: [],
  place: null,
  size: 0,
  target: null,
} as const;
const READING = { ...NO_EFFECT, effect: EFFECT_OF_READING } as const;
const REMEMBERING = { ...NO_EFFECT, effect: EFFECT_ON_MEMORY } as const;
const NOTHING = { command: null, permission: null, error: null, shown: [], ...NO_EFFECT } as const;

/** Returns true if a command would now do more than before, or something else. */
export function wouldDoMore(before: PlannedCommand | undefined, now: PlannedCommand | undefined): boolean {
  if (before === undefined || now === undefined) return true;
  return now.size > before.size || (now.error === null && now.target !== before.target);
}

/**
 * Plans each of these commands now, one after the other: `switch` moves the place of those that follow. Writes nothing.
 */
export async function planCommands(
  context: CommandContext,
  { nodeId }: Place,
  documents: OpenDocuments,
  batch: readonly TypedCommand[],
): Promise<readonly PlannedCommand[]> {
  const place: Place = { nodeId };
  const planned: PlannedCommand[] = [];
  for (const typed of batch) planned.push(await planOne(context, place, documents, typed));
  return planned;
}

async function planOne(
  context: CommandContext,
  place: Place,
  documents: OpenDocuments,
  typed: TypedCommand,
): Promise<PlannedCommand> {
  if (typed.kind === 'thought') return NOTHING;
  const view = new CommandView(context.store, context, place);
  const parsed = parseScanned(typed, (localId) => view.views.tree.hasLocalId(localId));
  if (!parsed.ok) return { ...NOTHING, error: parsed.error };
  const { command } = parsed;
  const permission = permissionFor(command, view.views.tree.tree.kind === 'document');
  try {
    const effect = await effectOf(view, documents, command);
    requireFree(view, command);
    return { command, permission, error: null, shown: [], ...effect };
  } catch (thrown) {
    const error = toCommandError(thrown);
    // A refused command is not asked about, and its hint may name documents and their sections.
    const isTold = (permission !== 'doc_read' && permission !== 'doc_write') || mayReadDocuments(view);
    const { shown } = view.gate;
    return { command, permission, error: isTold ? error : { ...error, hint: null }, shown, ...NO_EFFECT };
  }
}

/** Refuses a command that another agent's turn blocks before anyone is asked. @throws {CommandRefusal} CONFLICT */
function requireFree(view: CommandView, command: Command): void {
  const { holds, treeId } = view.context;
  const target = holds === undefined ? null : targetOf(view, command);
  if (target !== null) holds?.require(treeId, [target]);
}

/** The command's target in the tree, as far as known; null for none. */
function targetOf(view: CommandView, command: Command): Target | null {
  if (otherTreeOf(command) !== null || isAboutSnapshot(command)) return null;
  const below = (position: PositionId | null) => position && { position, under: position };
  switch (command.verb) {
    case 'continue':
      return below(view.resolveText(command.from).positionId);
    case 'respond':
      return below(view.resolveText(command.node).positionId);
    case 'annotate':
    case 'edit':
    case 'bookmark':
    case 'unbookmark':
    case 'exclude':
    case 'include':
    case 'prune':
    case 'restore':
    case 'link': {
      const node = view.resolve(command.node);
      const { tree } = view.views;
      // An edited message is a branch.
      if (command.verb === 'edit' && tree.tree.mode === 'dialogue' && !view.isNote(node))
        return below(tree.parentOf(node.positionId));
      return { position: (view.notedBy(node) ?? node).positionId, under: null };
    }
    default:
      return null;
  }
}

/** @throws {CommandRefusal} */
async function effectOf(view: CommandView, documents: OpenDocuments, command: Command): Promise<Effect> {
  const tree = otherTreeOf(command);
  if (tree !== null) return { ...NO_EFFECT, effect: effectOfReadingIn(findOtherTree(view, tree).title) };
  if (isAboutSnapshot(command)) {
    const { view: there, document } = onText(view, documents, command);
    if (!isNoteOnText(command)) return effectOfProposing(there, command, document);
    const { snapshot, range } = wordsOfNote(there, command);
    const { content } = command.directive;
    const words = countWords(content);
    const effect = effectOfNoteOnText(words, document?.title ?? null);
    const about = snapshot.text.slice(range.from, range.to);
    const changes = [{ removed: '', inserted: content, before: `${about}\n`, after: '' }];
    return { ...NO_EFFECT, effect, changes, size: words, target: document?.rootLocalId ?? null };
  }
  switch (command.verb) {
    case 'respond':
    case 'annotate':
    case 'edit':
      return effectOfWriting(view, command);
    case 'bookmark':
    case 'unbookmark':
    case 'exclude':
    case 'include': {
      const node = view.resolveText(command.node);
      if (command.verb === 'include') requireOwnMark(view, node, 'excluded');
      return { ...onNode(view, node), effect: effectOfMark(command.verb), size: 1 };
    }
    case 'prune':
    case 'restore': {
      const node = view.resolve(command.node);
      if (command.verb === 'restore') requireOwnMark(view, node, 'pruned');
      else requirePrunable(view, node);
      const below = countDescendants(view.reader, view.context.treeId, node.positionId, MAX_COUNTED);
      const describe = command.verb === 'prune' ? effectOfPrune : effectOfRestore;
      return { ...onNode(view, node), effect: describe(below, MAX_COUNTED), size: 1 + below };
    }
    case 'link': {
      const { source, target } = planLink(view, documents, command);
      const words = countWords(command.note ?? '');
      return { ...onNode(view, source), effect: effectOfLink(target.shown), size: 1 + words };
    }
    case 'write':
      return effectOfWritingInDocument(planWrite(view, documents, command));
    case 'continue':
      return effectOfContinuing(view, command);
    case 'snapshot':
    case 'diff':
      onText(view, documents, command);
      return READING;
    case 'pin':
      if (command.what === 'node') view.resolve(command.node);
      else documents.find(command.document);
      return REMEMBERING;
    case 'stash':
    case 'recall':
    case 'drop':
      return REMEMBERING;
    case 'switch':
      view.place.nodeId = view.resolveText(command.node).id;
      return READING;
    default:
      return READING;
  }
}

/** About a range of a text, or the whole of it. */
function onNode(view: CommandView, node: TreeNode, range?: TextRange): Effect {
  const text = textOf(view.views.tree.getContent(node.id).content);
  const place = placeIn(view, node, range ?? { from: 0, to: text.length });
  return { ...NO_EFFECT, place, target: node.localId };
}

/** The place at which the writer finds a range of a text: in a split on their path, if that has its beginning. */
function placeIn(view: CommandView, { id, positionId }: TreeNode, { from, to }: TextRange): CardPlace {
  const { treeId, writerId } = view.context;
  const { tree, path } = sqlViews(view.reader, treeId, writerId);
  const text = textOf(tree.getContent(id).content);
  const words = firstWords(text.slice(from));
  const isRead = (position: PositionId) => runsThrough(view.reader, treeId, path.head, position);
  const split = isRead(positionId) ? undefined : familyOf(tree, positionId)?.splits.find(isRead);
  const read = split === undefined ? undefined : versionAt(tree, path, split);
  const shared = read === undefined ? 0 : commonPrefixLength(text, textOf(tree.getContent(read.id).content));
  if (read === undefined || from >= shared) return { treeId, nodeId: id, positionId, from, to, words };
  return { treeId, nodeId: read.id, positionId: read.positionId, from, to: Math.min(to, shared), words };
}

/** The place at which the writer finds words of the tree. */
function placeOf(view: CommandView, { nodeId, from, to }: TextPlace): CardPlace {
  const { treeId } = view.context;
  const { tree } = view.views;
  const node = nodeId === null ? undefined : tree.findNode(nodeId);
  const positionId = node?.positionId ?? view.context.writerWork(treeId).head;
  const words = node === undefined ? null : firstWords(textOf(tree.getContent(node.id).content).slice(from));
  return { treeId, nodeId, positionId, from, to, words };
}

/** The part of a range in a node of a document. */
function placeInDocument(
  treeId: TreeId,
  { node, text, from: start }: DocumentNode,
  range: TextRange,
): CardPlace {
  const [from, to] = [Math.max(0, range.from - start), Math.min(text.length, range.to - start)];
  return {
    treeId,
    nodeId: node.id,
    positionId: node.positionId,
    from,
    to,
    words: firstWords(text.slice(from)),
  };
}

async function effectOfProposing(
  view: CommandView,
  command: ProposeCommand,
  document: KnownDocument | null,
): Promise<Effect> {
  const planned = await planProposal(view, command);
  const { texts, place } = planned;
  const title = document?.title ?? null;
  return {
    effect: effectOfProposal(planned, 'proposes', title),
    appliedEffect: effectOfProposal(planned, 'makes', title),
    changes: texts,
    place: place && placeOf(view, place),
    size: planned.added + planned.removed,
    target: document?.rootLocalId ?? null,
  };
}

async function effectOfWriting(view: CommandView, command: WriteCommand): Promise<Effect> {
  const { verb, content } = command;
  const node = verb === 'edit' ? editedNode(view, command) : view.resolveText(command.node);
  if (verb === 'respond') view.requireShown(node);
  const words = countWords(content);
  const added = {
    ...onNode(view, node),
    changes: [{ removed: '', inserted: content, before: '', after: '' }],
  };
  if (verb === 'respond') return { ...added, effect: effectOfRespond(words), size: words };
  if (verb === 'annotate') return { ...added, effect: effectOfAnnotate(words), size: words };
  const text = textOf(view.views.tree.getContent(node.id).content);
  const before = countWords(text);
  const isBranch = view.views.tree.tree.mode === 'dialogue' && !view.isNote(node);
  const changes = await changesOf(view, text, content);
  const range = { from: changes[0]?.from ?? 0, to: changes.at(-1)?.to ?? text.length };
  // A text that has grown since is replaced too.
  return {
    ...onNode(view, node, range),
    effect: effectOfEdit(before, words, isBranch),
    changes,
    size: before + words,
  };
}

/** The differences in a rewritten text; none where they are unknown. */
async function changesOf(
  { context, signal }: CommandView,
  text: string,
  content: string,
): Promise<readonly PlannedSuggestion[]> {
  const range = { from: 0, to: text.length };
  const directive = {
    action: 'replace',
    version: null,
    content,
    range,
    fingerprint: null,
    rationale: null,
  } as const;
  const edit = { snapshot: { text, selection: null }, directive };
  const planned = (await context.edits?.proposals.planEdit(edit, signal)) ?? null;
  return planned === null || 'problem' in planned ? [] : planned.suggestions;
}

function effectOfWritingInDocument({ document, now, range, content }: PlannedWrite): Effect {
  const words = countWords(content);
  const removed = range === null ? '' : now.text.slice(range.from, range.to);
  const replaced = countWords(removed);
  const effect = effectOfWriteInDocument(document.title, words, replaced);
  const changes = [{ removed, inserted: content, before: '', after: '' }];
  const at = range ?? { from: now.text.length, to: now.text.length };
  const [touched] = touchedBy(now, at);
  const place = touched === undefined ? null : placeInDocument(document.id, touched, at);
  return {
    effect,
    appliedEffect: null,
    changes,
    place,
    size: words + replaced,
    target: document.rootLocalId,
  };
}

function effectOfContinuing(view: CommandView, command: CommandOf<'continue'>): Effect {
  const { order, node } = orderFor(view, command);
  const { sent, service } = makerOf(view).estimate(order);
  const { agent, count, maxTokens } = order;
  const effect = effectOfContinue({
    count,
    agent: agent.name,
    service,
    maxTokens,
    sent,
  });
  return { ...onNode(view, node), effect, size: count * (sent + maxTokens) };
}
