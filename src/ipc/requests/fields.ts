/** Schemas of fields that several requests share, and their limits. */
import * as v from 'valibot';
import type { DraftOp } from '../../core/buffer/pending-edit.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { Span } from '../../core/text/span.ts';
import type { PrunedPosition } from '../wire/path.ts';

/**
 * One schema for each request in `R`. A missing schema, or one that drifts from its input, does not compile.
 */
export type SchemasOf<R> = {
  readonly [N in keyof R]: R[N] extends (input: infer I) => unknown ? v.GenericSchema<unknown, I> : never;
};

/** 32 Mi UTF-16 code units. A longer text in one message is a bug or an attack, not typing. */
const MAX_TEXT = 32 * 1024 * 1024;
/** The maximum length of a list of operations, spans or nodes. */
export const MAX_LIST = 100_000;

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** A ULID as plain text, where the input type has no brand. */
export const ulid = v.pipe(v.string(), v.regex(ULID));

export const id = <T extends string>() =>
  v.pipe(
    ulid,
    v.transform((text) => text as T),
  );
export const offset = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
/** A name or a label: one line for people. */
export const title = v.pipe(v.string(), v.maxLength(1_000));
/** A note, a description, a system context. */
export const remark = v.pipe(v.string(), v.maxLength(1_000_000));

export const treeId = id<TreeId>();
export const positionId = id<PositionId>();
export const agentId = id<AgentId>();
export const nodeId = id<NodeId>();
export const nodeIdOrNull = v.nullable(nodeId);

/** How many continuations to request. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10));
export const maxTokens = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32_768));

const span: v.GenericSchema<unknown, Span> = v.strictObject({
  agent: agentId,
  length: v.pipe(offset, v.minValue(1)),
  inferred: v.exactOptional(v.literal(true)),
});
export const spans = v.pipe(v.array(span), v.maxLength(MAX_LIST));

const draftOp: v.GenericSchema<unknown, DraftOp> = v.union([
  v.strictObject({
    nodeId: nodeIdOrNull,
    splice: v.strictObject({ from: offset, to: offset, insert: text, spans }),
  }),
  v.strictObject({ nodeId: nodeIdOrNull, whole: v.strictObject({ text, spans }) }),
  v.strictObject({ nodeId, closed: v.literal(true) }),
]);
const ops = v.pipe(v.array(draftOp), v.maxLength(MAX_LIST));

export const prunedPositions: v.GenericSchema<unknown, readonly PrunedPosition[]> = v.pipe(
  v.array(v.strictObject({ positionId, pruned: v.boolean() })),
  v.maxLength(MAX_LIST),
);

/** The fields of `Intent`. */
export const intent = { treeId, pathVersion: offset, ops };

/** The input of a request that takes none. */
export const nothing = v.strictObject({});
/** The input of a request that takes only a tree. */
export const tree = v.strictObject({ treeId });
