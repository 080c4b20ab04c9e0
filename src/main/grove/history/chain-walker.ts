import { AspenError } from '../../../core/errors.ts';
import type { Block } from '../../../core/history/block.ts';
import { changeBlocks } from '../../../core/history/deriving/change-blocks.ts';
import type { PathState, StateDraft } from '../../../core/history/path-state.ts';
import { changeOfPieces, type ShownPiece, withDraft } from '../../../core/history/shown-pieces.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { ChainRef } from '../../store/tables/history/chain-ref.ts';
import { readDraftAt, readState } from '../../store/tables/history/layer-state.ts';
import { readLayers, type StoredLayer } from '../../store/tables/history/read-layers.ts';
import { getTreeKey } from '../../store/tables/keys.ts';
import { findWholeNodes } from '../../store/tables/nodes.ts';
import { positionsAbove } from '../../store/tree/past/path-near.ts';
import { getGreatestNodeKey } from '../../store/tree/whole-trees.ts';

/** Nodes read per step. */
const NODES = 32;
/** Positions climbed per step. */
const POSITIONS = 500;
/** A climb that is longer looks positions up in a map. */
const SHORT_CLIMB = 8;

/** The text that a layer left. */
export interface Moment {
  readonly pieces: readonly ShownPiece[];
  readonly blocks: readonly Block[];
}

/** The text of a state, for other chains that have the same one. */
export interface KnownText {
  readonly state: PathState;
  /** The committed text of the path. */
  readonly path: readonly ShownPiece[];
  readonly moment: Moment;
}

/** Before there was any text. */
export const NO_MOMENT: Moment = { pieces: [], blocks: [] };

/** Work in steps of less than a millisecond or two, however long the texts. */
export type Steps<T> = Generator<undefined, T>;

/**
 * Goes through a chain from layer to layer with the text after each, at a cost proportional to the difference
 * (`layers.md`, *What is stored*).
 */
export class ChainWalker {
  readonly #reader: Reader;
  readonly #ref: ChainRef;
  /** Number of the layer where it is; undefined before the first. */
  #seq: number | undefined;
  #moment = NO_MOMENT;
  /** The committed text of the path there. */
  #path: readonly ShownPiece[] = [];

  constructor(reader: Reader, ref: ChainRef) {
    this.#reader = reader;
    this.#ref = ref;
  }

  /** The layer where it is; undefined before the first. */
  get seq(): number | undefined {
    return this.#seq;
  }

  get moment(): Moment {
    return this.#moment;
  }

  /**
   * Reads the text after any layer.
   * @param known of the same tree: if the state is the same, its text is not read again
   * @throws {AspenError} as `readState`
   */
  *jump(seq: number, known?: KnownText): Steps<KnownText> {
    const state = readState(this.#reader, this.#ref, seq);
    const { head, versions, draft } = state;
    yield;
    if (known !== undefined && isSameText(known.state, state)) {
      [this.#path, this.#moment, this.#seq] = [known.path, known.moment, seq];
      return known;
    }
    const chosen = yield* readPieces(this.#reader, [...versions]);
    const above = yield* climbUntil(this.#reader, this.#ref, head, () => false);
    const path = yield* this.#piecesAt(above.toReversed(), byPosition(chosen));
    yield* this.#arrive(seq, path, draft);
    return { state, path, moment: this.#moment };
  }

  /** Advances to the next layer. @throws {AspenError} NOT_FOUND, CORRUPT if the file does not have what it names */
  *advance({ seq, head, versionsIn, versionsOut }: StoredLayer): Steps<void> {
    if (head === null) throw new AspenError('CORRUPT', `layer ${seq} has no head`);
    const chosen = byPosition(yield* readPieces(this.#reader, versionsIn));
    const out = new Set<NodeId | null>(versionsOut);
    const { shared, added } = yield* this.#partingFrom(head);
    const path = this.#path.slice(0, shared);
    const isReplaced = ({ positionId, nodeId }: ShownPiece) => chosen.has(positionId) || out.has(nodeId);
    const replaced = path.flatMap((piece) =>
      piece.positionId !== null && isReplaced(piece) ? [piece.positionId] : [],
    );
    yield;
    const read = yield* this.#piecesAt([...replaced, ...added], chosen);
    const now = byPosition(read);
    const kept = path.map((piece) => now.get(piece.positionId) ?? piece);
    const draft = readDraftAt(this.#reader, this.#ref, seq);
    yield* this.#arrive(seq, [...kept, ...read.slice(replaced.length)], draft);
  }

  *#arrive(seq: number, path: readonly ShownPiece[], draft: StateDraft | null): Steps<void> {
    yield;
    const pieces = withDraft(path, draft);
    const change = changeOfPieces(this.#moment.pieces, pieces);
    yield;
    const blocks = yield* changeBlocks(this.#moment.blocks, change);
    this.#moment = { pieces, blocks };
    this.#path = path;
    this.#seq = seq;
  }

  /** Number of the path's positions that also lead to a new head, and the positions that follow them there. */
  *#partingFrom(head: PositionId): Steps<{ readonly shared: number; readonly added: readonly PositionId[] }> {
    const path = this.#path;
    let indexes: ReadonlyMap<PositionId | null, number> | undefined;
    let climbed = 0;
    const indexOf = (position: PositionId) => {
      climbed += 1;
      if (climbed <= SHORT_CLIMB) return path.findLastIndex(({ positionId }) => positionId === position);
      indexes ??= new Map(path.map(({ positionId }, index) => [positionId, index]));
      return indexes.get(position) ?? -1;
    };
    let shared = 0;
    const above = yield* climbUntil(this.#reader, this.#ref, head, (position) => {
      shared = indexOf(position) + 1;
      return shared > 0;
    });
    return { shared, added: above.toReversed() };
  }

  /** The pieces that positions show: a chosen version, or the first one. */
  *#piecesAt(
    positions: readonly PositionId[],
    chosen: ReadonlyMap<PositionId | null, ShownPiece>,
  ): Steps<readonly ShownPiece[]> {
    // A position has the id of its first version.
    const first = positions.filter(
      (position) => !chosen.has(position),
    ) as readonly string[] as readonly NodeId[];
    const others = byPosition(yield* readPieces(this.#reader, first));
    return positions.map((position) => chosen.get(position) ?? others.get(position) ?? notThere(position));
  }
}

/** Two drafts are not compared. */
function isSameText(one: PathState, other: PathState): boolean {
  const isCommitted = one.draft === null && other.draft === null;
  if (!isCommitted || one.head !== other.head || one.versions.size !== other.versions.size) return false;
  return [...one.versions].every((id) => other.versions.has(id));
}

function notThere(position: PositionId): never {
  throw new AspenError('CORRUPT', `position ${position} of a layer has no version`);
}

/** Versions with their texts. @throws {AspenError} NOT_FOUND if one does not exist */
function* readPieces(reader: Reader, ids: readonly NodeId[]): Steps<readonly ShownPiece[]> {
  const pieces: ShownPiece[] = [];
  for (let from = 0; from < ids.length; from += NODES) {
    const page = ids.slice(from, from + NODES);
    const nodes = findWholeNodes(reader, page);
    for (const id of page) {
      const node = nodes.get(id);
      if (node === undefined) throw new AspenError('NOT_FOUND', `version ${id} of a layer`);
      pieces.push({
        positionId: node.positionId,
        nodeId: id,
        text: textOf(node.content),
        spans: node.spans,
      });
    }
    yield;
  }
  return pieces;
}

function byPosition(pieces: readonly ShownPiece[]): ReadonlyMap<PositionId | null, ShownPiece> {
  return new Map(pieces.map((piece) => [piece.positionId, piece]));
}

/** A position and those above it up to the root, or below the first that `isFound`. */
function* climbUntil(
  reader: Reader,
  { treeId, keys }: ChainRef,
  head: PositionId,
  isFound: (position: PositionId) => boolean,
): Steps<readonly PositionId[]> {
  const climbed: PositionId[] = [];
  const tree = keys?.tree ?? getTreeKey(reader, treeId);
  let most: number | undefined;
  /** Few at first: most layers add one position. */
  let count = SHORT_CLIMB;
  for (let from: PositionId | undefined = head; from !== undefined; ) {
    const page = positionsAbove(reader, tree, from, count);
    // Later pages begin with the end of the one before.
    for (const position of climbed.length === 0 ? page : page.slice(1)) {
      if (isFound(position)) return climbed;
      climbed.push(position);
    }
    from = page.length < count ? undefined : page.at(-1);
    if (from === undefined) break;
    most ??= getGreatestNodeKey(reader);
    if (climbed.length > most)
      throw new AspenError('CORRUPT', `the path of a layer in tree ${treeId} does not lead to its root`);
    count = POSITIONS;
    yield;
  }
  return climbed;
}

/**
 * The last position of reading in a chain, kept because most passes continue there, and a whole text takes much longer
 * to read than the next layer.
 */
export class WalkedChain {
  readonly #reader: Reader;
  #walked: { readonly ref: ChainRef; readonly walker: ChainWalker } | undefined;
  /** When the layer there was made: a run of moves may have been rewritten since. */
  #createdAt: number | undefined;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** A walker at a layer, or before the first (undefined). @throws {AspenError} as `readState` */
  *to(ref: ChainRef, seq: number | undefined): Steps<ChainWalker> {
    if (seq === undefined) return this.#begin(ref);
    const [layer] = readLayers(this.#reader, ref, seq, seq);
    const walked = this.#walked;
    const isThere =
      walked !== undefined &&
      isSameChain(walked.ref, ref) &&
      walked.walker.seq === seq &&
      layer?.createdAt === this.#createdAt;
    if (isThere) return walked.walker;
    const walker = this.#begin(ref);
    yield* walker.jump(seq);
    if (layer !== undefined) this.noteAt(layer);
    return walker;
  }

  /** The walker has advanced to this layer. */
  noteAt({ createdAt }: StoredLayer): void {
    this.#createdAt = createdAt;
  }

  #begin(ref: ChainRef): ChainWalker {
    const walker = new ChainWalker(this.#reader, ref);
    this.#walked = { ref, walker };
    this.#createdAt = undefined;
    return walker;
  }
}

function isSameChain(one: ChainRef, other: ChainRef): boolean {
  return (
    one.treeId === other.treeId &&
    one.agentId === other.agentId &&
    one.dimension === other.dimension &&
    one.chain === other.chain
  );
}
