/** The tools in a grove: how a command is carried out, and its effect for the card that asks for permission (`agents.md`, *A turn*). */
import {
  type Command,
  type CommandOf,
  isAboutSnapshot,
  isNoteOnText,
  type NodeRef,
  type NoteOnTextCommand,
  type ProposeCommand,
  type Verb,
  type WriteCommand,
} from '../../../core/commands/command.ts';
import { helpText } from '../../../core/commands/help.ts';
import type { ToolPermission } from '../../../core/commands/tools.ts';
import type { LocalId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { TextPlace } from '../../../core/proposals/places.ts';
import type { PlannedSuggestion, SuggestionText } from '../../../core/proposals/proposal.ts';
import { countWords } from '../../../core/text/count-words.ts';
import { firstWords } from '../../../core/text/first-words.ts';
import type { TextRange } from '../../../core/text/span.ts';
import { PERMISSION_NAMES, permissionOf } from '../../../core/tree/agent.ts';
import { familyOf } from '../../../core/tree/family.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import { moveHead, selectVersion } from '../../../core/tree/path.ts';
import { commonPrefixLength, versionAt } from '../../../core/tree/shown-version.ts';
import { type TreeNode, textOf } from '../../../core/tree/tree-node.ts';
import type { CardPlace } from '../../../ipc/wire/turn.ts';
import {
  EFFECT_OF_MARK,
  EFFECT_OF_READING,
  EFFECT_ON_MEMORY,
  effectOfAnnotate,
  effectOfContinue,
  effectOfEdit,
  effectOfLink,
  effectOfNoteOnText,
  effectOfProposal,
  effectOfPrune,
  effectOfRespond,
  effectOfRestore,
  effectOfTag,
  effectOfUntag,
  effectOfWriteInDocument,
} from '../../../ui-text/agents/command-effects.ts';
import { getAgent } from '../../store/tables/agents.ts';
import { countDescendants, readDepth, runsThrough } from '../../store/tree/lineage.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import type { DocumentNode } from '../reading/document-text.ts';
import type { CommandView } from './command-view.ts';
import { continueFrom, makerOf, orderFor } from './continue-from.ts';
import type { KnownDocument, OpenDocuments } from './documents/open-documents.ts';
import { listAllDocuments, onText, readDocument } from './documents/read-document.ts';
import { type PlannedWrite, planWrite, touchedBy, writeInDocument } from './documents/write-document.ts';
import { noteOnText, planProposal, proposeEdit, wordsOfNote } from './edits/propose-edit.ts';
import { showDiff, showSnapshot } from './edits/show-snapshot.ts';
import type { Target } from './held-targets.ts';
import { link, planLink } from './link-nodes.ts';
import { list, listTree, search } from './list-nodes.ts';
import { drop, pin, recall, showMemory, stash } from './memory/memory-tools.ts';
import { listAllTags, tagNode, untagNode } from './tag-nodes.ts';
import { viewBranch, viewNode } from './view-nodes.ts';
import {
  addBookmark,
  excludeNode,
  includeNode,
  pruneNode,
  requireOwnMark,
  requirePrunable,
  restoreNode,
  takeBookmark,
} from './write-metadata.ts';
import { addNote, edit, editedNode, respond } from './write-text.ts';

/** More descendants are not counted. */
const MAX_COUNTED = 100_000;

/** The effect of a command, for the card. */
export interface Effect {
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

export const NO_EFFECT = {
  effect: '',
  appliedEffect: null,
  changes: [],
  place: null,
  size: 0,
  target: null,
} as const;
const READING = { ...NO_EFFECT, effect: EFFECT_OF_READING } as const;
const REMEMBERING = { ...NO_EFFECT, effect: EFFECT_ON_MEMORY } as const;

/** Resources of a command besides the view of its tree. */
interface RunTools {
  readonly documents: OpenDocuments;
  /** Proposals are accepted on arrival (`edit_apply`). */
  readonly appliesEdits: boolean;
}

/**
 * The half of a tool that works in a grove; `core/commands/tools.ts` is the other. It is undone by the inverse of what it
 * writes (`CommandView.write`).
 */
interface VerbRecord<V extends Verb> {
  /** Carries a command out, and returns its result. @throws {CommandRefusal} */
  run(view: CommandView, command: CommandOf<V>, tools: RunTools): string | Promise<string>;
  /** Returns the effect that a command would have now; writes nothing. @throws {CommandRefusal} */
  plan(view: CommandView, command: CommandOf<V>, documents: OpenDocuments): Effect | Promise<Effect>;
  /** Returns the target of a command in its tree, as far as known; null for none. Absent if none has any. */
  target?(view: CommandView, command: CommandOf<V>): Target | null;
}

const READS = { plan: () => READING };
const REMEMBERS = { plan: () => REMEMBERING };

/** Words of a snapshot: proposals, and notes about them. */
const ON_SNAPSHOT = {
  run: (
    view: CommandView,
    command: ProposeCommand | NoteOnTextCommand,
    { documents, appliesEdits }: RunTools,
  ) => {
    const text = onText(view, documents, command);
    return isNoteOnText(command)
      ? noteOnText(text.view, command)
      : proposeEdit(text.view, command, appliesEdits);
  },
  plan: (view: CommandView, command: ProposeCommand | NoteOnTextCommand, documents: OpenDocuments) => {
    const { view: there, document } = onText(view, documents, command);
    if (!isNoteOnText(command)) return effectOfProposing(there, command, document);
    const { snapshot, range } = wordsOfNote(there, command);
    const { content } = command.directive;
    const words = countWords(content);
    const effect = effectOfNoteOnText(words, document?.title ?? null);
    const about = snapshot.text.slice(range.from, range.to);
    const changes = [{ removed: '', inserted: content, before: `${about}\n`, after: '' }];
    return { ...NO_EFFECT, effect, changes, size: words, target: document?.rootLocalId ?? null };
  },
};

const VERBS: { readonly [V in Verb]: VerbRecord<V> } = {
  view: {
    ...READS,
    run: (view, command) => (command.what === 'node' ? viewNode(view, command) : viewBranch(view, command)),
  },
  list: {
    ...READS,
    run: (view, command, { documents }) =>
      command.what === 'documents'
        ? listAllDocuments(documents)
        : command.what === 'tags'
          ? listAllTags(view.reader)
          : list(view, command),
  },
  tree: { ...READS, run: listTree },
  search: { ...READS, run: search },
  switch: {
    run: switchTo,
    plan: (view, { node }) => {
      view.place.nodeId = view.resolveText(node).id;
      return READING;
    },
  },
  think: { ...READS, run: () => '' },
  help: {
    ...READS,
    run: (view, { tool }) => {
      if (tool === 'continue') makerOf(view);
      return helpText(tool, permittedTo(view), view.context.preferences().editsByPatches);
    },
  },
  read: { ...READS, run: (view, command, { documents }) => readDocument(view, documents, command) },
  write: {
    run: (view, command, { documents }) => writeInDocument(view, documents, command),
    plan: (view, command, documents) => effectOfWritingInDocument(planWrite(view, documents, command)),
  },
  pin: {
    run: (view, command, { documents }) => pin(view, documents, command),
    plan: (view, command, documents) => {
      if (command.what === 'node') view.resolve(command.node);
      else documents.find(command.document);
      return REMEMBERING;
    },
  },
  stash: { ...REMEMBERS, run: stash },
  recall: { ...REMEMBERS, run: recall },
  drop: { ...REMEMBERS, run: (view, command, { documents }) => drop(view, documents, command) },
  memory: { ...READS, run: showMemory },
  snapshot: {
    run: (view, command, { documents }) => {
      const text = onText(view, documents, command);
      return showSnapshot(text.view, text.command);
    },
    plan: (view, command, documents) => {
      onText(view, documents, command);
      return READING;
    },
  },
  diff: {
    run: (view, command, { documents }) => showDiff(onText(view, documents, command).view, command),
    plan: (view, command, documents) => {
      onText(view, documents, command);
      return READING;
    },
  },
  patch: ON_SNAPSHOT,
  insert: ON_SNAPSHOT,
  replace: ON_SNAPSHOT,
  continue: {
    run: continueFrom,
    plan: effectOfContinuing,
    target: (view, { from }) => below(view.resolveText(from).positionId),
  },
  respond: {
    run: respond,
    plan: (view, { node: ref, content }) => {
      const node = view.resolveText(ref);
      view.requireShown(node);
      const words = countWords(content);
      return { ...adding(view, node, content), effect: effectOfRespond(words), size: words };
    },
    target: (view, { node }) => below(view.resolveText(node).positionId),
  },
  annotate: {
    run: (view, command, tools) =>
      isAboutSnapshot(command) ? ON_SNAPSHOT.run(view, command, tools) : addNote(view, command),
    plan: (view, command, documents) => {
      if (isAboutSnapshot(command)) return ON_SNAPSHOT.plan(view, command, documents);
      const { node, content } = command;
      const words = countWords(content);
      const added = adding(view, view.resolveText(node), content);
      return { ...added, effect: effectOfAnnotate(words), size: words };
    },
    target: (view, command) => (isAboutSnapshot(command) ? null : itself(view, command)),
  },
  edit: {
    run: edit,
    plan: effectOfEditing,
    target: (view, command) => {
      const node = view.resolve(command.node);
      // An edited message is a branch.
      return isBranch(view, node) ? below(view.views.tree.parentOf(node.positionId)) : itself(view, command);
    },
  },
  link: {
    run: (view, command, { documents }) => link(view, documents, command),
    plan: (view, command, documents) => {
      const { source, target } = planLink(view, documents, command);
      const words = countWords(command.note ?? '');
      return { ...onNode(view, source), effect: effectOfLink(target.shown), size: 1 + words };
    },
    target: itself,
  },
  bookmark: {
    run: addBookmark,
    plan: (view, { node }) => marking(view, view.resolveText(node), EFFECT_OF_MARK.bookmark),
    target: itself,
  },
  unbookmark: {
    run: takeBookmark,
    plan: (view, { node }) => marking(view, view.resolveText(node), EFFECT_OF_MARK.unbookmark),
    target: itself,
  },
  tag: {
    run: tagNode,
    plan: (view, { node, name }) => marking(view, view.resolve(node), effectOfTag(name)),
    target: itself,
  },
  untag: {
    run: untagNode,
    plan: (view, { node, name }) => marking(view, view.resolve(node), effectOfUntag(name)),
    target: itself,
  },
  exclude: {
    run: excludeNode,
    plan: (view, { node }) => marking(view, view.resolveText(node), EFFECT_OF_MARK.exclude),
    target: itself,
  },
  include: {
    run: includeNode,
    plan: (view, { node: ref }) => {
      const node = view.resolveText(ref);
      requireOwnMark(view, node, 'excluded');
      return marking(view, node, EFFECT_OF_MARK.include);
    },
    target: itself,
  },
  prune: {
    run: pruneNode,
    plan: (view, { node: ref }) => {
      const node = view.resolve(ref);
      requirePrunable(view, node);
      return withDescendants(view, node, effectOfPrune);
    },
    target: itself,
  },
  restore: {
    run: restoreNode,
    plan: (view, { node: ref }) => {
      const node = view.resolve(ref);
      requireOwnMark(view, node, 'pruned');
      return withDescendants(view, node, effectOfRestore);
    },
    target: itself,
  },
};

/** The record of a command's tool. */
export function verbOf(command: Command): VerbRecord<Verb> {
  return VERBS[command.verb] as VerbRecord<Verb>;
}

/** The target of what continues a position. */
function below(position: PositionId | null): Target | null {
  return position && { position, under: position };
}

/** The target of what changes a node: of a note, the node that it is on. */
function itself(view: CommandView, command: { readonly node: NodeRef }): Target {
  const node = view.resolve(command.node);
  return { position: (view.notedBy(node) ?? node).positionId, under: null };
}

function isBranch(view: CommandView, node: TreeNode): boolean {
  return view.views.tree.tree.mode === 'dialogue' && !view.isNote(node);
}

function marking(view: CommandView, node: TreeNode, effect: string): Effect {
  return { ...onNode(view, node), effect, size: 1 };
}

function withDescendants(view: CommandView, node: TreeNode, describe: typeof effectOfPrune): Effect {
  const count = countDescendants(view.reader, view.context.treeId, node.positionId, MAX_COUNTED);
  return { ...onNode(view, node), effect: describe(count, MAX_COUNTED), size: 1 + count };
}

/** Most ids of a path that `switch` names. */
const MAX_NAMED = 3;

function switchTo(view: CommandView, { node: ref }: CommandOf<'switch'>): string {
  const node = view.resolveText(ref);
  view.requireShown(node);
  const depth = readDepth(view.reader, view.context.treeId, node.positionId);
  if (view.context.actor.type === 'model') goTo(view, node.id);
  view.place.nodeId = node.id;
  const { tree, path } = view.views;
  const above: string[] = [];
  for (
    let at = tree.parentOf(node.positionId);
    at !== null && above.length < MAX_NAMED;
    at = tree.parentOf(at)
  )
    above.unshift(`[${versionAt(tree, path, at).localId}]`);
  const steps = [...(depth > MAX_NAMED ? ['…'] : []), ...above, `[${node.localId}]*`].join(' → ');
  return `✓ switched to [${node.localId}]\n  depth: ${depth} · ${steps}`;
}

/** Moves an agent's path to a node, which it then shows. @throws {AspenError} as `moveHead` */
function goTo(view: CommandView, nodeId: NodeId): void {
  view.write(
    'commit',
    (after) => {
      after.addPath(selectVersion(after.tree, after.path, nodeId));
      after.addPath(moveHead(after.tree, after.path, getNode(after.tree, nodeId).positionId));
    },
    nodeId,
  );
}

/** The permissions of the tools that the actor has here: a person has all that there are. */
function permittedTo({ context }: CommandView): ReadonlySet<ToolPermission> {
  const { store, actor, generate } = context;
  const agent = getAgent(store, actor.id);
  const isPermitted = (name: ToolPermission) =>
    (name !== 'loom_generate' || generate != null) &&
    (agent.type === 'human' || permissionOf(agent, name) !== 'never');
  return new Set(PERMISSION_NAMES.filter(isPermitted));
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

/** A new text at a node. */
function adding(view: CommandView, node: TreeNode, content: string): Effect {
  const changes = [{ removed: '', inserted: content, before: '', after: '' }];
  return { ...onNode(view, node), changes };
}

async function effectOfEditing(view: CommandView, command: WriteCommand): Promise<Effect> {
  const { content } = command;
  const node = editedNode(view, command);
  const words = countWords(content);
  const text = textOf(view.views.tree.getContent(node.id).content);
  const before = countWords(text);
  const changes = await changesOf(view, text, content);
  const range = { from: changes[0]?.from ?? 0, to: changes.at(-1)?.to ?? text.length };
  // A text that has grown since is replaced too.
  return {
    ...onNode(view, node, range),
    effect: effectOfEdit(before, words, isBranch(view, node)),
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
