import { assert } from '../../core/assert.ts';
import type { Draft, SpannedText } from '../../core/buffer/draft.ts';
import { applyDraftOps, type DraftOp, draftDigest } from '../../core/buffer/pending-edit.ts';
import { type CommittedPart, planCommit } from '../../core/buffer/plan-commit.ts';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, NodeId, PositionId, RequestId, TreeId } from '../../core/ids.ts';
import type { Mint } from '../../core/tree/mint.ts';
import { Overlay } from '../../core/tree/overlay.ts';
import { childToVisit, deepestFrom, moveHead, selectSibling, siblingsOf } from '../../core/tree/path.ts';
import { textOf } from '../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../core/tree/tree-view.ts';
import type { SiblingTarget } from '../../ipc/contract.ts';
import type {
  ChildSummary,
  CursorPlace,
  HeaderPatch,
  Intent,
  PathReply,
  PathSnapshot,
  SaveState,
} from '../../ipc/wire.ts';
import { listChildren } from '../store/children.ts';
import { deleteDraft, findDraft, saveDraft } from '../store/drafts.ts';
import { getNode, getNodeContent } from '../store/nodes.ts';
import { countPlaces, loadPath, type PathStep } from '../store/path-loading.ts';
import { findCursor, saveCaret, writePath } from '../store/path-state.ts';
import type { Reader } from '../store/query.ts';
import { sqlTree, sqlViews } from '../store/sql-tree.ts';
import type { Store, Writer } from '../store/store.ts';
import { getTree } from '../store/trees.ts';
import { writeChange } from '../store/write-change.ts';
import { DraftWriter } from './draft-writer.ts';
import { headerPatch, packPath } from './path-wire.ts';

/** UTF-16 code units of a continuation's text that the list shows. */
const EXCERPT = 240;
/** Answers to commits that are kept, so that one repeated after a lost answer writes nothing. */
const REMEMBERED_COMMITS = 64;

/** The part of an intent that is left once the tree is known. */
export type IntentParts = Omit<Intent, 'treeId'>;

export interface TreeSessionOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  readonly mint: Mint;
  onSaveState(state: SaveState): void;
}

/** A position of the path and the version shown there; what main remembers of a path between two intents. */
interface PathEntry {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
}

/** What an intent does to the path, once the draft is committed. */
type PathMove = (tree: TreeView, path: PathView) => PositionId | 'stay';

const NO_TEXT: SpannedText = { text: '', spans: [] };

/**
 * The writer's place in one open tree: the path, the draft as main holds it, and every intent that changes them. Intents
 * are refused when they were made against a path that is no longer this one (`manuscript.md`, *Talking to main*).
 */
export class TreeSession {
  readonly #options: TreeSessionOptions;
  readonly #draftWriter: DraftWriter;
  readonly #answered = new Map<RequestId, PathReply>();
  /** From below the root to the head. */
  #entries: readonly PathEntry[] = [];
  #pathVersion = 1;
  #draft: Draft;
  #cursor: CursorPlace | null = null;
  #cursorIsUnwritten = false;

  constructor(options: TreeSessionOptions) {
    this.#options = options;
    this.#draftWriter = new DraftWriter({
      write: () => this.#writeDraft(),
      onState: options.onSaveState,
      now: options.mint.now,
    });
    this.#draft = { head: this.#rootPositionId, buffer: NO_TEXT, edits: [] };
    this.#enter();
    this.#load();
  }

  get saveState(): SaveState {
    return this.#draftWriter.state;
  }

  get headPositionId(): PositionId {
    return this.#entries.at(-1)?.positionId ?? this.#rootPositionId;
  }

  get #rootPositionId(): PositionId {
    return getTree(this.#options.store, this.#options.treeId).rootPositionId;
  }

  /** The path with its draft and the caret, to show from scratch. */
  readPath(): PathSnapshot {
    const { store, treeId } = this.#options;
    return store.snapshot((reader) => {
      const steps = this.#loadSteps(reader);
      return {
        treeId,
        rootPositionId: this.#rootPositionId,
        pathVersion: this.#pathVersion,
        segments: packSteps(reader, steps),
        buffer: this.#draft.buffer,
        edits: this.#draft.edits.filter(({ nodeId }) => this.#placeOf(nodeId) !== undefined),
        cursor: this.#cursor,
      };
    });
  }

  /** Continuations of a position in the order they were asked for, pruned ones too. */
  children(parentId: PositionId): readonly ChildSummary[] {
    const { store, treeId, writerId } = this.#options;
    return listChildren(store, treeId, writerId, parentId, EXCERPT).map(
      ({ node, versionCount, excerpt, length }): ChildSummary => ({
        positionId: node.positionId,
        nodeId: node.id,
        authorId: node.authorId,
        excerpt,
        length,
        pruned: node.pruned,
        bookmarked: node.bookmarked,
        finishReason: node.finishReason,
        versionCount,
        createdAt: node.createdAt,
      }),
    );
  }

  /**
   * Takes over what was typed. It is in the file within seconds (`DraftWriter`).
   * @param digest of the draft after the typing, where the renderer wants both sides compared
   * @returns the digest of the draft as main holds it now, where one was given; else the empty string
   * @throws {AspenError} CONFLICT for a stale path; INVALID_ARGUMENT where the typing does not fit the draft
   */
  saveDraft(intent: IntentParts, digest: string | null): string {
    this.#accept(intent);
    if (intent.ops.length > 0) this.#draftWriter.touch();
    if (digest === null) return '';
    const own = draftDigest(this.#draft);
    assert(own === digest, `the draft here (${own}) is not the one in the window (${digest})`);
    return own;
  }

  /** Writes what is unwritten. @throws {AspenError} what the store throws; the text stays here */
  flush(): void {
    this.#draftWriter.flush();
  }

  saveCursor(cursor: CursorPlace): void {
    this.#cursor = cursor;
    this.#cursorIsUnwritten = true;
    this.#draftWriter.touchQuietly();
  }

  /** Commits the draft. @throws {AspenError} CONFLICT, INVALID_ARGUMENT, and what the store throws */
  commit(intent: IntentParts, requestId: RequestId): PathReply {
    const answered = this.#answered.get(requestId);
    if (answered !== undefined) return answered;
    const reply = this.#carryOut(intent, { letBlankGo: false, request: requestId }, () => 'stay');
    this.#answered.set(requestId, reply);
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > REMEMBERED_COMMITS && oldest !== undefined) this.#answered.delete(oldest);
    return reply;
  }

  /** Switches a position of the path to one of its siblings and goes down from there (`domain.md`, *Paths*). */
  selectSibling(intent: IntentParts, at: PositionId, to: SiblingTarget): PathReply {
    const target = this.#siblingOf(at, to);
    if (target === at) return this.#carryOut(intent, { letBlankGo: false }, () => 'stay');
    return this.#carryOut(
      intent,
      { letBlankGo: true },
      (tree, path) => selectSibling(tree, path, target).head ?? 'stay',
    );
  }

  moveHead(intent: IntentParts, to: PositionId): PathReply {
    return this.#carryOut(intent, { letBlankGo: to !== this.headPositionId }, () => to);
  }

  /** One step on from the head: the child last visited, else the newest that is not pruned. */
  goToChild(intent: IntentParts): PathReply {
    const { store, treeId, writerId } = this.#options;
    // The target is fixed first: what the working buffer becomes is not where the writer meant to go.
    const { tree, path } = sqlViews(store, treeId, writerId);
    const child = childToVisit(tree, path, this.headPositionId);
    return this.#carryOut(intent, { letBlankGo: child !== undefined }, () => child ?? 'stay');
  }

  /**
   * A continuation of the head that the window already shows becomes the head; nothing is committed.
   * @throws {AspenError} CONFLICT where the working buffer is not empty or it continues another position
   */
  arrive(intent: IntentParts, positionId: PositionId): PathReply {
    const { store, treeId, writerId } = this.#options;
    this.#accept(intent);
    const before = this.headPositionId;
    if (this.#draft.buffer.text !== '' || sqlTree(store, treeId).parentOf(positionId) !== before) {
      throw new AspenError('CONFLICT', 'the writer has gone on elsewhere');
    }
    const entries = this.#entries;
    this.#transact((writer) => {
      const { tree, path } = sqlViews(writer, treeId, writerId);
      writePath(writer, treeId, writerId, moveHead(tree, path, positionId));
    });
    this.#draft = { ...this.#draft, head: positionId };
    if (this.#draft.edits.length > 0) this.#draftWriter.touch();
    return this.#reply(entries, []);
  }

  /**
   * Commits the draft and says what a request for continuations needs: the position on the path that they continue
   * (`at`, or the head after the commit) and the version there.
   * @throws {AspenError} NOT_FOUND where `at` is not on the path
   */
  prepareGeneration(intent: IntentParts, at: PositionId | null): GenerationStart {
    const { store, treeId, writerId } = this.#options;
    if (
      at !== null &&
      at !== this.#rootPositionId &&
      !this.#entries.some(({ positionId }) => positionId === at)
    ) {
      throw new AspenError('NOT_FOUND', `position ${at} is not on the path`);
    }
    const path = this.#carryOut(intent, { letBlankGo: false }, () => 'stay');
    const parentId = at ?? this.headPositionId;
    const steps = loadPath(store, treeId, writerId);
    const place = steps.findIndex(({ node }) => node.positionId === parentId);
    const parent = steps[place];
    assert(parent !== undefined, `position ${parentId} left the path in a commit`);
    return {
      path,
      parentId,
      originId: parent.node.id,
      nodes: steps.slice(1, place + 1).map(({ node }) => ({
        nodeId: node.id,
        text: textOf(node.content),
        excluded: node.excluded,
        pruned: node.pruned,
      })),
    };
  }

  /** New counts of the position on the path that continues `parentId`; empty where the path does not go through there. */
  headersBelow(parentId: PositionId): readonly HeaderPatch[] {
    const parentPlace = this.#entries.findIndex(({ positionId }) => positionId === parentId);
    const below = parentId === this.#rootPositionId ? this.#entries[0] : this.#entries[parentPlace + 1];
    const isOnPath = parentPlace >= 0 || parentId === this.#rootPositionId;
    return isOnPath && below !== undefined ? this.#headersOf([below]) : [];
  }

  /** Writes what is unwritten and stops the clock. */
  close(): void {
    try {
      this.#draftWriter.flush();
    } finally {
      this.#draftWriter.stop();
    }
  }

  /**
   * The one way an intent is carried out: takes over the typing, plans the commit and the move against the tree as the
   * commit leaves it, writes both in one transaction and answers with what changed.
   */
  #carryOut(
    intent: IntentParts,
    { letBlankGo, request }: { readonly letBlankGo: boolean; readonly request?: RequestId },
    move: PathMove,
  ): PathReply {
    const { treeId, writerId, mint } = this.#options;
    this.#accept(intent);
    const before = this.#entries;
    let parts: readonly CommittedPart[] = [];
    this.#transact((writer) => {
      const { tree, path } = sqlViews(writer, treeId, writerId);
      const plan = planCommit(tree, path, this.#draft, { id: writerId, type: 'human' }, mint, { letBlankGo });
      parts = plan.parts;
      const after = new Overlay(tree, path);
      after.add(plan.change);
      const head = move(after.tree, after.path);
      if (head !== 'stay') after.addPath(moveHead(after.tree, after.path, head));
      writeChange(
        writer,
        treeId,
        writerId,
        after.change(),
        'commit',
        request === undefined ? {} : { request },
      );
      deleteDraft(writer, treeId, writerId);
    });
    this.#draft = { head: this.headPositionId, buffer: NO_TEXT, edits: [] };
    this.#draftWriter.written();
    return this.#reply(withCommitted(before, parts), parts);
  }

  /** Applies typing to main's copy of the draft; refused as a whole when stale. */
  #accept({ pathVersion, ops }: IntentParts): void {
    if (pathVersion !== this.#pathVersion) {
      throw new AspenError('CONFLICT', `the path is at version ${this.#pathVersion}, not ${pathVersion}`);
    }
    this.#draft = this.#applied(ops);
  }

  #applied(ops: readonly DraftOp[]): Draft {
    const { store, treeId } = this.#options;
    return applyDraftOps(
      this.#draft,
      ops,
      (nodeId) => {
        if (getNode(store, nodeId).treeId !== treeId) return undefined;
        const { content, spans } = getNodeContent(store, nodeId);
        return { text: textOf(content), spans };
      },
      // An edit of a node that a switch has taken off the path is kept all the same, and comes last.
      (nodeId) => this.#placeOf(nodeId) ?? Number.MAX_SAFE_INTEGER,
    );
  }

  #placeOf(nodeId: NodeId): number | undefined {
    const place = this.#entries.findIndex((entry) => entry.nodeId === nodeId);
    return place < 0 ? undefined : place;
  }

  /** Runs `write` in a transaction, after which the path is read again; when it fails, the draft is kept and said to be. */
  #transact(write: (writer: Writer) => void): void {
    try {
      this.#options.store.transact(write);
    } catch (error) {
      if (error instanceof AspenError && error.code === 'CONFLICT') this.#load();
      this.#draftWriter.touch();
      throw error;
    }
    this.#load();
  }

  /** Reads the path, the draft's head and the caret from the file: what was known is no longer true. */
  #load(): void {
    const { store, treeId, writerId } = this.#options;
    this.#pathVersion += 1;
    this.#entries = this.#loadSteps(store).map(({ node }) => ({
      positionId: node.positionId,
      nodeId: node.id,
    }));
    this.#cursor ??= findCursor(store, treeId, writerId)?.caret ?? null;
  }

  /** The path without its root. */
  #loadSteps(reader: Reader): readonly PathStep[] {
    const { treeId, writerId } = this.#options;
    return loadPath(reader, treeId, writerId).slice(1);
  }

  /**
   * A writer who comes into a tree for the first time stands where its path goes of itself; from then on what they see
   * is recorded as selected, so that nobody's new version changes it.
   */
  #enter(): void {
    const { store, treeId, writerId } = this.#options;
    const draft = findDraft(store, treeId, writerId);
    if (draft !== undefined) this.#draft = draft;
    if (store.readonly || findCursor(store, treeId, writerId) !== undefined) return;
    store.transact((writer) => {
      const { tree, path } = sqlViews(writer, treeId, writerId);
      const head = deepestFrom(tree, path, tree.tree.rootPositionId);
      writePath(writer, treeId, writerId, moveHead(tree, path, head));
    });
  }

  #writeDraft(): void {
    const { store, treeId, writerId } = this.#options;
    const { head, buffer, edits } = this.#draft;
    store.transact((writer) => {
      if (buffer.text === '' && edits.length === 0) deleteDraft(writer, treeId, writerId);
      else saveDraft(writer, treeId, writerId, { head, buffer, edits });
      if (this.#cursorIsUnwritten && this.#cursor !== null) saveCaret(writer, treeId, writerId, this.#cursor);
    });
    this.#cursorIsUnwritten = false;
  }

  /**
   * The answer to an intent.
   * @param shown the path as the window has it once it knows what was committed
   */
  #reply(shown: readonly PathEntry[], committed: readonly CommittedPart[]): PathReply {
    const keep = commonPrefix(shown, this.#entries);
    const { store } = this.#options;
    const tail = keep === this.#entries.length ? [] : this.#loadSteps(store).slice(keep);
    const kept = new Set(this.#entries.slice(0, keep).map(({ positionId }) => positionId));
    const changed = committed.filter(({ positionId }) => kept.has(positionId));
    return {
      pathVersion: this.#pathVersion,
      committed: committed.map((part) => ({ ...part, authorId: getNode(store, part.nodeId).authorId })),
      keep,
      tail: packSteps(store, tail),
      headers: this.#headersOf(changed),
    };
  }

  #headersOf(entries: readonly PathEntry[]): readonly HeaderPatch[] {
    const { store } = this.#options;
    const nodes = entries.map(({ nodeId }) => getNode(store, nodeId));
    const places = countPlaces(store, nodes);
    return nodes.flatMap((node, index) => {
      const counts = places[index];
      return counts === undefined ? [] : [headerPatch(node, counts)];
    });
  }

  #siblingOf(at: PositionId, to: SiblingTarget): PositionId {
    const siblings = siblingsOf(sqlTree(this.#options.store, this.#options.treeId), at);
    const place = siblings.indexOf(at);
    const target =
      'positionId' in to
        ? siblings.find((sibling) => sibling === to.positionId)
        : 'index' in to
          ? siblings[to.index - 1]
          : siblings[(place + to.step + siblings.length) % siblings.length];
    if (place < 0 || target === undefined) throw new AspenError('NOT_FOUND', 'there is no such sibling');
    return target;
  }
}

/** What a request for continuations is made of. */
export interface GenerationStart {
  readonly path: PathReply;
  readonly parentId: PositionId;
  readonly originId: NodeId;
  /** The path's nodes up to the parent, the root left out. */
  readonly nodes: readonly {
    readonly nodeId: NodeId;
    readonly text: string;
    readonly excluded: boolean;
    readonly pruned: boolean;
  }[];
}

function packSteps(reader: Reader, steps: readonly PathStep[]) {
  const nodes = steps.map(({ node }) => node);
  return packPath(nodes, countPlaces(reader, nodes));
}

/** The path with the versions a commit selected, and the node that the working buffer became. */
function withCommitted(entries: readonly PathEntry[], parts: readonly CommittedPart[]): readonly PathEntry[] {
  const versions = new Map(parts.map(({ was, nodeId }) => [was, nodeId]));
  const revised = entries.map((entry) => ({ ...entry, nodeId: versions.get(entry.nodeId) ?? entry.nodeId }));
  return [...revised, ...parts.filter(({ was }) => was === null)];
}

function commonPrefix(one: readonly PathEntry[], other: readonly PathEntry[]): number {
  const differs = one.findIndex(({ nodeId }, index) => nodeId !== other[index]?.nodeId);
  return differs < 0 ? one.length : differs;
}
