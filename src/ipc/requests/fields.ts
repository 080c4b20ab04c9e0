/** Schemas of fields that several requests share. Lengths are checked before anything else. */

import * as v from 'valibot';
import type { DraftOp } from '../../core/buffer/pending-edit.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import {
  MAX_ANSWER_TOKENS,
  MAX_NAME_LENGTH,
  MAX_REMARK_LENGTH,
  MAX_SPANS,
  MAX_TARGET,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../core/text/limits.ts';
import type { Span } from '../../core/text/span.ts';
import type { TextPoint } from '../wire/generation.ts';
import type { PrunedPosition } from '../wire/path.ts';
import { listOf, stringUpTo } from './bounded.ts';

/** One schema for each request in `R`. A missing schema, or one that drifts from its input, does not compile. */
export type SchemasOf<R> = {
  readonly [N in keyof R]: R[N] extends (input: infer I) => unknown ? v.GenericSchema<unknown, I> : never;
};

/**
 * UTF-16 code units that the steps of one request insert: a text may be replaced before the page has sent it. A page
 * whose steps are refused sends whole texts instead.
 */
const MAX_INSERTED = 2 * MAX_TEXT_LENGTH;

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** A ULID as plain text, where the input type has no brand. */
export const ulid = v.pipe(v.string(), v.regex(ULID));

export const id = <T extends string>() =>
  v.pipe(
    ulid,
    v.transform((text) => text as T),
  );
export const offset = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const text = stringUpTo(MAX_TEXT_LENGTH);
/** A title or a label: one line for people. */
export const title = stringUpTo(MAX_TITLE_LENGTH);
export const name = stringUpTo(MAX_NAME_LENGTH);
/** A note, a description, a system context. */
export const remark = stringUpTo(MAX_REMARK_LENGTH);
/** The same, with something to read. */
export const words = v.pipe(
  remark,
  v.check((text) => text.trim() !== ''),
);

export const treeId = id<TreeId>();
export const positionId = id<PositionId>();
export const agentId = id<AgentId>();
export const nodeId = id<NodeId>();
export const nodeIdOrNull = v.nullable(nodeId);

/** A point of the path's text. */
export const point: v.GenericSchema<unknown, TextPoint> = v.strictObject({
  at: v.nullable(positionId),
  offset,
});

/** For lists without duplicates. */
export function isFirst<T>(item: T, index: number, items: readonly T[]): boolean {
  return items.indexOf(item) === index;
}

/** The agents of one request, each once. */
export const agentIds = v.pipe(listOf(agentId, 10), v.minLength(1), v.checkItems(isFirst));

/** Number of continuations to request. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10));
export const maxTokens = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ANSWER_TOKENS));

const span: v.GenericSchema<unknown, Span> = v.strictObject({
  agent: agentId,
  length: v.pipe(offset, v.minValue(1)),
  inferred: v.exactOptional(v.literal(true)),
});
export const spans = listOf(span, MAX_SPANS);

/**
 * Not well-formed by itself: it may complete the half of a pair beside it. The texts of a draft are made well-formed as a whole
 * when they are written.
 */
const insert = v.pipe(v.string(), v.maxLength(MAX_TEXT_LENGTH));
const draftOp: v.GenericSchema<unknown, DraftOp> = v.union([
  v.strictObject({
    nodeId: nodeIdOrNull,
    splice: v.strictObject({ from: offset, to: offset, insert, spans }),
  }),
  v.strictObject({ nodeId: nodeIdOrNull, whole: v.strictObject({ text, spans }) }),
  v.strictObject({ nodeId, closed: v.literal(true) }),
]);
const ops = v.pipe(
  listOf(draftOp),
  v.check((list) => insertedBy(list) <= MAX_INSERTED),
);

function insertedBy(list: readonly DraftOp[]): number {
  return list.reduce((length, op) => {
    if ('splice' in op) return length + op.splice.insert.length;
    return 'whole' in op ? length + op.whole.text.length : length;
  }, 0);
}

export const prunedPositions: v.GenericSchema<unknown, readonly PrunedPosition[]> = listOf(
  v.strictObject({ positionId, pruned: v.boolean() }),
);

/** The fields of `Intent`. */
export const intent = { treeId, pathVersion: offset, ops };

/** The input of a request that takes none. */
export const nothing = v.strictObject({});
/** The input of a request that takes only a tree. */
export const tree = v.strictObject({ treeId });

/** The words of a target; 0 for none. */
export const targetWords = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_TARGET));
