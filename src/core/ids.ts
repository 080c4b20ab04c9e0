/**
 * Branded strings: one brand per kind of id, so that the compiler catches a position passed as a node. Every
 * id but a local id is a monotonic ULID (`domain.md`, *Entities*): ids sort in creation order.
 */
declare const kind: unique symbol;
type Branded<K extends string> = string & { readonly [kind]: K };

export type GroveId = Branded<'grove'>;
export type TreeId = Branded<'tree'>;
export type NodeId = Branded<'node'>;
/** The id of the first node written at a position (`domain.md`, *Words*). */
export type PositionId = Branded<'position'>;
export type EdgeId = Branded<'edge'>;
export type AgentId = Branded<'agent'>;
export type ResponseId = Branded<'response'>;
/** All that a loom-aware agent did for one message (`agents.md`). */
export type TurnId = Branded<'turn'>;
/** One answer of one agent that proposes changes of a text (`edits.md`). */
export type ProposalId = Branded<'proposal'>;
/** A note or a bookmark on a phrase (`anchors/anchor.ts`). */
export type AnchorId = Branded<'anchor'>;
/** A link between two texts (`links/link.ts`). */
export type LinkId = Branded<'link'>;
/** A tag of a grove (`tags/tag.ts`). */
export type TagId = Branded<'tag'>;
/** Identifies one commit, so that repeating it writes nothing. */
export type RequestId = Branded<'request'>;
export type JobId = Branded<'job'>;
/**
 * Identifies one segment of the buffer in the renderer, whether or not it is a node yet. A number, because it
 * never leaves its window and one switch creates ten thousand of them.
 */
export type SegmentId = number & { readonly [kind]: 'segment' };
/** Short, unique in its tree; see `tree/new-node.ts`. */
export type LocalId = Branded<'local'>;
/** 64 lower-case hexadecimal digits. */
export type Sha256 = Branded<'sha256'>;

/** The position that a node opens if it is the first node there. */
export function positionOpenedBy(node: NodeId): PositionId {
  return node as string as PositionId;
}

/** The first node written at a position. */
export function firstNodeAt(position: PositionId): NodeId {
  return position as string as NodeId;
}

/** A ULID as this program writes it: Crockford's base 32 in upper case, and a time of 48 bits. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** No clock shows the last possible time, and an id that begins with it may leave no room for another. */
const LAST_ID_TIME = '7ZZZZZZZZZ';

/** Returns true if a text is an id that the program can have written, so that others can follow it. */
export function isUsableId(text: string): boolean {
  return ULID.test(text) && text < LAST_ID_TIME;
}

/** Length of a ULID in characters. The ids of a path cross between processes as one concatenated string. */
export const ID_LENGTH = 26;

/** The `index`-th of several ids joined without a separator. */
export function idAt(joined: string, index: number): string {
  return joined.slice(index * ID_LENGTH, (index + 1) * ID_LENGTH);
}
