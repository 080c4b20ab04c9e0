import {
  type Command,
  editedDocumentOf,
  isAboutSnapshot,
  isNoteOnText,
  type LineRange,
  type ListCommand,
  otherTreeOf,
  type SearchCommand,
  type TreeCommand,
} from '../../../core/commands/command.ts';
import { type CommandError, formatCommandError } from '../../../core/commands/command-error.ts';
import type { TypedCommand } from '../../../core/commands/commands-only.ts';
import { helpText } from '../../../core/commands/help.ts';
import { joinInverses } from '../../../core/commands/inverse.ts';
import { inverseToJson } from '../../../core/commands/inverse-json.ts';
import { parseScanned } from '../../../core/commands/parse-command.ts';
import { inOneLine } from '../../../core/commands/quote-text.ts';
import type { ToolPermission } from '../../../core/commands/tools.ts';
import type { LocalId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { MemoryStep } from '../../../core/memory/memory-step.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import { PERMISSION_NAMES, permissionOf } from '../../../core/tree/agent.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import { moveHead, selectVersion } from '../../../core/tree/path.ts';
import { isPruned, versionAt } from '../../../core/tree/shown-version.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
import { searchText } from '../../store/search/search.ts';
import { getAgent } from '../../store/tables/agents.ts';
import { findCursor } from '../../store/tables/path-state.ts';
import type { TextRef } from '../../store/tree/find-unsent.ts';
import { readDepth } from '../../store/tree/lineage.ts';
import { readPositionLabels } from '../../store/tree/position-labels.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { listedVersionsAt } from '../../store/tree/turns/listed-versions.ts';
import { readAnnotations } from '../reading/node-reader.ts';
import { type CommandWrite, changeTree } from './change-tree.ts';
import type { CommandContext, Place } from './command-context.ts';
import { CommandRefusal, toCommandError } from './command-refusal.ts';
import { CommandView } from './command-view.ts';
import { continueFrom, makerOf } from './continue-from.ts';
import { continuationsOf, continuationsOfAll, counted, listLine, summaryLine } from './describe-node.ts';
import { OpenDocuments } from './documents/open-documents.ts';
import { listAllDocuments, readDocument } from './documents/read-document.ts';
import { onText } from './documents/view-document.ts';
import { writeInDocument } from './documents/write-document.ts';
import { noteOnText } from './edits/note-on-text.ts';
import { proposeEdit } from './edits/propose-edit.ts';
import { showDiff, showSnapshot } from './edits/show-snapshot.ts';
import { link, listLinks } from './link-nodes.ts';
import { drop, pin, recall, showMemory, stash } from './memory/memory-tools.ts';
import { viewOtherTree } from './other-tree.ts';
import { type PlannedCommand, planCommands } from './plan-commands.ts';
import { showResult } from './result-text.ts';
import { viewBranch, viewNode } from './view-nodes.ts';
import { addBookmark, setMark } from './write-metadata.ts';
import { addNote, edit, respond } from './write-text.ts';

/** The result of a command (`agents.md`, *Commands*, *Errors*). */
export interface CommandResult {
  /** Empty for a thought. */
  readonly text: string;
  /** Null if it was carried out. */
  readonly error: CommandError | null;
  /** As understood; null if it is no command. */
  readonly command: Command | null;
  /** Its effect on the actor's memory, if it was carried out; absent for none. */
  readonly remembered?: MemoryStep;
  /** The texts that its result may have words of. */
  readonly shown: readonly TextRef[];
  /** Null if it wrote nothing. A command that fails may have written something before. */
  readonly written: Written | null;
}

/** The changes of a command. */
export interface Written {
  /** The tree that it wrote in. */
  readonly treeId: TreeId;
  /** The data that its undo needs (`Inverse`). */
  readonly inverse: JsonValue;
  /** The last row of the log that names it; null if no row does. */
  readonly logSeq: number | null;
  /** Number of nodes, versions and notes it added, continuations not included. */
  readonly nodes: number;
  readonly continuations: number;
}

/** Most ids of a path that `switch` names. */
const MAX_NAMED = 3;

/** Runs commands one after the other, for one actor in one tree: each can name the results of those before it. */
export class CommandRunner {
  readonly #context: CommandContext;
  readonly #place: Place;
  readonly #documents: OpenDocuments;
  /** The pending destination of the actor's path. */
  #arrivesAt: PositionId | null;

  /**
   * @param at the actor's place at first
   * @param arrives whether its path goes there (`enterAt`): as part of the first command, so that it is undone with it
   * @throws {AspenError} NOT_FOUND
   */
  constructor(context: CommandContext, at: PositionId, arrives = false) {
    this.#arrivesAt = arrives ? at : null;
    this.#context = context;
    this.#documents = new OpenDocuments(context);
    const { tree, path } = sqlViews(context.store, context.treeId, context.actor.id);
    this.#place = { nodeId: versionAt(tree, path, at).id };
  }

  /** The actor's place. */
  get place(): { readonly nodeId: NodeId; readonly positionId: PositionId; readonly localId: LocalId } {
    const { store, treeId, actor } = this.#context;
    const node = getNode(sqlViews(store, treeId, actor.id).tree, this.#place.nodeId);
    return { nodeId: node.id, positionId: node.positionId, localId: node.localId };
  }

  /** Takes the actor's path to its place, unless a command has. @throws {AspenError} as `enterAt` */
  arrive(): CommandWrite | null {
    const at = this.#arrivesAt;
    const arrival = at === null ? null : enterAt(this.#context, at);
    this.#arrivesAt = null;
    return arrival;
  }

  /** Plans the effect of each of these commands now, one after the other; writes nothing. */
  plan(batch: readonly TypedCommand[]): Promise<readonly PlannedCommand[]> {
    return planCommands(this.#context, this.#place, this.#documents, batch);
  }

  /**
   * Carries out one command; the next one begins when it has ended. An expected error is its result; a bug is thrown.
   * @param appliesEdits whether what it proposes is accepted on arrival (`edit_apply`)
   */
  async run(typed: TypedCommand, appliesEdits = false): Promise<CommandResult> {
    const { store } = this.#context;
    const view = new CommandView(store, this.#context, this.#place);
    let command: Command | null = null;
    try {
      command = parse(view, typed);
      // All that a command writes is in one tree: the next one can take the path to its place.
      const isElsewhere = command.verb === 'write' || editedDocumentOf(command) !== null;
      const arrival = isElsewhere ? null : this.arrive();
      if (arrival !== null) view.writes.push(arrival);
      const text = await this.#carryOut(view, command, appliesEdits);
      const remembered = view.remembered === null ? {} : { remembered: view.remembered };
      const { shown } = view.gate;
      return { text, error: null, command, ...remembered, shown, written: written(view) };
    } catch (thrown) {
      const error = toCommandError(thrown);
      const { shown } = view.gate;
      return { text: formatCommandError(error), error, command, shown, written: written(view) };
    }
  }

  #carryOut(view: CommandView, command: Command, appliesEdits: boolean): string | Promise<string> {
    const tree = otherTreeOf(command);
    if (tree !== null) return this.#read(viewOtherTree(view, tree), command);
    if (isAboutSnapshot(command)) {
      const text = onText(view, this.#documents, command);
      return isNoteOnText(command)
        ? noteOnText(text.view, command)
        : proposeEdit(text.view, command, appliesEdits);
    }
    switch (command.verb) {
      case 'view':
      case 'list':
      case 'tree':
      case 'search':
        return this.#read(view, command);
      case 'switch':
        return this.#switchTo(view, command);
      case 'think':
        return '';
      case 'help':
        if (command.tool === 'continue') makerOf(view);
        return helpText(command.tool, this.#permitted, this.#context.preferences().editsByPatches);
      case 'read':
        return readDocument(view, this.#documents, command);
      case 'write':
        return writeInDocument(view, this.#documents, command);
      case 'pin':
        return pin(view, this.#documents, command);
      case 'stash':
        return stash(view, command);
      case 'recall':
        return recall(view, command);
      case 'drop':
        return drop(view, this.#documents, command);
      case 'memory':
        return showMemory(view, command);
      case 'snapshot': {
        const text = onText(view, this.#documents, command);
        return showSnapshot(text.view, text.command);
      }
      case 'diff':
        return showDiff(onText(view, this.#documents, command).view, command);
      case 'link':
        return link(view, this.#documents, command);
      case 'respond':
        return respond(view, command);
      case 'annotate':
        return addNote(view, command);
      case 'edit':
        return edit(view, command);
      case 'bookmark':
        return addBookmark(view, command);
      case 'continue':
        return continueFrom(view, command);
      default:
        return setMark(view, command);
    }
  }

  /** Carries out a command that reads one tree, this or another. */
  #read(view: CommandView, command: Command): string {
    switch (command.verb) {
      case 'view':
        return command.what === 'node' ? viewNode(view, command) : viewBranch(view, command);
      case 'list':
        return command.what === 'documents' ? listAllDocuments(this.#documents) : list(view, command);
      case 'tree':
        return listTree(view, command);
      case 'search':
        return search(view, command);
      default:
        throw new CommandRefusal('CROSS_TREE', `${command.verb} acts in one tree`);
    }
  }

  /** The permissions of the tools that the actor has here: a person has all that there are. */
  get #permitted(): ReadonlySet<ToolPermission> {
    const { store, actor, generate } = this.#context;
    const agent = getAgent(store, actor.id);
    const isPermitted = (name: ToolPermission) =>
      (name !== 'loom_generate' || generate != null) &&
      (agent.type === 'human' || permissionOf(agent, name) !== 'never');
    return new Set(PERMISSION_NAMES.filter(isPermitted));
  }

  #switchTo(view: CommandView, { node: ref }: Command & { readonly verb: 'switch' }): string {
    const node = view.resolveText(ref);
    view.requireShown(node);
    const depth = readDepth(view.reader, this.#context.treeId, node.positionId);
    if (this.#context.actor.type === 'model') goTo(view, node.id);
    this.#place.nodeId = node.id;
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
}

/** @throws {CommandRefusal} */
function parse(view: CommandView, typed: TypedCommand): Command {
  if (typed.kind === 'thought') return { verb: 'think', thought: typed.text };
  const parsed = parseScanned(typed, (localId) => view.views.tree.hasLocalId(localId));
  if (parsed.ok) {
    view.ranges = parsed.ranges;
    return parsed.command;
  }
  throw CommandRefusal.of(parsed.error);
}

/** All that the command wrote. */
function written({ writes }: CommandView): Written | null {
  const [first, ...others] = writes;
  if (first === undefined) return null;
  const sum = others.reduce(
    (before, next) => ({
      treeId: before.treeId,
      inverse: joinInverses(before.inverse, next.inverse),
      logSeq: next.logSeq ?? before.logSeq,
      nodes: before.nodes + next.nodes,
      continuations: before.continuations + next.continuations,
    }),
    first,
  );
  return { ...sum, inverse: inverseToJson(sum.inverse) };
}

// An agent's place in the tree that it acts on is where its own path ends (`agents.md`, *A turn*).

/**
 * Puts an agent at a position, whether or not it has a path in the tree.
 * @returns what undoes it; null if the agent was there
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the position or one above it is pruned
 */
function enterAt(context: CommandContext, position: PositionId): CommandWrite | null {
  const { store, treeId, actor } = context;
  if (findCursor(store, treeId, actor.id)?.head === position) return null;
  return changeTree(context, 'commit', (after) => after.addPath(moveHead(after.tree, after.path, position)))
    .write;
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

/** The tools that answer with a line for each node: `list`, `tree`, `search` (`agents.md`, *Commands*). */
const MAX_LINES = 100;
const MAX_HITS = 20;
/** Among so many hits are those that may be shown. */
const MAX_LOOKED_AT = 100;
/** The longest words that a hint searches for again. */
const MAX_SEARCHED = 80;
/** Time that a search may scan for text in scripts that the index does not cover, in milliseconds. */
const SCAN = 200;
/** Characters read of a text for a line. */
const EXCERPT = 240;

function list(view: CommandView, command: ListCommand): string {
  const { what, node: ref, lines = null } = command;
  const node = view.resolve(ref);
  return showLines(view, listOf(view, command), lines, `list [${node.localId}] ${what}`);
}

/**
 * The lines of a list, or those that are asked for: of more than a result holds, ids have to be asked for by lines.
 * @param command that lists it again; null if none that fits in a line does
 */
function showLines(
  view: CommandView,
  listed: string,
  lines: LineRange | null,
  command: string | null,
): string {
  return showResult(view, listed, { lines, full: false, target: 'the list', command, hasFull: false });
}

function listOf(view: CommandView, { what, node: ref }: ListCommand): string {
  if (what === 'annotations') return listNotes(view, view.resolve(ref));
  if (what === 'links') return listLinks(view, view.resolve(ref));
  if (what === 'versions') return listVersions(view, view.resolve(ref));
  const node = view.resolveText(ref);
  const { shown, pruned } = continuationsOf(view, node.positionId);
  const positions = [...shown, ...pruned];
  const listed = positions.slice(0, MAX_LINES);
  view.views.readAhead(listed, false);
  readAheadAt(view, listed);
  const labels = labelsOf(view, listed);
  const lines = listed.map((position) => positionLine(view, position, labels));
  return joinLines(lines, positions.length, `[${node.localId}] has no continuations`);
}

function listNotes(view: CommandView, node: TreeNode): string {
  const notes = readAnnotations(view.reader, view.context.treeId, node.id);
  const lines = notes
    .slice(0, MAX_LINES)
    .map(({ nodeId, text }) => `  ${listLine(view, getNode(view.views.tree, nodeId), text)}`);
  return joinLines(lines, notes.length, `[${node.localId}] has no annotations`);
}

/** The one that is shown at the position has the star. */
function listVersions(view: CommandView, node: TreeNode): string {
  const { tree, path } = view.views;
  const versions = listedVersionsAt(view.reader, tree, node.positionId);
  const shown = versionAt(tree, path, node.positionId).id;
  const lines = versions.slice(0, MAX_LINES).map((version) => {
    const mark = version.id === shown ? '* ' : '  ';
    const offered = version.offered && version.id !== shown ? ['offered'] : [];
    return `${mark}${listLine(view, version, view.textOf(version) ?? '', ...offered)}`;
  });
  return joinLines(lines, versions.length, '');
}

function listTree(view: CommandView, command: TreeCommand): string {
  const { from, depth, summaries = false, lines: only = null } = command;
  const { positionId: top, localId } = view.resolveText(from);
  const { below, cut } = levelsBelow(view, top, depth);
  const order: { readonly position: PositionId; readonly level: number }[] = [];
  const visit = (position: PositionId, level: number) => {
    order.push({ position, level });
    for (const child of below.get(position) ?? []) visit(child, level + 1);
  };
  visit(top, 0);
  readAheadAt(
    view,
    order.map(({ position }) => position),
  );
  const labels = labelsOf(
    view,
    order.map(({ position }) => position),
  );
  const lines = order.map(({ position, level }) => {
    const more = cut.get(position) ?? 0;
    const further = more === 0 ? [] : [`${counted(more, 'continuation')} not shown`];
    return positionLine(
      view,
      position,
      labels,
      { level, line: summaries ? summaryLine : listLine },
      ...further,
    );
  });
  const again = `tree from:[${localId}] depth:${depth}${summaries ? ' summary' : ''}`;
  return showLines(view, lines.join('\n'), only, again);
}

interface Levels {
  /** The positions to show below each. */
  readonly below: ReadonlyMap<PositionId, readonly PositionId[]>;
  /** Number of positions not shown below a position, because there are too many or they are too deep. */
  readonly cut: ReadonlyMap<PositionId, number>;
}

/** Goes down level by level, so that what is left out is at the bottom. */
function levelsBelow(view: CommandView, top: PositionId, depth: number): Levels {
  const { tree, readAhead } = view.views;
  const below = new Map<PositionId, readonly PositionId[]>();
  const cut = new Map<PositionId, number>();
  let level: readonly PositionId[] = [top];
  let room = MAX_LINES - 1;
  for (let at = 0; level.length > 0; at += 1) {
    const next: PositionId[] = [];
    readAhead(level, false);
    const entered = level.filter((position) => !isPruned(tree, position));
    for (const [position, { shown, pruned }] of continuationsOfAll(view, entered)) {
      const all = [...shown, ...pruned];
      const kept = at < depth ? all.slice(0, room) : [];
      room -= kept.length;
      below.set(position, kept);
      if (kept.length < all.length) cut.set(position, all.length - kept.length);
      next.push(...kept);
    }
    level = next;
  }
  return { below, cut };
}

/** Looks up at once whether what is at these positions may be shown. */
function readAheadAt({ gate, context: { treeId } }: CommandView, positions: readonly PositionId[]): void {
  gate.readAhead(positions.map((positionId) => ({ treeId, positionId })));
}

function labelsOf(view: CommandView, positions: readonly PositionId[]): ReadonlyMap<PositionId, string> {
  const { treeId, actor } = view.context;
  const labels = readPositionLabels(view.reader, treeId, actor.id, positions, EXCERPT);
  return new Map(labels.map(({ positionId, excerpt }) => [positionId, excerpt]));
}

function positionLine(
  view: CommandView,
  position: PositionId,
  labels: ReadonlyMap<PositionId, string>,
  { level, line }: { readonly level: number; readonly line: typeof listLine } = { level: 0, line: listLine },
  ...more: string[]
): string {
  const { tree, path } = view.views;
  const node = versionAt(tree, path, position);
  const mark = view.isHere(position) ? '* ' : '  ';
  return mark + '  '.repeat(level) + line(view, node, labels.get(position) ?? '', ...more);
}

function search(view: CommandView, command: SearchCommand): string {
  const { text, lines: only = null } = command;
  const { treeId } = view.context;
  const limit = view.gate.isForModel ? MAX_LOOKED_AT : MAX_HITS;
  const options = { treeId, limit, firstOnly: true, scanMilliseconds: SCAN };
  const found = searchText(view.reader, text, options);
  view.gate.readAhead(found.hits);
  // Texts that may not be shown are not found: not even their presence.
  const sent = found.hits.filter((hit) => view.gate.lets(hit));
  const hits = sent.slice(0, MAX_HITS);
  const complete = found.complete && sent.length === hits.length;
  const nodeAt = (id: NodeId) => getNode(view.views.tree, id);
  const lines = hits.flatMap(({ nodeId, noteOn, snippet }) => {
    if (nodeId === null) return [];
    const on = noteOn === null ? [] : [`annotation on [${nodeAt(noteOn.nodeId).localId}]`];
    return `  ${listLine(view, nodeAt(nodeId), snippet, ...on)}`;
  });
  if (lines.length === 0)
    return complete ? 'no hits in this tree' : 'no hits, but not all texts were searched';
  const all = complete ? lines : [...lines, '… there may be more'];
  const isRepeated = inOneLine(text, MAX_SEARCHED) === text && !/["“”«»]/.test(text);
  return showLines(view, all.join('\n'), only, isRepeated ? `search "${text}"` : null);
}

function joinLines(lines: readonly string[], count: number, none: string): string {
  if (count === 0) return none;
  return count > lines.length ? [...lines, `… ${count - lines.length} more`].join('\n') : lines.join('\n');
}
