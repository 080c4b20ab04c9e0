import type { NodeRef } from '../../../core/commands/command.ts';
import { commandError } from '../../../core/commands/command-error.ts';
import { inOneLine } from '../../../core/commands/quote-text.ts';
import type { LocalId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { MemoryStep } from '../../../core/memory/memory-step.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import type { TextRange } from '../../../core/text/span.ts';
import { permissionOf } from '../../../core/tree/agent.ts';
import { getNode, isAnnotation } from '../../../core/tree/new-node.ts';
import { deepestFrom } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import { primarySourceOf } from '../../../core/tree/tree-layer.ts';
import { type TreeNode, textOf } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../../store/connection/query.ts';
import { getAgent } from '../../store/tables/agents.ts';
import { findTree, getTree } from '../../store/tables/trees.ts';
import { isHiddenAt, runsThrough } from '../../store/tree/lineage.ts';
import { findNodesByLocalIds, findTreeByLocalId } from '../../store/tree/local-ids.ts';
import { type SqlViews, sqlViews } from '../../store/tree/sql-tree.ts';
import { sentTitle } from '../reading/sent-title.ts';
import type { Act } from '../writing/tree-transactions.ts';
import { type CommandWrite, changeTree } from './change-tree.ts';
import type { ActorPlace, CommandContext } from './command-context.ts';
import { CommandRefusal } from './command-refusal.ts';
import { TextGate } from './text-gate.ts';

/** The digits and letters of ids, in lower case (Crockford's base 32). */
const ID_CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const MAX_TITLE = 60;

const NEVER = new AbortController().signal;

/** The tree as one command sees it. Create a new one for each command and after each write. */
export class CommandView {
  readonly reader: Reader;
  readonly context: CommandContext;
  readonly place: ActorPlace;
  readonly views: SqlViews;
  readonly gate: TextGate;
  /** Ranges of the command's content in the call's answer, in UTF-16 code units; empty without content. */
  ranges: readonly TextRange[] = [];
  /** The command's effect on memory, which is recorded in its place. */
  remembered: MemoryStep | null = null;
  /** The command's writes so far, in order; writing functions append to it. */
  readonly writes: CommandWrite[];

  constructor(
    reader: Reader,
    context: CommandContext,
    place: ActorPlace,
    { writes = [], gate }: Partial<Pick<CommandView, 'writes' | 'gate'>> = {},
  ) {
    this.reader = reader;
    this.context = context;
    this.place = place;
    this.writes = writes;
    this.views = sqlViews(reader, context.treeId, context.actor.id);
    this.gate = gate ?? new TextGate(reader, context.actor.type === 'model');
  }

  /** Aborted when the command is to stop. */
  get signal(): AbortSignal {
    return this.context.signal ?? NEVER;
  }

  /** Another tree as the same command sees it: what is written there is what the command has written. */
  elsewhere(context: CommandContext, place: ActorPlace): CommandView {
    const view = new CommandView(this.reader, context, place, this);
    view.ranges = this.ranges;
    return view;
  }

  /** A node's text as the result may have it; null if it may not. */
  textOf(node: TreeNode): string | null {
    return this.gate.lets(node) ? textOf(this.views.tree.getContent(node.id).content) : null;
  }

  /** The node that a command names. @throws {CommandRefusal} NOT_FOUND, CROSS_TREE */
  resolve(ref: NodeRef): TreeNode {
    const { tree, path } = this.views;
    switch (ref.kind) {
      case 'id':
        return this.#findById(ref.localId) ?? this.#missing(ref.localId);
      case 'here':
        return getNode(tree, this.place.nodeId);
      case 'root':
        return versionAt(tree, path, tree.tree.rootPositionId);
      case 'head':
        return versionAt(tree, path, this.#head());
      case 'parent': {
        const parent = tree.parentOf(getNode(tree, this.place.nodeId).positionId);
        if (parent === null) throw new CommandRefusal('NOT_FOUND', 'the root has no parent');
        return versionAt(tree, path, parent);
      }
    }
  }

  /** The same for what can be on a path. @throws {CommandRefusal} also INVALID_SYNTAX for an annotation */
  resolveText(ref: NodeRef): TreeNode {
    const node = this.resolve(ref);
    if (this.isNote(node)) throw new CommandRefusal('INVALID_SYNTAX', `[${node.localId}] is an annotation`);
    return node;
  }

  /**
   * Requires a node that is not hidden, itself or by an ancestor: changes there would be invisible.
   * @throws {CommandRefusal} CONFLICT
   */
  requireShown({ localId, positionId }: TreeNode): void {
    if (isHiddenAt(this.reader, this.context.treeId, positionId))
      throw new CommandRefusal(
        'CONFLICT',
        `[${localId}] is pruned, or follows what is`,
        '→ restore it first',
      );
  }

  /**
   * Writes a change that the command makes.
   * @param version that the actor's path goes to; null for the one that it shows
   * @throws {AspenError} as `TreeTransactions.run`
   */
  write(kind: LogKind, act: Act, version: NodeId | null = null): TreeChange {
    const { change, write } = changeTree(this.context, kind, act, version);
    if (write !== null) this.writes.push(write);
    return change;
  }

  /** An agent that is where a position was pruned, or below, goes where its path has gone. */
  leavePruned(position: PositionId): void {
    const { tree, path } = sqlViews(this.reader, this.context.treeId, this.context.actor.id);
    const here = getNode(tree, this.place.nodeId).positionId;
    if (runsThrough(this.reader, this.context.treeId, here, position))
      this.place.nodeId = versionAt(tree, path, path.head).id;
  }

  /** The title of a tree as the result may have it. @throws {AspenError} NOT_FOUND */
  titleOf(treeId: TreeId): string {
    const tree = getTree(this.reader, treeId);
    return this.gate.isForModel ? sentTitle(this.reader, tree, this.context.writerId) : tree.title;
  }

  isNote({ positionId }: TreeNode): boolean {
    return isAnnotation(this.views.tree, positionId);
  }

  /** The node that an annotation is on; null for any other node. */
  notedBy(note: TreeNode): TreeNode | null {
    if (!this.isNote(note)) return null;
    const { tree, path } = this.views;
    const edge = tree.findEdgeInto(note.id);
    const source = edge && primarySourceOf(edge);
    return source === undefined ? null : versionAt(tree, path, source.positionId);
  }

  /** Returns true if this node, or another version at its position, is the actor's place. */
  isHere(position: PositionId): boolean {
    return getNode(this.views.tree, this.place.nodeId).positionId === position;
  }

  localIdOf(id: NodeId): LocalId {
    return getNode(this.views.tree, id).localId;
  }

  /** The head of the path through the actor's place. */
  #head(): PositionId {
    const { tree, path } = this.views;
    const here = getNode(tree, this.place.nodeId).positionId;
    // An agent's path ends where it is.
    const isFurther = this.context.actor.type === 'human' || path.head !== here;
    return isFurther && runsThrough(this.reader, this.context.treeId, path.head, here)
      ? path.head
      : deepestFrom(tree, path, here);
  }

  #findById(localId: LocalId): TreeNode | undefined {
    const [found] = findNodesByLocalIds(this.reader, this.context.treeId, [localId]);
    return found && this.views.tree.findNode(found.id);
  }

  #missing(localId: LocalId): never {
    const other = findTreeByLocalId(this.reader, localId);
    if (other?.kind === 'document' && !mayReadDocuments(this))
      throw new CommandRefusal('CROSS_TREE', `node [${localId}] is in a document`);
    if (other !== undefined) {
      const shown = inOneLine(this.titleOf(other.id), MAX_TITLE);
      throw new CommandRefusal(
        'CROSS_TREE',
        `node [${localId}] is in tree "${shown}"`,
        `to read it, add in tree:"${shown}"`,
      );
    }
    const [near] = findNodesByLocalIds(this.reader, this.context.treeId, oneLetterOff(localId));
    const { code, sentence, hint } = commandError(
      'NOT_FOUND',
      `node [${localId}] does not exist in this tree`,
      near === undefined ? null : `did you mean [${near.localId}]`,
    );
    throw new CommandRefusal(code, sentence, hint);
  }
}

/** The ids that differ in one letter: another, one more, one less, or two that changed places. */
function oneLetterOff(id: string): readonly string[] {
  const found = new Set<string>();
  for (let at = 0; at <= id.length; at += 1) {
    const before = id.slice(0, at);
    const [first = '', second = ''] = id.slice(at);
    for (const character of ID_CHARACTERS) {
      found.add(before + character + id.slice(at + 1));
      found.add(before + character + id.slice(at));
    }
    found.add(before + id.slice(at + 1));
    found.add(before + second + first + id.slice(at + 2));
  }
  found.delete(id);
  return [...found];
}

/**
 * Returns true if the actor of a command may be shown words of documents, titles included, without a request for
 * permission (`agents.md`, *Permissions*). In another tree, which is seen with the writer's eyes, the agent counts that
 * asked.
 */
export function mayReadDocuments({ reader, context: { actor, askedBy } }: CommandView): boolean {
  const agent = getAgent(reader, askedBy ?? actor.id);
  return agent.type === 'human' || permissionOf(agent, 'doc_read') === 'allow';
}

/** Returns true if a tree is a document of this file. @param treeId null for none */
export function isDocument(reader: Reader, treeId: TreeId | null): boolean {
  return treeId !== null && findTree(reader, treeId)?.kind === 'document';
}
