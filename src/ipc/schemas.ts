/** What main accepts, one schema a request. A missing or drifted one does not compile. */
import * as v from 'valibot';
import type { DraftOp } from '../core/buffer/pending-edit.ts';
import type { AgentId, GroveId, JobId, NodeId, PositionId, RequestId, TreeId } from '../core/ids.ts';
import type { Span } from '../core/text/span.ts';
import type { AgentConfiguration } from '../core/tree/agent.ts';
import type { TreeSettings } from '../core/tree/loom-tree.ts';
import type { Input, RequestName, SiblingTarget, VersionTarget } from './contract.ts';
import { json, preferencesPatchSchema, samplingFields } from './preferences-schema.ts';

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
const nodeId = id<NodeId>();
const nodeIdOrNull = v.nullable(nodeId);
/** A name, a label: one line for people. */
const title = v.pipe(v.string(), v.maxLength(1_000));
/** A note, a description, a system context. */
const remark = v.pipe(v.string(), v.maxLength(1_000_000));

/** A word to spell, or what looks like one. */
const word = v.pipe(v.string(), v.maxLength(100));

const treeSettings: v.GenericSchema<unknown, TreeSettings> = v.strictObject({
  memory: v.exactOptional(remark),
  authorsNote: v.exactOptional(remark),
  authorsNoteDepth: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000))),
  truncation: v.exactOptional(v.picklist(['truncateMiddle', 'rollingWindow', 'stopAtLimit'])),
  agentId: v.exactOptional(v.pipe(v.string(), v.regex(ULID))),
  agentIds: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.regex(ULID))), v.maxLength(10))),
  presetId: v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(40)))),
  count: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10))),
  maxTokens: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32_768))),
});

const tokens = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000));

const agentConfiguration: v.GenericSchema<unknown, AgentConfiguration> = v.strictObject({
  completionStyle: v.exactOptional(v.picklist(['completion', 'chat-continue', 'chat'])),
  systemPrompt: v.exactOptional(remark),
  maxTokens: v.exactOptional(tokens),
  contextLength: v.exactOptional(tokens),
  ...samplingFields,
});
/** `provider:model`. */
const modelRef = v.pipe(v.string(), v.maxLength(500), v.regex(/^[^:]+:.+$/));
const providerId = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
const providerWish = {
  name: title,
  baseUrl: v.pipe(v.string(), v.maxLength(2_000)),
  headers: v.record(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,100}$/)),
    v.pipe(v.string(), v.maxLength(4_000)),
  ),
  extra: v.record(v.string(), json),
};
const colour = v.pipe(v.string(), v.maxLength(40));

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
  v.strictObject({ nodeId, closed: v.literal(true) }),
]);
const ops = v.pipe(v.array(draftOp), v.maxLength(MAX_OPS));
const prunedPositions = v.pipe(
  v.array(v.strictObject({ positionId, pruned: v.boolean() })),
  v.maxLength(MAX_OPS),
);

const nothing = v.strictObject({});
const tree = v.strictObject({ treeId });
const intent = { treeId, pathVersion: offset, ops };
const cursor = v.strictObject({ anchor: offset, head: offset, scroll: offset });

const siblingTarget: v.GenericSchema<unknown, SiblingTarget> = v.union([
  v.strictObject({ step: v.picklist([-1, 1]) }),
  v.strictObject({ index: v.pipe(offset, v.minValue(1)) }),
  v.strictObject({ positionId }),
]);

const versionTarget: v.GenericSchema<unknown, VersionTarget> = v.union([
  v.strictObject({ step: v.picklist([-1, 1]) }),
  v.strictObject({ nodeId }),
]);

/** No item twice. */
function isFirst<T>(item: T, index: number, items: readonly T[]): boolean {
  return items.indexOf(item) === index;
}

export const schemas: { readonly [N in RequestName]: v.GenericSchema<unknown, Input<N>> } = {
  'app.info': nothing,
  'app.showKeys': v.strictObject({
    keys: v.record(v.pipe(v.string(), v.maxLength(80)), v.pipe(v.string(), v.maxLength(40))),
  }),
  'settings.read': nothing,
  'settings.update': preferencesPatchSchema,
  'settings.troubles': nothing,
  'window.pageFlushed': v.strictObject({ unsent: v.boolean() }),
  'window.toggleFullScreen': nothing,
  'grove.current': nothing,
  'grove.create': nothing,
  'grove.choose': nothing,
  'grove.openSample': nothing,
  'grove.openRecent': v.strictObject({ handle: v.pipe(v.string(), v.maxLength(64)) }),
  'grove.stopOpening': nothing,
  'grove.putAwayNotice': v.strictObject({ id: offset }),
  'grove.takeOffer': v.strictObject({
    id: offset,
    offer: v.picklist([
      'undoRecovery',
      'redoRecovery',
      'findIt',
      'saveHere',
      'compare',
      'recover',
      'saveCopy',
      'openBackup',
      'closeAnyway',
    ]),
  }),
  'grove.forgetRecent': v.strictObject({ handle: v.pipe(v.string(), v.maxLength(64)) }),
  'grove.rename': v.strictObject({ name: title }),
  'grove.verify': nothing,
  'grove.showThere': nothing,
  'tree.list': nothing,
  'tree.show': tree,
  'tree.create': v.strictObject({ title: v.nullable(title) }),
  'tree.update': v.strictObject({
    treeId,
    title: v.exactOptional(v.nullable(title)),
    description: v.exactOptional(v.nullable(remark)),
    systemContext: v.exactOptional(v.nullable(remark)),
    settings: v.exactOptional(treeSettings),
    archived: v.exactOptional(v.boolean()),
  }),
  'tree.duplicate': tree,
  'tree.contents': tree,
  'tree.delete': v.strictObject({ treeId, title }),
  'tree.move': tree,
  'tree.positions': v.strictObject({ treeId, after: offset }),
  'tree.changes': v.strictObject({ treeId, since: offset }),
  'tree.labels': v.strictObject({ treeId, positionIds: v.pipe(v.array(positionId), v.maxLength(500)) }),
  'provider.list': nothing,
  'provider.save': v.strictObject({
    id: v.nullable(providerId),
    ...providerWish,
  }),
  'provider.restore': v.strictObject({ id: providerId, ...providerWish }),
  'provider.remove': v.strictObject({ id: providerId }),
  'provider.setKey': v.strictObject({
    id: providerId,
    key: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(4_000), v.regex(/^[\x21-\x7e]+$/))),
  }),
  'provider.test': v.strictObject({
    id: providerId,
    model: v.nullable(v.pipe(v.string(), v.maxLength(500))),
  }),
  'provider.models': v.strictObject({ id: providerId }),
  'agent.create': v.strictObject({
    name: title,
    modelRef,
    configuration: agentConfiguration,
    color: v.nullable(colour),
  }),
  'agent.update': v.strictObject({
    agentId,
    name: v.exactOptional(title),
    modelRef: v.exactOptional(modelRef),
    configuration: v.exactOptional(agentConfiguration),
    color: v.exactOptional(colour),
    archived: v.exactOptional(v.boolean()),
  }),
  'agent.duplicate': v.strictObject({ agentId }),
  'search.find': v.strictObject({
    text: v.pipe(v.string(), v.maxLength(10_000)),
    treeId: v.nullable(treeId),
    ranked: v.boolean(),
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)),
    authorIds: v.exactOptional(v.pipe(v.array(agentId), v.maxLength(1_000))),
    from: v.exactOptional(v.pipe(v.number(), v.finite())),
    until: v.exactOptional(v.pipe(v.number(), v.finite())),
    bookmarked: v.exactOptional(v.boolean()),
  }),
  'path.read': tree,
  'path.headers': v.strictObject({
    treeId,
    positionIds: v.pipe(v.array(positionId), v.maxLength(1_000)),
  }),
  'path.children': v.strictObject({ treeId, parentId: positionId }),
  'path.childrenWith': v.strictObject({
    treeId,
    parentId: positionId,
    text: v.pipe(v.string(), v.minLength(1), v.maxLength(1_000)),
  }),
  'path.preview': v.strictObject({
    treeId,
    positionId,
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
  }),
  'path.selectSibling': v.strictObject({ ...intent, at: positionId, to: siblingTarget }),
  'path.moveHead': v.strictObject({ ...intent, to: positionId }),
  'path.goTo': v.strictObject({ ...intent, nodeId }),
  'path.goToChild': v.strictObject(intent),
  'path.arrive': v.strictObject({ ...intent, positionId }),
  'path.selectVersion': v.strictObject({ ...intent, at: positionId, to: versionTarget }),
  'path.restore': v.strictObject({
    treeId,
    pathVersion: offset,
    head: positionId,
    versions: v.pipe(v.array(nodeId), v.maxLength(MAX_OPS)),
    pruned: prunedPositions,
    draft: v.strictObject({
      buffer: v.strictObject({ text, spans, wasNode: v.exactOptional(nodeId) }),
      edits: v.pipe(v.array(v.strictObject({ nodeId, text, spans })), v.maxLength(MAX_OPS)),
    }),
  }),
  'node.split': v.strictObject({ ...intent, nodeId: nodeIdOrNull, offset }),
  'node.branchEdit': v.strictObject({ ...intent, nodeId }),
  'node.annotate': v.strictObject({ treeId, nodeId, text: remark }),
  'node.reviseNote': v.strictObject({ treeId, nodeId, text: remark }),
  'node.keepNote': v.strictObject({ treeId, nodeId, kept: v.boolean() }),
  'node.annotations': v.strictObject({ treeId, nodeId }),
  'node.versions': v.strictObject({ treeId, positionId }),
  'node.read': v.strictObject({ treeId, nodeId }),
  'node.tokens': v.strictObject({ treeId, nodeId }),
  'node.chooseToken': v.strictObject({
    ...intent,
    nodeId,
    offset,
    text: v.pipe(v.string(), v.minLength(1), v.maxLength(1_000)),
  }),
  'node.record': v.strictObject({ treeId, nodeId }),
  'node.exportRecord': v.strictObject({ treeId, nodeId }),
  'position.bookmark': v.strictObject({
    ...intent,
    positionId,
    bookmarked: v.boolean(),
    label: v.nullable(title),
  }),
  'position.find': v.strictObject({ treeId, localId: v.pipe(v.string(), v.maxLength(40)) }),
  'position.exclude': v.strictObject({ ...intent, positionId, excluded: v.boolean() }),
  'position.prune': v.strictObject({ ...intent, positionId }),
  'position.setPruned': v.strictObject({ ...intent, positions: prunedPositions }),
  'position.nextBookmark': v.strictObject({
    treeId,
    from: v.nullable(positionId),
    direction: v.picklist([1, -1]),
  }),
  'position.bookmarks': tree,
  'draft.save': v.strictObject({ ...intent, digest: v.nullable(v.pipe(v.string(), v.maxLength(128))) }),
  'draft.commit': v.strictObject({ ...intent, requestId: id<RequestId>() }),
  'draft.flush': tree,
  'cursor.save': v.strictObject({ treeId, cursor }),
  'generation.start': v.strictObject({
    ...intent,
    at: v.nullable(positionId),
    agentIds: v.pipe(v.array(agentId), v.minLength(1), v.maxLength(10), v.checkItems(isFirst)),
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
    maxTokens: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32_768)),
    parameters: v.exactOptional(v.strictObject(samplingFields)),
  }),
  'generation.context': v.strictObject({
    treeId,
    at: v.nullable(positionId),
    offset: v.exactOptional(offset),
    whole: v.exactOptional(
      v.strictObject({
        kind: v.picklist(['system', 'memory', 'text', 'gap', 'authorsNote']),
        nth: offset,
      }),
    ),
    agentId,
    maxTokens: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32_768)),
  }),
  'generation.usage': nothing,
  'generation.stop': v.strictObject({ jobId: v.nullable(jobId), slot: v.nullable(offset) }),
  'generation.running': tree,
  'exchange.exportPath': v.strictObject({ treeId, format: v.picklist(['markdown', 'plainText', 'html']) }),
  'exchange.exportPdf': tree,
  'exchange.exportTree': tree,
  'exchange.print': tree,
  'exchange.importTexts': nothing,
  'exchange.stop': nothing,
  'backup.list': nothing,
  'backup.open': v.strictObject({
    groveId: id<GroveId>(),
    name: v.pipe(v.string(), v.maxLength(64)),
    wanted: title,
  }),
  'copy.saveAs': nothing,
  'copy.duplicate': nothing,
  'copy.merge': nothing,
  'copy.share': v.variant('kind', [
    v.strictObject({ kind: v.literal('grove'), answers: v.boolean() }),
    v.strictObject({ kind: v.literal('path'), treeId }),
  ]),
  'spelling.check': v.strictObject({ words: v.pipe(v.array(word), v.maxLength(2_000)) }),
  'spelling.suggest': v.strictObject({ word }),
  'edit.clipboard': v.strictObject({ action: v.picklist(['cut', 'copy', 'paste']) }),
};

/** True for the name of a request, and for nothing inherited from `Object`. */
export function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(schemas, name);
}
