import { describe, expect, test } from 'vitest';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';
import type { AgentConfiguration } from '../../../src/core/tree/agent.ts';
import type { ReplacementRequest, TextPoint } from '../../../src/ipc/wire/generation.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { says } from '../../helpers/turn-desk.ts';
import { type Answering, DONE, ending, piece, streams, WireServer } from '../../helpers/wire-server.ts';

/** Rewrites and bridges as a window requests them (`edits.md`, *Rewrites and bridges*). */

const FIRST = 'There was a lamp. ';
const SECOND = 'It burned all night.';
const THIRD = ' Nobody came.';

/** A chat model, one word a chunk. */
const chats = (text: string): Answering => says(...(text.match(/\s*\S+\s*/g) ?? [text]));
const completes = (text: string): Answering => streams(piece(text), ending(), DONE);

const CHAT: AgentConfiguration = { completionStyle: 'chat' };

type Range = Pick<ReplacementRequest, 'from' | 'to'>;

/** A manuscript of three nodes, and an agent whose service is `server`. */
class RewriteDesk extends HandlersDesk {
  #agentId = '' as AgentId;

  async begin(server: WireServer, configuration: AgentConfiguration): Promise<this> {
    for (const text of [FIRST, SECOND, THIRD]) await this.commit([this.typed(text)]);
    const provider = { name: 'Here', baseUrl: server.baseUrl, headers: {}, extra: {} };
    const { id } = await this.call('provider.save', { id: null, ...provider });
    const made = { name: 'Wire', modelRef: `${id}:m`, configuration, color: null };
    this.#agentId = (await this.call('agent.create', made)).id;
    return this;
  }

  async point(index: number, offset: number): Promise<TextPoint> {
    return { at: await this.positionAt(index), offset };
  }

  /** From an offset in one node to an offset in another. */
  async range(from: readonly [number, number], to: readonly [number, number]): Promise<Range> {
    return { from: await this.point(...from), to: await this.point(...to) };
  }

  async start(
    range: Range,
    { count = 1, instruction = 'Plainer', ops = [] as Parameters<HandlersDesk['commit']>[0] } = {},
  ) {
    return this.call('generation.rewrite', {
      ...(await this.intent(ops)),
      ...range,
      instruction,
      length: 'same',
      agentIds: [this.#agentId],
      count,
      maxTokens: 40,
      parameters: { temperature: 0.25 },
    });
  }

  /** The last that was heard of each slot, once all have ended. */
  async rewrite(range: Range, options: Parameters<RewriteDesk['start']>[1] = {}) {
    const { job } = await this.start(range, options);
    await expect.poll(() => this.grove.generation.generator.running(this.treeId)).toEqual([]);
    const updates = this.emitted('generation.updated').filter(({ jobId }) => jobId === job.jobId);
    return job.slots.map(({ slot }) => {
      const last = updates.findLast((update) => update.slot === slot);
      if (last === undefined) throw new Error(`nothing was heard of slot ${slot}`);
      return last;
    });
  }

  /** Selects versions. @returns the text on the screen */
  async select(versions: readonly NodeId[]): Promise<string> {
    await this.call('path.selectVersions', { ...(await this.intent()), versions });
    return this.shown();
  }

  async read(nodeId: NodeId) {
    return this.call('node.read', { treeId: this.treeId, nodeId });
  }
}

async function open(configuration: AgentConfiguration, ...answers: readonly Answering[]) {
  const server = await WireServer.start(...answers);
  return { server, desk: await new RewriteDesk().begin(server, configuration) };
}

describe('what an answer becomes', () => {
  test('is offered, and nothing moves until it is chosen', async () => {
    const { desk } = await open(CHAT, chats('It burned until dawn.'), chats('It shone all night.'));
    const before = await desk.segments();
    const slots = await desk.rewrite(await desk.range([1, 0], [1, SECOND.length]), { count: 2 });
    expect(slots.map(({ state, versions }) => [state, versions.length])).toEqual([
      ['done', 1],
      ['done', 1],
    ]);
    const shown = await desk.segments();
    expect([shown.text, shown.nodeIds, shown.count]).toEqual([before.text, before.nodeIds, before.count]);

    const [dawn, night] = slots.map(({ versions }) => versions);
    const taken = [await desk.select(dawn ?? []), await desk.select(night ?? [])].sort();
    expect(taken).toEqual([`${FIRST}It burned until dawn.${THIRD}`, `${FIRST}It shone all night.${THIRD}`]);
    const after = await desk.segments();
    // The text after is shared, and the text before unchanged.
    expect(after.nodeIds.slice(2 * 26)).toBe(before.nodeIds.slice(2 * 26));
    expect(after.nodeIds.slice(0, 26)).toBe(before.nodeIds.slice(0, 26));
  });

  test('keeps the authors of the words that stay', async () => {
    const { desk } = await open(CHAT, chats('It burned until dawn.'));
    const writer = desk.grove.snapshot().writerId;
    const [slot] = await desk.rewrite(await desk.range([1, 0], [1, SECOND.length]));
    const { node, content, spans, verdict } = await desk.read(slot?.versions[0] ?? ('' as NodeId));
    const text = content.type === 'text' ? content.text : '';
    let at = 0;
    const runs = spans.map(({ agent, length }) => {
      at += length;
      return [agent === writer ? 'writer' : 'model', text.slice(at - length, at)];
    });
    expect(runs).toEqual([
      ['writer', 'It burned '],
      ['model', 'until dawn'],
      ['writer', '.'],
    ]);
    expect(node.offered).toBe(true);
    expect(verdict).toMatchObject({ verdict: 'valid' });
    expect(node.seam?.ranges).toEqual([{ from: 10, to: 20, at: 10 }]);
  });

  test('is a version at each position that it changes', async () => {
    const { desk } = await open(CHAT, chats('lantern. It glowed all night. Everyone'));
    const range = await desk.range([0, 'There was a '.length], [2, ' Nobody'.length]);
    const [slot] = await desk.rewrite(range);
    expect(slot?.versions).toHaveLength(3);
    expect(await desk.select(slot?.versions ?? [])).toBe(
      'There was a lantern. It glowed all night. Everyone came.',
    );
    const record = await desk.call('node.record', {
      treeId: desk.treeId,
      nodeId: slot?.versions[1] ?? ('' as NodeId),
    });
    expect(record?.prompt).toBe('rebuilt');
  });

  test('is nothing where it says the same, or nothing at all', async () => {
    const { desk } = await open(CHAT, chats(SECOND), chats('  '));
    const range = await desk.range([1, 0], [1, SECOND.length]);
    expect(await desk.rewrite(range)).toMatchObject([{ state: 'done', versions: [] }]);
    expect(await desk.rewrite(range)).toMatchObject([{ state: 'empty', versions: [] }]);
    expect(await desk.shown()).toBe(FIRST + SECOND + THIRD);
  });

  test('is kept although the text was edited and pruned meanwhile', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late: Answering = async (response, asked) => {
      await released;
      await chats('It shone.')(response, asked);
    };
    const { desk } = await open(CHAT, late);
    const { job } = await desk.start(await desk.range([1, 0], [1, SECOND.length]));
    await desk.commit([desk.typed('Oh. ', { nodeId: await desk.nodeAt(1) })]);
    await desk.call('position.prune', { ...(await desk.intent()), positionId: await desk.positionAt(1) });
    release();
    await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
    const last = desk.emitted('generation.updated').findLast(({ jobId }) => jobId === job.jobId);
    expect(last).toMatchObject({ state: 'done' });
    const { content } = await desk.read(last?.versions[0] ?? ('' as NodeId));
    expect(content).toEqual({ type: 'text', text: 'It shone.' });
    expect(await desk.shown()).toBe(FIRST);
  });

  test('includes what was typed and not committed', async () => {
    const { desk } = await open(CHAT, chats('And so on.'));
    const { path } = await desk.start(
      { from: { at: null, offset: 1 }, to: { at: null, offset: ' Then it rained.'.length } },
      { ops: [desk.typed(' Then it rained.')] },
    );
    expect(path.committed).toHaveLength(1);
    await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
    const last = desk.emitted('generation.updated').at(-1);
    expect(await desk.select(last?.versions ?? [])).toBe(`${FIRST}${SECOND}${THIRD} And so on.`);
  });
});

/** `rewrite “Plainer” v0: until dawn`: what each run of a version is from, and its text. */
async function runsOf(desk: RewriteDesk, nodeId: NodeId, versions: readonly NodeId[]) {
  const { content } = await desk.read(nodeId);
  const text = content.type === 'text' ? content.text : '';
  const runs = await desk.call('node.runs', { treeId: desk.treeId, nodeId });
  return runs.map(({ from, to, source }) => {
    const what =
      source === null
        ? 'none'
        : `${source.kind} “${source.instruction ?? ''}” v${versions.indexOf(source.nodeId)}`;
    return `${what}: ${text.slice(from, to)}`;
  });
}

describe('the parts of a text', () => {
  test('are told by the answers they are from, also after a rewrite of a rewrite', async () => {
    const { desk } = await open(CHAT, chats('It burned until dawn.'), chats('It slowly burned until dawn.'));
    const range = await desk.range([1, 0], [1, SECOND.length]);
    const [first] = await desk.rewrite(range);
    await desk.select(first?.versions ?? []);
    const [second] = await desk.rewrite(await desk.range([1, 0], [1, 'It burned until dawn.'.length]), {
      instruction: 'Longer',
    });
    const versions = [...(first?.versions ?? []), ...(second?.versions ?? [])];
    expect(await runsOf(desk, versions[1] ?? ('' as NodeId), versions)).toEqual([
      'none: It ',
      'rewrite “Longer” v1: slowly ',
      'none: burned ',
      'rewrite “Plainer” v0: until dawn',
      'none: .',
    ]);
    expect(await runsOf(desk, await desk.nodeAt(0), versions)).toEqual([]);
  });

  test('that a bridge wrote are told from those of a rewrite, however it was asked for', async () => {
    for (const configuration of [CHAT, { completionStyle: 'completion' }] as const) {
      const answer = configuration === CHAT ? chats : completes;
      const { desk } = await open(configuration, answer('Its glass was warm.'), answer('It shone.'));
      const at = await desk.point(0, FIRST.length);
      const [bridge] = await desk.rewrite({ from: at, to: at });
      const versions = bridge?.versions ?? [];
      const asked = configuration === CHAT ? 'Plainer' : '';
      expect(await runsOf(desk, versions[0] ?? ('' as NodeId), versions)).toEqual([
        'none: There was a lamp. ',
        `bridge “${asked}” v0: Its glass was warm. `,
      ]);
      const [rewrite] = await desk.rewrite(await desk.range([1, 0], [1, SECOND.length]));
      const made = rewrite?.versions ?? [];
      const runs = await runsOf(desk, made[0] ?? ('' as NodeId), made);
      expect(runs).toContain(`rewrite “${asked}” v0: shone`);
    }
  });
});

describe('a bridge', () => {
  test('joins both sides with one space each, and ends where it runs into what follows', async () => {
    const { desk, server } = await open(
      { completionStyle: 'completion' },
      completes(' Its glass was warm.  It burned all night. Nobody came. The end.'),
    );
    const at = await desk.point(0, FIRST.length);
    const [slot] = await desk.rewrite({ from: at, to: at }, { instruction: '' });
    expect(server.asked[0]?.path).toBe('/v1/completions');
    expect(server.asked[0]?.json).toMatchObject({
      prompt: FIRST.trimEnd(),
      suffix: SECOND + THIRD,
      max_tokens: 40,
      temperature: 0.25,
    });
    expect(await desk.select(slot?.versions ?? [])).toBe(`${FIRST}Its glass was warm. ${SECOND}${THIRD}`);
    const record = await desk.call('node.record', {
      treeId: desk.treeId,
      nodeId: slot?.versions[0] ?? ('' as NodeId),
    });
    expect(record?.prompt).toBe('rebuilt');
  });

  test('is asked for with the markers of the model', async () => {
    const infill = { kind: 'template', prefix: '<P>', suffix: '<S>', middle: '<M>' } as const;
    const { desk, server } = await open(
      { completionStyle: 'completion', infill },
      completes(' Its glass was warm.'),
    );
    const at = await desk.point(1, 0);
    const [slot] = await desk.rewrite({ from: at, to: at });
    expect(server.asked[0]?.json).toMatchObject({ prompt: `<P>${FIRST}<S>${SECOND}${THIRD}<M>` });
    expect(server.asked[0]?.json).not.toHaveProperty('suffix');
    expect(await desk.select(slot?.versions ?? [])).toBe(`${FIRST}Its glass was warm. ${SECOND}${THIRD}`);
  });

  test('is written by the offline agent', async () => {
    const { desk } = await open(CHAT);
    const offline = desk.grove.snapshot().agents.find(({ name }) => name === 'Offline');
    const at = await desk.point(1, SECOND.length);
    const { job } = await desk.call('generation.rewrite', {
      ...(await desk.intent()),
      from: at,
      to: at,
      instruction: '',
      length: 'same',
      agentIds: [offline?.id ?? ('' as AgentId)],
      count: 1,
      maxTokens: 30,
    });
    await expect
      .poll(() => desk.grove.generation.generator.running(desk.treeId), { timeout: 10_000 })
      .toEqual([]);
    const last = desk.emitted('generation.updated').findLast(({ jobId }) => jobId === job.jobId);
    const shown = await desk.select(last?.versions ?? []);
    expect(shown.startsWith(FIRST + SECOND)).toBe(true);
    expect(shown.endsWith(THIRD)).toBe(true);
    expect(shown.length).toBeGreaterThan((FIRST + SECOND + THIRD).length);
    expect(shown).not.toMatch(/ {2}/);
  });
});

describe('is refused before anything is written', () => {
  test('where the passage does not fit the agent', async () => {
    const { desk, server } = await open({ ...CHAT, contextLength: 40 }, chats('Never asked.'));
    const range = await desk.range([0, 0], [2, THIRD.length]);
    await expect(desk.start(range, { ops: [desk.typed('typed')] })).rejects.toMatchObject({
      code: 'CONTEXT_TOO_LONG',
    });
    expect((await desk.segments()).count).toBe(3);
    expect(await desk.shown()).toBe(`${FIRST}${SECOND}${THIRD}typed`);
    expect(server.asked).toEqual([]);
  });

  test('for a range that ends before it begins, or is not on the path', async () => {
    const { desk } = await open(CHAT, chats('Never asked.'));
    const { from, to } = await desk.range([0, 3], [1, 2]);
    await expect(desk.start({ from: to, to: from })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(desk.start({ from, to: { ...to, offset: 900 } })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await desk.call('position.prune', { ...(await desk.intent()), positionId: await desk.positionAt(1) });
    await expect(desk.start({ from, to })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('an answer that was announced says what was left out of it', async () => {
  const announced = 'Here is the rewrite:\n\n';
  const offer = '\n\nLet me know if you want changes.';
  const { desk } = await open(CHAT, chats(`${announced}It glowed until dawn.${offer}`));
  const [answer] = await desk.rewrite(await desk.range([1, 0], [1, SECOND.length]));
  const { content, leftOut } = await desk.read(answer?.versions[0] ?? ('' as NodeId));
  expect(leftOut).toEqual([
    { kind: 'remark', place: 'before', text: announced },
    { kind: 'remark', place: 'after', text: offer },
  ]);
  expect(JSON.stringify(content)).not.toContain('Here is');
  expect(JSON.stringify(content)).not.toContain('Let me');
});
