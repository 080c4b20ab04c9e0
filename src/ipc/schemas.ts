/** What main accepts, one schema a request. A missing or drifted one does not compile. */
import * as v from 'valibot';
import type { DraftOp } from '../core/buffer/pending-edit.ts';
import type { AgentId, JobId, NodeId, PositionId, RequestId, TreeId } from '../core/ids.ts';
import type { Span } from '../core/text/span.ts';
import type { Input, RequestName, SiblingTarget } from './contract.ts';

/** Longer text in one message is a mistake or an attack, not typing: 32 Mi UTF-16 code units. */
const MAX_TEXT = 32 * 1024 * 1024;
const MAX_OPS = 100_000;

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

const id = <T extends string>() =>
  v.pipe(
    v.string(),
    v.regex(ULID),
    v.transform((text) => text as T),
  );
const offset = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));

const treeId = id<TreeId>();
const positionId = id<PositionId>();
const agentId = id<AgentId>();
const jobId = id<JobId>();
const nodeIdOrNull = v.nullable(id<NodeId>());

const span: v.GenericSchema<unknown, Span> = v.strictObject({
  agent: agentId,
  length: v.pipe(offset, v.minValue(1)),
  inferred: v.exactOptional(v.literal(true)),
});
const spans = v.pipe(v.array(span), v.maxLength(MAX_OPS));

const draftOp: v.GenericSchema<unknown, DraftOp> = v.union([
  v.strictObject({
    nodeId: nodeIdOrNull,
    splice: v.strictObject({ from: offset, to: offset, insert: text, spans }),
  }),
  v.strictObject({ nodeId: nodeIdOrNull, whole: v.strictObject({ text, spans }) }),
]);
const ops = v.pipe(v.array(draftOp), v.maxLength(MAX_OPS));

const nothing = v.strictObject({});
const tree = v.strictObject({ treeId });
const intent = { treeId, pathVersion: offset, ops };
const cursor = v.strictObject({ anchor: offset, head: offset, scroll: offset });

const siblingTarget: v.GenericSchema<unknown, SiblingTarget> = v.union([
  v.strictObject({ step: v.picklist([-1, 1]) }),
  v.strictObject({ index: v.pipe(offset, v.minValue(1)) }),
  v.strictObject({ positionId }),
]);

export const schemas = {
  'app.info': nothing,
  'window.handedOver': nothing,
  'grove.current': nothing,
  'grove.create': nothing,
  'grove.choose': nothing,
  'grove.openRecent': v.strictObject({ handle: v.pipe(v.string(), v.maxLength(64)) }),
  'path.read': tree,
  'path.children': v.strictObject({ treeId, parentId: positionId }),
  'path.selectSibling': v.strictObject({ ...intent, at: positionId, to: siblingTarget }),
  'path.moveHead': v.strictObject({ ...intent, to: positionId }),
  'path.goToChild': v.strictObject(intent),
  'path.arrive': v.strictObject({ ...intent, positionId }),
  'draft.save': v.strictObject({ ...intent, digest: v.nullable(v.pipe(v.string(), v.maxLength(128))) }),
  'draft.commit': v.strictObject({ ...intent, requestId: id<RequestId>() }),
  'draft.flush': tree,
  'cursor.save': v.strictObject({ treeId, cursor }),
  'generation.start': v.strictObject({
    ...intent,
    at: v.nullable(positionId),
    agentId,
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
    maxTokens: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32_768)),
  }),
  'generation.stop': v.strictObject({ jobId: v.nullable(jobId), slot: v.nullable(offset) }),
  'generation.running': tree,
} satisfies { readonly [N in RequestName]: v.GenericSchema<unknown, Input<N>> };

/** True for the name of a request, and for nothing inherited from `Object`. */
export function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(schemas, name);
}
