import { type Command, editedDocumentOf, otherTreeOf } from '../../../core/commands/command.ts';
import { type CommandError, formatCommandError } from '../../../core/commands/command-error.ts';
import type { TypedCommand } from '../../../core/commands/commands-only.ts';
import { didYouMean } from '../../../core/commands/did-you-mean.ts';
import { joinInverses } from '../../../core/commands/inverse.ts';
import { inverseToJson } from '../../../core/commands/inverse-json.ts';
import { parseScanned } from '../../../core/commands/parse-command.ts';
import { inOneLine } from '../../../core/commands/quote-text.ts';
import { permissionFor } from '../../../core/commands/tools.ts';
import { findDocument } from '../../../core/documents/find-document.ts';
import type { LocalId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { MemoryStep } from '../../../core/memory/memory-step.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import type { PermissionName } from '../../../core/tree/agent.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import { moveHead } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { effectOfReadingIn } from '../../../ui-text/agents/command-effects.ts';
import { findCursor } from '../../store/tables/path-state.ts';
import { listNamedTrees, type NamedTree } from '../../store/tables/trees.ts';
import type { TextRef } from '../../store/tree/find-unsent.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { type CommandWrite, changeTree } from './change-tree.ts';
import type { ActorPlace, CommandContext } from './command-context.ts';
import { CommandRefusal, toCommandError } from './command-refusal.ts';
import { CommandView, mayReadDocuments } from './command-view.ts';
import { OpenDocuments } from './documents/open-documents.ts';
import { type Effect, NO_EFFECT, verbOf } from './verbs.ts';

export interface PlannedCommand extends Effect {
  /** As understood; null if it is no command. */
  readonly command: Command | null;
  /** The permission it needs; null for a thought, and if it is no command. */
  readonly permission: PermissionName | null;
  /** Why it would be refused as things are now; null if it would be carried out. */
  readonly error: CommandError | null;
  /** The texts that the error may have words of. */
  readonly shown: readonly TextRef[];
}

const NOTHING = { command: null, permission: null, error: null, shown: [], ...NO_EFFECT } as const;

/** Returns true if a command would now do more than before, or something else. */
export function wouldDoMore(before: PlannedCommand | undefined, now: PlannedCommand | undefined): boolean {
  if (before === undefined || now === undefined) return true;
  return now.size > before.size || (now.error === null && now.target !== before.target);
}

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

/** Runs commands one after the other, for one actor in one tree: each can name the results of those before it. */
export class CommandRunner {
  readonly #context: CommandContext;
  readonly #place: ActorPlace;
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
      const text = await verbOf(command).run(readBy(view, command), command, {
        documents: this.#documents,
        appliesEdits,
      });
      const remembered = view.remembered === null ? {} : { remembered: view.remembered };
      const { shown } = view.gate;
      return { text, error: null, command, ...remembered, shown, written: written(view) };
    } catch (thrown) {
      const error = toCommandError(thrown);
      const { shown } = view.gate;
      return { text: formatCommandError(error), error, command, shown, written: written(view) };
    }
  }
}

/**
 * Plans each of these commands now, one after the other: `switch` moves the place of those that follow. Writes nothing.
 */
export async function planCommands(
  context: CommandContext,
  { nodeId }: ActorPlace,
  documents: OpenDocuments,
  batch: readonly TypedCommand[],
): Promise<readonly PlannedCommand[]> {
  const place: ActorPlace = { nodeId };
  const planned: PlannedCommand[] = [];
  for (const typed of batch) planned.push(await planOne(context, place, documents, typed));
  return planned;
}

async function planOne(
  context: CommandContext,
  place: ActorPlace,
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
    const tree = otherTreeOf(command);
    const effect =
      tree === null
        ? await verbOf(command).plan(view, command, documents)
        : { ...NO_EFFECT, effect: effectOfReadingIn(findOtherTree(view, tree).title) };
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
  const target = holds === undefined ? null : (verbOf(command).target?.(view, command) ?? null);
  if (target !== null) holds?.require(treeId, [target]);
}

/** The view of the tree that a command reads: another one, or that which it acts in. @throws {CommandRefusal} */
function readBy(view: CommandView, command: Command): CommandView {
  const tree = otherTreeOf(command);
  return tree === null ? view : viewOtherTree(view, tree);
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

const MAX_TITLE = 60;

/** @throws {CommandRefusal} NOT_FOUND; INVALID_SYNTAX if several have the title, and for a document, which is read otherwise */
function findOtherTree(view: CommandView, address: string): NamedTree {
  const all = listNamedTrees(view.reader).map((tree) => ({ ...tree, title: view.titleOf(tree.id) }));
  const stories = all.filter(({ kind }) => kind !== 'document');
  // Titles of documents are words of documents.
  const trees = mayReadDocuments(view) ? all : stories;
  const found = findDocument(trees, address);
  if (found.kind === 'several') {
    const ids = found.documents.map(({ rootLocalId }) => `tree:[${rootLocalId}]`);
    throw new CommandRefusal(
      'INVALID_SYNTAX',
      `${found.documents.length} trees are called ${quoted(address)}`,
      `name one by its id: ${ids.join(' or ')}`,
    );
  }
  if (found.kind === 'none' || found.section !== null) {
    const meant = didYouMean(
      address,
      stories.map(({ title }) => title),
    );
    throw new CommandRefusal(
      'NOT_FOUND',
      `there is no tree ${quoted(address)}`,
      meant === null ? null : `did you mean tree:${quoted(meant)}`,
    );
  }
  const { document: tree } = found;
  if (tree.kind === 'document')
    throw new CommandRefusal(
      'INVALID_SYNTAX',
      `${quoted(tree.title)} is a document`,
      `→ read doc:${quoted(tree.title)}`,
    );
  return tree;
}

/** Another tree as the writer sees it, from the end of the writer's path. @throws {CommandRefusal} as `findOtherTree` */
function viewOtherTree(view: CommandView, address: string): CommandView {
  const { id, rootLocalId } = findOtherTree(view, address);
  if (id === view.context.treeId) return view;
  const { store, writerId } = view.context;
  const { tree, path } = sqlViews(store, id, writerId);
  const askedBy = view.context.actor.id;
  const context = {
    ...view.context,
    treeId: id,
    otherTree: rootLocalId,
    actor: { id: writerId, type: 'human' as const },
    askedBy,
  };
  return view.elsewhere(context, { nodeId: versionAt(tree, path, path.head).id });
}

function quoted(title: string): string {
  return `"${inOneLine(title, MAX_TITLE)}"`;
}
