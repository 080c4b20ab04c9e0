/** Turns that run at once (`agents.md`, *Several at once*), with a real server as the model of every agent. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentId, PositionId, TreeId, TurnId } from '../../../src/core/ids.ts';
import type { AgentPermissions } from '../../../src/core/tree/agent.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { COLLABORATOR, hangsAfter, says, TurnDesk } from '../../helpers/turn-desk.ts';
import type { Answering, Asked } from '../../helpers/wire-server.ts';

/** The server's answers to each agent, in order; an agent is named after its model. */
type Script = Readonly<Record<string, readonly Answering[]>>;

/** A manuscript of three nodes, and agents that answer as a script has it, however their requests interleave. */
class AtOnce {
  readonly opened: TurnDesk;
  readonly #agents = new Map<string, AgentId>();
  readonly #asked = new Map<string, Asked[]>();

  private constructor(opened: TurnDesk) {
    this.opened = opened;
  }

  /** @param script is given the ids of the manuscript's nodes */
  static async open(
    script: (ids: readonly string[], at: AtOnce) => Script,
    permissions: AgentPermissions = COLLABORATOR,
  ): Promise<AtOnce> {
    let answer: Answering = () => undefined;
    const opened = await TurnDesk.open({
      answers: () => [(response, asked) => answer(response, asked)],
      permissions,
    });
    const at = new AtOnce(opened);
    const scripted = script(
      opened.nodes.map(({ localId }) => localId),
      at,
    );
    answer = (response, asked) => {
      const { model = '' } = asked.json as { readonly model?: string };
      const count = at.asked(model).length;
      at.#asked.set(model, [...at.asked(model), asked]);
      const answers = scripted[model] ?? [];
      return (answers[count] ?? answers.at(-1))?.(response, asked);
    };
    at.#agents.set('analyst-1', opened.agentId);
    return at;
  }

  /** The requests of an agent's model so far. */
  asked(model: string): readonly Asked[] {
    return this.#asked.get(model) ?? [];
  }

  /** Resolves once an agent's model has had so many requests. */
  untilAsked(model: string, count: number): Promise<void> {
    return expect
      .poll(() => this.asked(model).length, { timeout: 5_000, interval: 5 })
      .toBeGreaterThanOrEqual(count);
  }

  async addAgent(model: string, name = model, rest: AgentPermissions = {}): Promise<AgentId> {
    const { desk, agentId } = this.opened;
    const { agents } = (await desk.call('grove.current', {})) ?? { agents: [] };
    const modelRef = agents.find(({ id }) => id === agentId)?.modelRef?.replace(/:.*/, `:${model}`) ?? '';
    const configuration = { completionStyle: 'chat' } as const;
    const permissions = { ...COLLABORATOR, doc_write: 'allow', ...rest } as const;
    const agent = { name, modelRef, configuration, permissions, color: null };
    const { id } = await desk.call('agent.create', agent);
    this.#agents.set(model, id);
    return id;
  }

  /** Sends a message to an agent, in this conversation or in a new one about the manuscript. */
  async begin(model: string, where: { readonly treeId?: TreeId; readonly from?: PositionId } = {}) {
    const { desk, story } = this.opened;
    const talk = { title: null, mode: 'dialogue', topicTreeId: story } as const;
    const treeId = where.treeId ?? (await desk.call('tree.create', talk)).id;
    if (where.from !== undefined)
      await desk.call('path.moveHead', { ...(await desk.intent([], treeId)), to: where.from });
    const agentId = this.#agents.get(model) ?? (await this.addAgent(model));
    const asked = { at: null, agentId, maxTokens: 200, topicAt: null };
    const message = [desk.typed(`To ${model}`)];
    return (await desk.call('turn.start', { ...(await desk.intent(message, treeId)), ...asked })).turn;
  }

  async ended(turnId: TurnId) {
    return this.opened.until(turnId, 'ended');
  }

  /** The result of each command of a turn. */
  async results({ treeId, turnId }: { readonly treeId: TreeId; readonly turnId: TurnId }) {
    const turns = await this.opened.desk.call('turn.trace', { treeId });
    return turns.find((turn) => turn.turnId === turnId)?.actions.map(({ result }) => result ?? '') ?? [];
  }
}

const CONFLICT = /^✗ CONFLICT: another agent is writing on this branch\n {2}hint: /;

function gate() {
  let open: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isOpen, open: () => open() };
}

/** Answers when `ready` resolves. */
function after(ready: () => Promise<unknown>, answer: Answering): Answering {
  return async (response, asked) => {
    await ready();
    await answer(response, asked);
  };
}

test('two on different branches run at once; a third, on a held one, gets CONFLICT and still reads', async () => {
  const held = gate();
  const at = await AtOnce.open(([, second, third], at) => ({
    'analyst-1': [
      // Neither is answered before both have asked.
      after(() => at.untilAsked('editor-1', 1), says(`→ edit [${third}] "Somebody came."\n`)),
      after(() => held.isOpen, says('Edited.')),
    ],
    'editor-1': [
      after(() => at.untilAsked('analyst-1', 1), says(`→ respond [${second}] "A fox came."\n`)),
      says('Written.'),
    ],
    'reader-1': [
      says(`→ edit [${third}] "A door opened."\n→ exclude [${second}]\n→ view [${third}]\n`),
      says('It is held.'),
      says(`→ edit [${third}] "A door opened."\n`),
      says('Done.'),
    ],
  }));
  const { desk, story, nodes } = at.opened;
  const analyst = await at.begin('analyst-1');
  const editor = await at.begin('editor-1');
  expect(await at.ended(editor.turnId)).toMatchObject({ state: 'done', error: null });
  await at.untilAsked('analyst-1', 2);

  const reader = await at.begin('reader-1');
  expect(await at.ended(reader.turnId)).toMatchObject({ state: 'done' });
  const results = await at.results(reader);
  expect(results.map((text) => CONFLICT.test(text))).toEqual([true, true, false]);
  expect(results[2]).toContain('Nobody came.');
  expect(JSON.stringify(at.asked('reader-1')[0]?.json)).toContain(
    `Agent “Analyst” active at [${nodes[2]?.localId}]`,
  );
  expect((await desk.call('turn.running', {})).map(({ turnId }) => turnId)).toEqual([analyst.turnId]);

  // The writer waits for nobody.
  const typing = await desk.intent([desk.typed(' And then')], story);
  await desk.call('draft.save', { ...typing, digest: null });
  await desk.commit([desk.typed(' it rained.')], story);
  expect((await desk.call('turn.running', {})).map(({ turnId }) => turnId)).toEqual([analyst.turnId]);

  held.open();
  expect(await at.ended(analyst.turnId)).toMatchObject({ state: 'done' });
  const again = await at.begin('reader-1');
  await at.ended(again.turnId);
  expect(await at.results(again)).toEqual([expect.stringContaining('✓ created version')]);
  await at.opened.expectSound();
});

test('a turn that waits for a person holds nothing, and leaves what another has taken meanwhile', async () => {
  const held = gate();
  const asks = { ...COLLABORATOR, loom_generate: 'ask' } as const;
  const at = await AtOnce.open(
    ([, , third]) => ({
      'analyst-1': [
        says(`→ edit [${third}] "Somebody came."\n`),
        says(`→ continue from [${third}] n:1\n→ edit [${third}] "A fox came."\n`),
        says('Done.'),
      ],
      'editor-1': [says(`→ edit [${third}] "A door opened."\n`), after(() => held.isOpen, says('Edited.'))],
    }),
    asks,
  );
  const { desk } = at.opened;
  await at.addAgent('editor-1');
  const analyst = await at.begin('analyst-1');
  const { card } = await at.opened.until(analyst.turnId, 'asking');
  const editor = await at.begin('editor-1');
  await at.untilAsked('editor-1', 2);
  expect(await at.results(editor)).toEqual([expect.stringContaining('✓ created version')]);
  await desk.call('turn.answer', {
    turnId: analyst.turnId,
    card: card?.card ?? 0,
    answer: { kind: 'deny', words: '' },
  });
  await at.ended(analyst.turnId);
  expect(await at.results(analyst)).toEqual([
    expect.stringContaining('✓ created version'),
    expect.stringContaining('✗ PERMISSION_DENIED'),
    expect.stringMatching(CONFLICT),
  ]);
  held.open();
  await at.ended(editor.turnId);
  await at.opened.expectSound();
});

test('a person is not asked about what another agent’s turn refuses', async () => {
  const held = gate();
  const at = await AtOnce.open(
    ([first, , third]) => ({
      'analyst-1': [
        says(`→ edit [${third}] "A."\n→ respond [${third}] "B."\n→ bookmark [${first}]\n`),
        says('Done.'),
      ],
      'editor-1': [says(`→ edit [${third}] "A door opened."\n`), after(() => held.isOpen, says('Edited.'))],
    }),
    { ...COLLABORATOR, loom_write: 'ask' },
  );
  const editor = await at.begin('editor-1');
  await at.untilAsked('editor-1', 2);
  const analyst = await at.begin('analyst-1');
  await at.ended(analyst.turnId);
  expect(await at.results(analyst)).toEqual(Array(3).fill(expect.stringMatching(CONFLICT)));
  held.open();
  await at.ended(editor.turnId);
});

test('a part of a document that one agent rewrites is closed to another, which can still read it', async () => {
  const held = gate();
  const writing = { ...COLLABORATOR, doc_write: 'allow' } as const;
  const at = await AtOnce.open(
    () => ({
      'analyst-1': [
        says('→ write doc:"Marie" replace:1-1 "Fears nothing."\n'),
        after(() => held.isOpen, says('So.')),
      ],
      'editor-1': [
        says(
          '→ write doc:"Marie" replace:1-1 "Fears ice."\n→ read doc:"Marie"\n→ write doc:"Marie" append "Skates."\n',
        ),
        says('So.'),
      ],
    }),
    writing,
  );
  const { desk } = at.opened;
  const { id: marie } = await desk.call('tree.create', { title: 'Marie', kind: 'document' });
  await desk.commit([desk.typed('Fears the lake.')], marie);
  const analyst = await at.begin('analyst-1');
  await at.untilAsked('analyst-1', 2);
  expect(await at.results(analyst)).toEqual([expect.stringContaining('✓ replaced in doc:"Marie"')]);
  const editor = await at.begin('editor-1');
  await at.ended(editor.turnId);
  expect(await at.results(editor)).toEqual([
    expect.stringMatching(CONFLICT),
    expect.stringContaining('Fears the lake.'),
    expect.stringMatching(CONFLICT),
  ]);
  held.open();
  await at.ended(analyst.turnId);
  await at.opened.expectSound();
});

test('a proposal writes nowhere until it is accepted; one that is accepted on arrival waits for the branch', async () => {
  const held = gate();
  const proposes = says('→ snapshot all\n→ replace "Nobody" with "Somebody"\n');
  const at = await AtOnce.open(([, , third]) => ({
    'analyst-1': [says(`→ edit [${third}] "A fox came."\n`), after(() => held.isOpen, says('Edited.'))],
    'editor-1': [proposes, says('So.')],
    'applier-1': [proposes, says('So.')],
  }));
  const analyst = await at.begin('analyst-1');
  await at.untilAsked('analyst-1', 2);
  await at.addAgent('applier-1', 'Applier', { edit_apply: 'allow' });
  const [editor, applier] = [await at.begin('editor-1'), await at.begin('applier-1')];
  for (const turn of [editor, applier]) await at.ended(turn.turnId);
  expect((await at.results(editor))[1]).toContain('✓ proposed: 1 suggestion');
  expect((await at.results(applier))[1]).toMatch(CONFLICT);
  held.open();
  await at.ended(analyst.turnId);
  await at.opened.expectSound();
});

test('agents that are told to prune each other’s work cannot while it goes on', async () => {
  const writes = (third: string | undefined) => says(`→ respond [${third}] "Mine."\n`);
  const other = { 'analyst-1': 'editor-1', 'editor-1': 'analyst-1' } as const;
  const at = await AtOnce.open(([, , third], at) => {
    /** Prunes what the other has made, which its second request names. */
    const prunes = (self: keyof typeof other): Answering =>
      after(
        () => at.untilAsked(other[self], 2),
        (response, asked) => {
          const [made = ''] =
            /(?<=✓ created \[)\w+/.exec(JSON.stringify(at.asked(other[self])[1]?.json)) ?? [];
          return says(`→ prune [${made}]\n`)(response, asked);
        },
      );
    const last = (self: keyof typeof other) => after(() => at.untilAsked(other[self], 3), says('Done.'));
    return {
      'analyst-1': [writes(third), prunes('analyst-1'), last('analyst-1')],
      'editor-1': [writes(third), prunes('editor-1'), last('editor-1')],
    };
  });
  const { desk, story, nodes } = at.opened;
  const turns = [await at.begin('analyst-1'), await at.begin('editor-1')];
  for (const turn of turns) {
    await at.ended(turn.turnId);
    expect(await at.results(turn)).toEqual([
      expect.stringContaining('✓ created'),
      expect.stringMatching(CONFLICT),
    ]);
  }
  const parentId = nodes[2]?.positionId ?? ('' as never);
  const children = await desk.call('path.children', { treeId: story, parentId });
  expect(children.map(({ pruned }) => pruned)).toEqual([false, false]);
});

test('in one conversation, turns on different branches run at once and those on one branch in order', async () => {
  const at = await AtOnce.open((_, at) => ({
    'analyst-1': [after(() => at.untilAsked('editor-1', 1), hangsAfter('I am'))],
    'editor-1': [hangsAfter('So am I')],
    'reader-1': [says('Third.')],
  }));
  const { opened } = at;
  const { desk, talk } = opened;
  const root = (await desk.call('path.read', { treeId: talk })).rootPositionId;
  const analyst = await at.begin('analyst-1', { treeId: talk });
  const below = await at.begin('reader-1', { treeId: talk });
  const editor = await at.begin('editor-1', { treeId: talk, from: root });
  await at.untilAsked('editor-1', 1);
  const running = await desk.call('turn.running', {});
  expect(running.map(({ turnId, phase, waitsFor }) => [turnId, phase, waitsFor])).toEqual([
    [analyst.turnId, 'calling', []],
    [below.turnId, 'queued', [analyst.turnId]],
    [editor.turnId, 'calling', []],
  ]);
  // A program that ends now has stopped all of them.
  const copy = join(temporaryFolder(), 'killed.aspen');
  copyFileSync(desk.path, copy);
  const next = new HandlersDesk(copy, 100_000);
  await next.grove.recover([]);
  const killed = await next.call('turn.trace', { treeId: talk });
  expect(killed.map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped']);
  await next.close();

  await desk.call('turn.stop', { turnId: analyst.turnId });
  expect(await at.ended(below.turnId)).toMatchObject({ state: 'done' });
  expect(opened.latest(editor.turnId)).toMatchObject({ phase: 'calling' });
  await desk.call('turn.stop', { turnId: null });
  expect(await at.ended(editor.turnId)).toMatchObject({ state: 'stopped' });
  await opened.expectSound();
});

test('an agent can ask another that has its name', async () => {
  const at = await AtOnce.open(([, , third]) => ({
    'analyst-1': [says(`→ continue from [${third}] n:1 using agent:"analyst"\n`), says('Done.')],
    'namesake-1': [says(' A fox came.')],
  }));
  await at.addAgent('namesake-1', 'Analyst');
  const turn = await at.begin('analyst-1');
  await at.ended(turn.turnId);
  expect(await at.results(turn)).toEqual([expect.stringContaining('A fox came.')]);
});
