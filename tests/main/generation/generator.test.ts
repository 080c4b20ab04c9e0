import { describe, expect, it } from 'vitest';
import { sha256 } from '#sha256';
import type { AssembledContext } from '../../../src/core/context/assemble.ts';
import { AspenError } from '../../../src/core/errors.ts';
import { firstNodeAt, type NodeId, type PositionId } from '../../../src/core/ids.ts';
import { textOf } from '../../../src/core/tree/tree-node.ts';
import type { GenerationUpdate, JobSnapshot } from '../../../src/ipc/wire/generation.ts';
import { Generator } from '../../../src/main/generation/generator.ts';
import { offlineAgent } from '../../../src/main/generation/offline-agent.ts';
import type { Provider } from '../../../src/main/generation/providers/provider.ts';
import type { AgentRequest } from '../../../src/main/generation/slot.ts';
import { createSha256 } from '../../../src/main/sha256.ts';
import { getWholeNode } from '../../../src/main/store/tables/nodes.ts';
import { findResponse, findResponseBytes } from '../../../src/main/store/tables/responses.ts';
import { sqlTree, sqlViews } from '../../../src/main/store/tree/sql-tree.ts';
import { documentContext } from '../../helpers/document-context.ts';
import { type PlantedGrove, plantGrove } from '../../helpers/grove.ts';
import { readGrove } from '../../helpers/grove-facts.ts';
import { noPartials } from '../../helpers/journal.ts';
import { offlineProvider } from '../../helpers/offline.ts';
import { refusal } from '../../helpers/refusal.ts';
import { scriptedProvider } from '../../helpers/scripted-provider.ts';
import { answersInto } from '../../helpers/store-answers.ts';

interface Bench {
  readonly grove: PlantedGrove;
  readonly generator: Generator;
  readonly updates: GenerationUpdate[];
  readonly bugs: unknown[];
  /** Starts continuations of a position, given the text of its path. */
  ask(
    parentId: PositionId,
    document: string,
    options?: Partial<AgentRequest & { originId: NodeId }>,
  ): JobSnapshot;
  /** Resolves when no slot of the job is running any more. */
  ended(job: JobSnapshot): Promise<void>;
  /** Calls `then` once, at the first text of a slot. */
  atFirstText(slot: number, then: () => void): void;
}

function bench(
  provider: Provider = offlineProvider(),
  alsoOnUpdate: (update: GenerationUpdate) => void = () => {},
): Bench {
  const grove = plantGrove();
  const updates: GenerationUpdate[] = [];
  const bugs: unknown[] = [];
  const listeners = new Set<(update: GenerationUpdate) => void>();
  const generator = new Generator({
    store: answersInto(grove),
    idsAndClock: grove.idsAndClock,
    createSha256,
    firstPause: 1,
    findProvider: (id) => (id === provider.id ? provider : undefined),
    partials: noPartials,
    emit: (update) => {
      updates.push(update);
      for (const listener of listeners) listener(update);
      alsoOnUpdate(update);
    },
    onBug: (_what, error) => bugs.push(error),
  });
  const agent = {
    ...offlineAgent(grove.model, 0),
    ...(provider.id === 'offline' ? {} : { modelRef: `${provider.id}:any` }),
  };
  const isOver = ({ state }: { readonly state: string }) =>
    !['waiting', 'streaming', 'saving'].includes(state);
  return {
    grove,
    generator,
    updates,
    bugs,
    ask: (parentId, document, { originId = firstNodeAt(parentId), ...options } = {}) =>
      generator.start({
        treeId: grove.tree.id,
        requestedBy: grove.human,
        target: { kind: 'continuation', parentId, originId },
        agentRequests: [{ agent, context: contextOf(document), count: 3, maxTokens: 24, ...options }],
      }),
    ended: (job) =>
      new Promise((resolve) => {
        const check = () => {
          const over = updates.filter((update) => update.jobId === job.jobId && isOver(update));
          if (new Set(over.map(({ slot }) => slot)).size === job.slots.length) resolve();
        };
        listeners.add(() => setImmediate(check));
        check();
      }),
    atFirstText: (wanted, then) => {
      const listener = ({ slot, append }: GenerationUpdate) => {
        if (slot !== wanted || append === '') return;
        listeners.delete(listener);
        then();
      };
      listeners.add(listener);
    },
  };
}

/** Context to continue: a document in the working buffer. */
function contextOf(text: string): AssembledContext {
  return documentContext(text);
}

function nodeAt({ store }: PlantedGrove, positionId: PositionId) {
  return getWholeNode(store, firstNodeAt(positionId));
}

function edgeInto(grove: PlantedGrove, nodeId: NodeId) {
  return sqlTree(grove.store, grove.tree.id).findEdgeInto(nodeId);
}

function childTexts(grove: PlantedGrove, parentId: PositionId): readonly string[] {
  return sqlTree(grove.store, grove.tree.id)
    .childrenOf(parentId)
    .map((child) => textOf(nodeAt(grove, child).content));
}

/** The text of a slot as a window assembles it from the updates. */
function shownIn(updates: readonly GenerationUpdate[], slot: number): string {
  let text = '';
  for (const update of updates) {
    if (update.slot !== slot) continue;
    expect(update.from).toBe(text.length);
    text += update.append;
  }
  return text;
}

describe('three continuations', () => {
  it('become three nodes with edges, records and valid hashes', async () => {
    const { grove, ended, ask } = bench();
    const opening = grove.continue(grove.root, 'Once upon a time, ');
    const job = ask(opening.positionId, 'Once upon a time, ');
    await ended(job);

    expect(childTexts(grove, opening.positionId)).toHaveLength(3);
    for (const { positionId } of job.slots) {
      const node = nodeAt(grove, positionId);
      expect(node).toMatchObject({ authorId: grove.model, authorType: 'model', choiceIndex: 0 });
      expect(node.seam).toEqual({
        promptTrimmed: 1,
        answerTrimmed: textOf(node.content).startsWith(',') ? 0 : 1,
      });
      expect(node.spans).toEqual([{ agent: grove.model, length: textOf(node.content).length }]);
      expect(edgeInto(grove, node.id)?.sources).toEqual([
        { role: 'primary', positionId: opening.positionId, originId: opening.id },
      ]);
      if (node.responseId === null) throw new Error('a model’s node without a response');
      const response = findResponse(grove.store, node.responseId);
      const bytes = findResponseBytes(grove.store, node.responseId);
      expect(response?.bodySha256).toBe(sha256(bytes?.body ?? ''));
      expect(response).toMatchObject({ provider: 'offline', modelIdentifier: 'variable-order' });
      expect(response?.request).toMatchObject({
        prompt: { sha256: sha256('Once upon a time,'), trimmed: 1 },
      });
    }
    grove.store.close();
    const facts = readGrove(grove.store.path);
    expect(facts.counts).toMatchObject({ nodes: 5, edges: 4, responses: 3 });
    expect(facts).toMatchObject({ verified: 3, logIsWhole: true, integrity: 'ok' });
  });

  it('keep the order of the request, whichever finishes first', async () => {
    const { grove, ended, ask } = bench();
    const one = ask(grove.root, '', { count: 6, maxTokens: 30 });
    const other = ask(grove.root, '', { count: 2, maxTokens: 2 });
    await Promise.all([ended(one), ended(other)]);
    const expected = [...one.slots, ...other.slots].map(({ positionId }) => positionId);
    expect(sqlTree(grove.store, grove.tree.id).childrenOf(grove.root)).toEqual(expected);
  });

  it('do not move any path', async () => {
    const { grove, ended, ask } = bench();
    const opening = grove.continue(grove.root, 'The rain');
    await ended(ask(opening.positionId, 'The rain'));
    expect(sqlViews(grove.store, grove.tree.id, grove.human).path.head).toBe(opening.positionId);
  });

  it('continue an empty tree', async () => {
    const { grove, ended, ask } = bench();
    await ended(ask(grove.root, ''));
    for (const text of childTexts(grove, grove.root)) expect(text).toMatch(/^[“\p{Lu}]/u);
  });

  it('continue the version that was sent, even if another was written meanwhile', async () => {
    const { grove, ended, ask } = bench();
    const first = grove.continue(grove.root, 'It rained');
    const job = ask(first.positionId, 'It rained', { originId: first.id });
    grove.revise(first, 'It snowed');
    await ended(job);
    const [slot] = job.slots;
    if (slot === undefined) throw new Error('no slot');
    expect(edgeInto(grove, firstNodeAt(slot.positionId))?.sources).toMatchObject([{ originId: first.id }]);
  });

  it('repeat for the same agent seed, and differ from one another', async () => {
    const configuration = { seed: 11, temperature: 0.8 };
    const texts = await Promise.all(
      [1, 2].map(async () => {
        const { grove, ended, ask } = bench();
        const agent = { ...offlineAgent(grove.model, 0), configuration };
        await ended(ask(grove.root, '', { agent }));
        return childTexts(grove, grove.root);
      }),
    );
    expect(texts[0]).toEqual(texts[1]);
    expect(new Set(texts[0]).size).toBe(3);
  });

  it('are shown exactly as they are stored', async () => {
    const { grove, ended, ask, updates } = bench(offlineProvider(1));
    const job = ask(grove.root, '');
    await ended(job);
    expect(job.slots.map(({ slot }) => shownIn(updates, slot))).toEqual(childTexts(grove, grove.root));
    const last = job.slots.map(({ slot }) => updates.filter((update) => update.slot === slot).at(-1));
    for (const update of last) expect(update).toMatchObject({ state: 'done', append: '' });
  });

  it('are listed only while they run', async () => {
    const { generator, grove, ended, ask } = bench();
    const job = ask(grove.root, '');
    expect(generator.running(grove.tree.id).map(({ jobId }) => jobId)).toEqual([job.jobId]);
    await ended(job);
    expect(generator.running(grove.tree.id)).toEqual([]);
  });
});

describe('stopping', () => {
  it('keeps the text received and resolves once it is stored', async () => {
    const { generator, grove, ask, atFirstText, updates } = bench(offlineProvider(15));
    const job = ask(grove.root, '', { count: 1, maxTokens: 2_000 });
    await new Promise<void>((resolve) => atFirstText(0, resolve));
    await generator.stop(job.jobId, null);
    const [text] = childTexts(grove, grove.root);
    expect(text).toBe(shownIn(updates, 0));
    expect(text).not.toBe('');
    expect(nodeAt(grove, job.slots[0]?.positionId ?? grove.root).finishReason).toBe('stopped');
    expect(updates.at(-1)).toMatchObject({ state: 'stopped', finishReason: 'stopped', error: null });
    grove.store.close();
    expect(readGrove(grove.store.path).verified).toBe(1);
  });

  it('drops slots without text and slots still queued', async () => {
    const { generator, grove, ask, updates } = bench(scriptedProvider([{ silent: true }]));
    ask(grove.root, 'Once', { count: 10 });
    await generator.stop(null, null);
    expect(childTexts(grove, grove.root)).toEqual([]);
    expect(updates.map(({ state }) => state)).toEqual(Array(10).fill('empty'));
    expect(updates.every(({ finishReason }) => finishReason === 'stopped')).toBe(true);
    expect(generator.running(grove.tree.id)).toEqual([]);
  });

  it('one slot leaves the others running', async () => {
    const { generator, grove, ask, ended, updates } = bench(offlineProvider(2));
    const job = ask(grove.root, '', { maxTokens: 12 });
    await generator.stop(job.jobId, 1);
    expect(generator.running(grove.tree.id)[0]?.slots.map(({ state }) => state)[1]).toMatch(/stopped|empty/);
    await ended(job);
    const last = job.slots.map(({ slot }) => updates.filter((update) => update.slot === slot).at(-1)?.state);
    expect([last[0], last[2]]).toEqual(['done', 'done']);
  });
});

describe('a failure', () => {
  it('before the first character fails the slot and writes nothing', async () => {
    const { grove, ask, ended, updates } = bench(
      scriptedProvider([{ fail: new AspenError('NETWORK', 'no route') }]),
    );
    await ended(ask(grove.root, 'Once', { count: 1 }));
    expect(updates.at(-1)).toMatchObject({ state: 'failed', error: { code: 'NETWORK', detail: 'no route' } });
    expect(childTexts(grove, grove.root)).toEqual([]);
  });

  it('after it stores the text received, marked as interrupted', async () => {
    const provider = scriptedProvider([' upon a', { fail: new AspenError('NETWORK', 'reset') }]);
    const { grove, ask, ended, updates } = bench(provider);
    const job = ask(grove.root, 'Once', { count: 1 });
    await ended(job);
    expect(updates.at(-1)).toMatchObject({
      state: 'done',
      finishReason: 'interrupted',
      error: { code: 'BROKEN_OFF' },
    });
    expect(childTexts(grove, grove.root)).toEqual([' upon a']);
  });

  it('in the file fails the slot and leaves the file readable', async () => {
    const { grove, ask, ended, updates } = bench();
    const job = ask(grove.root, '', { count: 1, originId: 'no such node' as NodeId });
    await ended(job);
    expect(updates.at(-1)).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } });
    grove.store.close();
    expect(readGrove(grove.store.path)).toMatchObject({
      counts: { nodes: 1, responses: 0 },
      integrity: 'ok',
    });
  });

  it('caused by a bug is logged, and the text stays stored', async () => {
    const bug = new RangeError('a bug');
    const { grove, ask, generator, bugs, updates } = bench(offlineProvider(), ({ state }) => {
      if (state === 'done') throw bug;
    });
    const job = ask(grove.root, '', { count: 1 });
    while (generator.running(grove.tree.id).length > 0) await new Promise(setImmediate);
    expect(bugs).toEqual([bug]);
    expect(updates.at(-1)).toMatchObject({ slot: job.slots[0]?.slot, state: 'done' });
    expect(childTexts(grove, grove.root).length).toBe(1);
  });

  it('is thrown at once if the model of an agent has no provider', () => {
    const { grove, ask } = bench();
    const agent = { ...offlineAgent(grove.model, 0), modelRef: 'elsewhere:model' };
    expect(refusal(() => ask(grove.root, '', { agent })).code).toBe('MODEL_NOT_FOUND');
  });
});
