import { dirname } from 'node:path';
import { expect } from 'vitest';
import { sha256 } from '#sha256';
import { firstNodeAt, type PositionId } from '../../../src/core/ids.ts';
import type { AgentConfiguration, CompletionStyle } from '../../../src/core/tree/agent.ts';
import { textOf, type WholeNode } from '../../../src/core/tree/tree-node.ts';
import type { GenerationUpdate } from '../../../src/ipc/wire/generation.ts';
import type { AgentContext } from '../../../src/main/generation/agent-context.ts';
import { Generator } from '../../../src/main/generation/generator.ts';
import { offlineAgent } from '../../../src/main/generation/offline-agent.ts';
import { createOpenAiCompatible } from '../../../src/main/generation/providers/openai-compatible.ts';
import { createSha256 } from '../../../src/main/sha256.ts';
import { getWholeNode } from '../../../src/main/store/tables/nodes.ts';
import {
  findResponse,
  findResponseBytes,
  type RawApiResponse,
} from '../../../src/main/store/tables/responses.ts';
import { sqlTree } from '../../../src/main/store/tree/sql-tree.ts';
import { documentContext } from '../../helpers/document-context.ts';
import { filesWith } from '../../helpers/files-with.ts';
import { plantGrove } from '../../helpers/grove.ts';
import { readGrove } from '../../helpers/grove-facts.ts';
import { noPartials } from '../../helpers/journal.ts';
import { answersInto } from '../../helpers/store-answers.ts';
import type { WireServer } from '../../helpers/wire-server.ts';

export interface WireOptions {
  readonly style?: CompletionStyle;
  /** The text to continue. */
  readonly document?: string;
  /** The context to send instead, and the agent's settings instead of its style alone. */
  readonly context?: AgentContext;
  readonly configuration?: AgentConfiguration;
  readonly count?: number;
  /** Asks for all of them in one request. */
  readonly manyChoices?: boolean;
  /** `CANARY` if not given. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Silence of the service after which the request is aborted, in milliseconds. */
  readonly silence?: number;
}

export interface KeptNode {
  readonly text: string;
  readonly node: WholeNode;
  readonly record: RawApiResponse;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the response as the record keeps them. */
  readonly body: Buffer;
}

export interface WireResult {
  /** The last update of each slot, in order. */
  readonly ends: readonly GenerationUpdate[];
  readonly kept: readonly KeptNode[];
  /** The grove's file. */
  readonly path: string;
  /** All nodes and the log verify. */
  readonly verified: boolean;
}

/** A key that every server gets and sends back, and that nothing may contain afterwards. */
const CANARY = 'sk-canary-0123456789abcdef';
/** Shorter keys are not secrets (`generation.md`, *A key never comes back*). */
const MIN_SECRET = 16;

/**
 * Requests continuations from a server as the program does: real provider, real generator, real file. Expects of
 * every server that its key comes back nowhere, and that a record's hash is that of the bytes kept.
 */
export async function askWire(server: WireServer, options: WireOptions = {}): Promise<WireResult> {
  const { style = 'completion', document = 'Once', count = 1, manyChoices = false, key = CANARY } = options;
  server.echoesKey = true;
  const grove = plantGrove();
  const updates: GenerationUpdate[] = [];
  const provider = createOpenAiCompatible({
    id: 'here',
    baseUrl: server.baseUrl,
    headers: options.headers ?? {},
    extra: {},
    manyChoices,
    refusedFields: () => ({}),
    onRefused: () => undefined,
    continuesMessages: () => false,
    askForUsage: true,
    findKey: () => key,
  });
  const generator = new Generator({
    store: answersInto(grove),
    idsAndClock: grove.idsAndClock,
    createSha256,
    findProvider: () => provider,
    firstPause: 1,
    ...(options.silence === undefined ? {} : { silence: options.silence }),
    partials: noPartials,
    emit: (update) => updates.push(update),
    onBug: (what, error) => {
      throw new Error(what, { cause: error });
    },
  });
  const agent = {
    ...offlineAgent(grove.model, 0),
    modelRef: 'here:wire-1',
    configuration: options.configuration ?? { completionStyle: style },
  };
  const context = options.context ?? documentContext(document);
  const job = generator.start({
    treeId: grove.tree.id,
    requestedBy: grove.human,
    target: { kind: 'continuation', parentId: grove.root, originId: firstNodeAt(grove.root) },
    agentRequests: [{ agent, context, count, maxTokens: 20 }],
  });
  await expect.poll(() => generator.running(grove.tree.id), { timeout: 10_000 }).toEqual([]);
  const children: readonly PositionId[] = sqlTree(grove.store, grove.tree.id).childrenOf(grove.root);
  const facts = readGrove(grove.store.path);
  const kept = children.map((child): KeptNode => {
    const node = getWholeNode(grove.store, firstNodeAt(child));
    const { responseId } = node;
    const record = responseId === null ? undefined : findResponse(grove.store, responseId);
    const bytes = responseId === null ? undefined : findResponseBytes(grove.store, responseId);
    if (record === undefined || bytes === undefined) throw new Error('a continuation without a record');
    const { body, headers } = bytes;
    return { text: textOf(node.content), node, record, headers, body: Buffer.from(body) };
  });
  for (const { record, body } of kept) expect(record.bodySha256).toBe(sha256(body));
  expect(server.asked.every(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
  if (key.length >= MIN_SECRET) {
    expect(JSON.stringify([updates, kept.map(({ body: _, ...rest }) => rest)])).not.toContain(key);
    expect(kept.filter(({ body }) => body.includes(key))).toEqual([]);
    expect(filesWith(key, dirname(grove.store.path))).toEqual([]);
  }
  return {
    ends: job.slots.flatMap(({ slot }) => updates.findLast((update) => update.slot === slot) ?? []),
    kept,
    path: grove.store.path,
    verified: facts.verified === facts.counts.nodes - 1 && facts.logIsWhole,
  };
}
