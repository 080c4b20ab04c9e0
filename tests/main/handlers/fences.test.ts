import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { findPromptFences } from '../../../src/core/fences/prompt-fence.ts';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';
import type { AgentConfiguration } from '../../../src/core/tree/agent.ts';
import type { TextPoint } from '../../../src/ipc/wire/generation.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { hangsAfter, says } from '../../helpers/turn-desk.ts';
import { type Answering, WireServer } from '../../helpers/wire-server.ts';

/** Prompt fences as a window runs them (`layers.md`, *Prompt fences*). */

const VERIFIER = join(import.meta.dirname, '../../../docs/verify_history.py');

const chats = (text: string): Answering => says(...(text.match(/\s*\S+\s*/g) ?? [text]));

const CHAT: AgentConfiguration = { completionStyle: 'chat', systemPrompt: 'Be brief.' };

interface RunOptions {
  readonly name?: string;
  readonly isAgain?: boolean;
  readonly values?: Readonly<Record<string, string>>;
  readonly agentId?: AgentId | null;
}

/** A manuscript of some nodes, and an agent `Muse` whose service is `server`. */
class FenceDesk extends HandlersDesk {
  #agentId = '' as AgentId;

  async begin(
    server: WireServer,
    texts: readonly string[],
    configuration: AgentConfiguration,
  ): Promise<this> {
    for (const text of texts) await this.commit([this.typed(text)]);
    const provider = { name: 'Here', baseUrl: server.baseUrl, headers: {}, extra: {} };
    const { id } = await this.call('provider.save', { id: null, ...provider });
    const made = { name: 'Muse', modelRef: `${id}:m`, configuration, color: null };
    this.#agentId = (await this.call('agent.create', made)).id;
    return this;
  }

  get agentId(): AgentId {
    return this.#agentId;
  }

  async point(offset: number): Promise<TextPoint> {
    const { lengths, count } = await this.segments();
    let start = 0;
    for (let index = 0; index < count; index++) {
      const length = lengths[index] ?? 0;
      if (offset <= start + length) return { at: await this.positionAt(index), offset: offset - start };
      start += length;
    }
    return { at: null, offset: offset - start };
  }

  async start({ name, isAgain = false, values = {}, agentId = null }: RunOptions = {}) {
    const fences = findPromptFences(await this.shown());
    const fence = fences.find((one) => name === undefined || one.name === name);
    if (fence === undefined) throw new Error('no such fence');
    return this.call('fence.run', {
      ...(await this.intent()),
      from: await this.point(fence.from),
      to: await this.point(fence.to),
      agentId,
      isAgain,
      values: Object.entries(values).map(([key, value]) => ({ name: key, value })),
    });
  }

  /** Runs a fence. @returns what each result is, once all have ended, and how many were recorded */
  async run(options: RunOptions = {}) {
    const { job, reused } = await this.start(options);
    await expect.poll(() => this.grove.generation.generator.running(this.treeId)).toEqual([]);
    const updates = this.emitted('generation.updated').filter(({ jobId }) => jobId === job.jobId);
    const slots = job.slots.map((slot) => {
      const last = updates.findLast((update) => update.slot === slot.slot);
      return { text: slot.text, ...(last ?? slot) };
    });
    return {
      reused,
      versions: slots.map(({ versions }) => versions),
      states: slots.map(({ state }) => state),
    };
  }

  async select(versions: readonly NodeId[] = []): Promise<string> {
    await this.call('path.selectVersions', { ...(await this.intent()), versions });
    return this.shown();
  }

  /** Rows of the grove’s file. */
  rows(sql: string): readonly Readonly<Record<string, unknown>>[] {
    const file = new Database(this.grove.path, { readonly: true });
    try {
      return file.prepare<[], Readonly<Record<string, unknown>>>(sql).all();
    } finally {
      file.close();
    }
  }
}

async function open(texts: readonly string[], answers: readonly Answering[], configuration = CHAT) {
  const server = await WireServer.start(...answers);
  return { server, desk: await new FenceDesk().begin(server, texts, configuration) };
}

const fence = (info: string, body: string) => `\`\`\`prompt ${info}\n${body}\n\`\`\``;
const STORM = fence('name=storm agent=Muse', 'The storm.');

describe('a run', () => {
  test('offers the result in place of the fence, which is the older version', async () => {
    const text = `One.\n\n${STORM}\n\nTwo.`;
    const { desk, server } = await open([text.slice(0, 30), text.slice(30)], [chats('The storm broke. ')]);
    const { versions, reused } = await desk.run();
    expect(reused).toBe(0);
    expect(await desk.shown()).toBe(text);
    expect(await desk.select(versions[0])).toBe('One.\n\nThe storm broke.\n\nTwo.');
    expect(server.asked[0]?.json).toMatchObject({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'The storm.' },
      ],
    });
    const nodeId = versions[0]?.[0] ?? ('' as NodeId);
    const { spans, content, verdict } = await desk.call('node.read', { treeId: desk.treeId, nodeId });
    // All of the result is the agent’s, words of the template too.
    const result = content.type === 'text' ? content.text.indexOf('The storm') : -1;
    expect(spans).toEqual([
      { agent: desk.grove.snapshot().writerId, length: result },
      { agent: desk.agentId, length: 'The storm broke.'.length },
    ]);
    expect(verdict).toMatchObject({ verdict: 'valid' });
    const record = await desk.call('node.record', { treeId: desk.treeId, nodeId });
    expect(record?.prompt).toBe('rebuilt');
  });

  test('fills the holes, and is rebuilt from the nodes they are in', async () => {
    const prompt = fence(
      'name=b agent=muse',
      'B {{before:2}} | {{after:1}} | {{node:ID}} | {{fence:storm}} | {{mood}} | {{{{x}}',
    );
    const { desk, server } = await open(
      ['# One\n\nFirst.\n\nSecond.', `\n\n${STORM}\n\nThird.\n\n`, 'Fourth.'],
      [chats('It broke.'), chats('Done.')],
    );
    await desk.run();
    const nodeId = await desk.nodeAt(0);
    const { node } = await desk.call('node.read', { treeId: desk.treeId, nodeId });
    await desk.commit([desk.typed(`\n\n${prompt.replace('ID', node.localId)}\n\nFifth.\n\nSixth.`)]);
    const { versions } = await desk.run({ name: 'b', values: { mood: 'dry' } });
    const [, asked] = server.asked;
    // Fences are in no request but their own.
    expect(asked?.json).toMatchObject({
      messages: [
        { role: 'system' },
        {
          role: 'user',
          content: 'B Third.\n\nFourth. | Fifth. | # One\n\nFirst.\n\nSecond. | It broke. | dry | {{x}}',
        },
      ],
    });
    const made = versions[0]?.[0] ?? ('' as NodeId);
    const record = await desk.call('node.record', { treeId: desk.treeId, nodeId: made });
    expect(record?.prompt).toBe('rebuilt');
  });

  test('is recorded with its coordinate, its hashes, and the ops that it is', async () => {
    const text = `One.\n\n${fence('name=storm agent=Muse n=2', 'The storm.')}\n\nTwo.`;
    const { desk } = await open([text], [chats('It broke.'), chats('It held.')]);
    await desk.call('tree.update', { treeId: desk.treeId, title: 'The Long: Night' });
    await desk.run();
    const rows = desk.rows(
      `select execution.*, layer.ops, layer.why, layer.hash, layer.seq from execution
       join layer on layer.key = execution.layer_key order by step`,
    );
    expect(rows.map(({ coordinate, step, why, seq }) => [coordinate, step, why, seq])).toEqual([
      ['the-long-night:storm.1.1.1', 1, 'run', 1],
      ['the-long-night:storm.1.1.2', 2, 'run', 2],
    ]);
    const [first] = rows;
    const output = String(first?.output);
    expect(['It broke.', 'It held.']).toContain(output);
    const block = { kind: 'fence', text: text.slice(4, -'\n\nTwo.'.length) };
    expect(JSON.parse(String(first?.ops))).toEqual([
      ['snip', 1, 2, [block]],
      ['insert', 1, [{ kind: 'paragraph', text: `\n\n${output}` }]],
    ]);
    for (const name of ['template_hash', 'input_hash', 'output_hash', 'hash'])
      expect(first?.[name]).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]?.input_hash).toBe(rows[1]?.input_hash);
  });
});

describe('a second run', () => {
  const one = (body = 'The storm.', n = 1) => `One.\n\n${fence(`name=storm agent=Muse n=${n}`, body)}`;

  test('uses what is recorded, without a request, and says so', async () => {
    const { desk, server } = await open([one()], [chats('It broke.')]);
    const first = await desk.run();
    const second = await desk.run();
    expect(second).toEqual({ reused: 1, states: ['done'], versions: first.versions });
    expect(server.asked).toHaveLength(1);
    expect(desk.rows('select count(*) as n from execution')).toEqual([{ n: 1 }]);
  });

  test('asks for what is missing only', async () => {
    const { desk, server } = await open([one()], [chats('It broke.'), chats('It held.')]);
    await desk.run();
    await desk.commit([desk.typed('2', { nodeId: await desk.nodeAt(0), offset: one().indexOf('n=1') + 2 })]);
    // `n=21` is refused.
    await expect(desk.run()).rejects.toMatchObject({ detail: expect.stringContaining('“21”') });
    const nodeId = await desk.nodeAt(0);
    const at = one().indexOf('n=1') + 3;
    await desk.commit([{ nodeId, splice: { from: at, to: at + 1, insert: '', spans: [] } }]);
    const { reused, states } = await desk.run();
    expect([reused, states]).toEqual([1, ['done', 'done']]);
    expect(server.asked).toHaveLength(2);
    expect(desk.rows('select coordinate from execution order by step').map((row) => row.coordinate)).toEqual([
      expect.stringContaining(':storm.1.1.1'),
      expect.stringContaining(':storm.1.2.2'),
    ]);
  });

  test('sends again if the template or the agent is another', async () => {
    const { desk, server } = await open([one()], [chats('It broke.'), chats('It held.'), chats('It sang.')]);
    await desk.run();
    await desk.call('agent.update', {
      agentId: desk.agentId,
      configuration: { ...CHAT, temperature: 0.5 },
    });
    expect((await desk.run()).reused).toBe(0);
    await desk.commit([desk.typed('A ', { nodeId: await desk.nodeAt(0), offset: one().indexOf('The') })]);
    expect((await desk.run()).reused).toBe(0);
    expect(server.asked).toHaveLength(3);
    expect(
      desk.rows('select coordinate from execution order by layer_key').map((row) => row.coordinate),
    ).toEqual([
      expect.stringContaining(':storm.1.1.1'),
      expect.stringContaining(':storm.1.2.1'),
      expect.stringContaining(':storm.2.1.1'),
    ]);
  });

  test('that is to run again is used from then on; the run whose text is a version stays recorded', async () => {
    const { desk, server } = await open([one()], [chats('It broke.'), chats('It held.')]);
    await desk.run();
    const again = await desk.run({ isAgain: true });
    expect(again.reused).toBe(0);
    const third = await desk.run();
    expect(third).toMatchObject({ reused: 1, versions: again.versions });
    expect(server.asked).toHaveLength(2);
    expect(desk.rows('select output, coordinate from execution order by layer_key')).toEqual([
      { output: 'It broke.', coordinate: expect.stringContaining(':storm.1.1.1') },
      { output: 'It held.', coordinate: expect.stringContaining(':storm.1.2.1') },
    ]);
  });

  test('offers the result in another place, with the response it is from', async () => {
    const { desk, server } = await open([one()], [chats('It broke.')]);
    const first = await desk.run();
    await desk.select(first.versions[0]);
    await desk.commit([desk.typed(`\n\n${STORM}`)]);
    const { reused, versions } = await desk.run();
    expect([reused, server.asked.length]).toEqual([1, 1]);
    expect(await desk.select(versions[0])).toBe('One.\n\nIt broke.\n\nIt broke.');
    const nodeId = versions[0]?.[0] ?? ('' as NodeId);
    expect((await desk.call('node.record', { treeId: desk.treeId, nodeId }))?.prompt).toBe('rebuilt');
    const { verdict } = await desk.call('node.read', { treeId: desk.treeId, nodeId });
    expect(verdict).toMatchObject({ verdict: 'valid' });
  });

  test('sends again after an answer that was cut short', async () => {
    const { desk, server } = await open([one()], [hangsAfter('It '), chats('It held.')]);
    const { job } = await desk.start();
    await expect
      .poll(() => desk.emitted('generation.updated').some(({ append }) => append !== ''))
      .toBe(true);
    await desk.call('generation.stop', { jobId: job.jobId, slot: null });
    const { reused, states } = await desk.run();
    expect([reused, states, server.asked.length]).toEqual([0, ['done'], 2]);
  });
});

test('a document fills a hole with what the writer has committed there, in the section that is named', async () => {
  const { desk, server } = await open(
    [`One.\n\n${fence('name=a agent=Muse', 'Who: {{doc:marie#Fears}}')}`],
    [chats('She drowned.')],
  );
  const story = desk.treeId;
  const run = () => desk.start().catch((error: { readonly detail: string }) => error.detail);
  await desk.call('tree.create', { title: 'Marie', kind: 'document' });
  await desk.commit([desk.typed('# Marie\n\nA skater.')]);
  await desk.call('tree.show', { treeId: story });
  expect(await run()).toContain('names a section that is not in the document');
  const { id } = await desk.call('tree.create', { title: 'MARIE', kind: 'document' });
  await desk.commit([desk.typed('## Fears\n\nThe lake.\n\n## Youth\n\nNone.')]);
  await desk.call('tree.show', { treeId: story });
  expect(await run()).toContain('names several documents, which have the same title');
  await desk.call('tree.update', { treeId: id, title: 'Marie Lind' });
  const other = (await desk.call('tree.list', {})).find(({ title }) => title === 'Marie');
  await desk.call('tree.update', { treeId: other?.id ?? id, archived: true });
  await desk.call('tree.update', { treeId: id, title: 'Marie' });
  await desk.run();
  expect(JSON.stringify(server.asked[0]?.json)).toContain('Who: ## Fears\\n\\nThe lake."');
});

test('lore fills its hole with what the prompt and the text before it speak of, and nothing else', async () => {
  const body = 'Know:\n{{lore}}\nWhat would {{who}} do?';
  const { desk, server } = await open(
    [`Jan came. Anna slept.\n\n${fence('agent=Muse', body)}\n\nTom left.`],
    [chats('Skate.')],
  );
  const story = desk.treeId;
  for (const name of ['Marie', 'Jan', 'Tom']) {
    const { id } = await desk.call('tree.create', { title: name, kind: 'document' });
    await desk.commit([desk.typed(`${name} is known.`)]);
    await desk.call('tree.update', { treeId: id, settings: { lore: [{ keys: [name] }] } });
  }
  await desk.call('tree.show', { treeId: story });
  await desk.run({ values: { who: 'Marie' } });
  const sent = JSON.stringify(server.asked[0]?.json);
  expect(sent).toContain('Know:\\nJan is known.\\n\\nMarie is known.\\nWhat would Marie do?');
});

describe('nothing is sent and nothing is written', () => {
  test.each([
    ['name=a agent=Nobody', 'x', 'There is no agent “Nobody”.'],
    ['name=a', 'x', 'Choose an agent first, or name one in the prompt.'],
    ['name=a agent=Muse', '{{fence:a}}', 'The prompt “a” asks for its own result.'],
    ['name=a agent=Muse', '{{mood}} {{before:2}}', '{{mood}} has no value.'],
    [
      'name=a agent=Muse',
      '{{doc:Marie#fears}}',
      '{{doc:Marie#fears}} names a document that is not in this grove.',
    ],
    [
      'name=a agent=Muse',
      '{{fence:b}} {{node:zz}}',
      '{{fence:b}} names a prompt that is not in this text. {{node:zz}}',
    ],
    ['name=a agent=Muse', '{{after:1}}', '{{after:1}} asks for what follows the prompt, and nothing does.'],
  ])('for %s with %j', async (info, body, detail) => {
    const { desk, server } = await open([`One.\n\n${fence(info, body)}`], []);
    await expect(desk.start()).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      detail: expect.stringContaining(detail),
    });
    expect(server.asked).toEqual([]);
    expect(desk.rows("select count(*) as n from layer where dimension <> 'versions'")).toEqual([{ n: 0 }]);
  });

  test('for a fence that is not there any more, or in an excluded text', async () => {
    const { desk } = await open([`One.\n\n${STORM}`], []);
    const place = { from: await desk.point(6), to: await desk.point(20) };
    const request = { ...place, agentId: null, isAgain: false, values: [] };
    await expect(desk.call('fence.run', { ...(await desk.intent()), ...request })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const positionId = await desk.positionAt(0);
    await desk.call('position.exclude', { ...(await desk.intent()), positionId, excluded: true });
    await expect(desk.start()).rejects.toMatchObject({
      detail: expect.stringContaining('excluded or set aside'),
    });
  });

  test('for the output of a fence in a text that is excluded since', async () => {
    const { desk, server } = await open([`One.\n\n${STORM}\n\n`, 'Two.'], [chats('It broke.')]);
    await desk.run();
    await desk.commit([desk.typed(`\n\n${fence('name=b agent=Muse', '{{fence:storm}}')}`)]);
    const positionId = await desk.positionAt(0);
    await desk.call('position.exclude', { ...(await desk.intent()), positionId, excluded: true });
    await expect(desk.start({ name: 'b' })).rejects.toMatchObject({
      detail: expect.stringContaining('{{fence:storm}} names text that is excluded or set aside'),
    });
    expect(server.asked).toHaveLength(1);
  });
});

describe('every request', () => {
  const AFTER = `One.\n\n${STORM}\n\nTwo.`;

  test('reads all but prompt fences, says so, and keeps what it left out', async () => {
    const { desk, server } = await open([AFTER], [chats(' Three.')], { completionStyle: 'completion' });
    const preview = await desk.call('generation.context', {
      treeId: desk.treeId,
      at: null,
      agentId: desk.agentId,
      maxTokens: 40,
    });
    expect(preview.omitted).toMatchObject([
      { reason: 'fence', nodes: 1, text: { beginning: `\n\n${STORM}` } },
    ]);
    const start = { at: null, agentIds: [desk.agentId], count: 1, maxTokens: 40 };
    await desk.call('generation.start', { ...(await desk.intent()), ...start });
    await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
    expect(server.asked[0]?.json).toMatchObject({ prompt: 'One.\n\nTwo.' });
    const [level] = desk.rows("select ops, why, hash from layer where dimension = 'levels'");
    expect(JSON.parse(String(level?.ops))).toEqual([
      ['snip', 1, 2, [{ kind: 'fence', text: `\n\n${STORM}` }]],
    ]);
  });

  test('of a chat keeps what it left out too, and the export of that verifies', async () => {
    const { desk } = await open([AFTER], [chats(' Three.'), chats(' Four.')]);
    const start = { at: null, agentIds: [desk.agentId], count: 1, maxTokens: 40 };
    for (let asked = 0; asked < 2; asked += 1) {
      await desk.call('generation.start', { ...(await desk.intent()), ...start });
      await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
    }
    desk.destination = temporaryFolder();
    const { treeId } = desk;
    expect(await desk.call('exchange.exportHistory', { treeId, dimension: 'levels' })).toHaveProperty(
      'handle',
    );
    const [name = expect.unreachable('a file')] = readdirSync(desk.destination);
    const { status, stdout } = spawnSync('python3', [VERIFIER, join(desk.destination, name)], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining('2 deltas')]);
  });

  test('refuses to rewrite one', async () => {
    const { desk, server } = await open([AFTER], []);
    await expect(
      desk.call('generation.rewrite', {
        ...(await desk.intent()),
        from: await desk.point(0),
        to: await desk.point(AFTER.length),
        instruction: '',
        length: 'same',
        agentIds: [desk.agentId],
        count: 1,
        maxTokens: 40,
      }),
    ).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      detail: expect.stringContaining('is a prompt, which no model is sent'),
    });
    expect(server.asked).toEqual([]);
  });
});
