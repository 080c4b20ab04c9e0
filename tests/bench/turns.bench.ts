import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { withDisplay } from '../../scripts/display.ts';
import { makeGrove } from '../../scripts/make-grove.ts';
import type { Input, Output, RequestName } from '../../src/ipc/contract.ts';
import { type Answering, DONE, ending, event, Wire } from '../helpers/wire.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { timingOf } from './harness/compare.ts';
import { type OpenWindow, openWindow } from './renderer/open-window.ts';
import { servePage } from './renderer/serve-page.ts';

const AGENTS = 3;
/** Tokens of an answer, and the time between two of them, in milliseconds: what a fast service sends. */
const TOKENS = 200;
const PAUSE = 10;
/** Enough for turns that do not end while keys are timed. */
const CAPS = { calls: 50, commands: 200, tokens: 2_000_000, minutes: 60 };
const COMMANDS = '→ view here\n→ tree depth:3\n→ search "orchard"\n→ view branch:here as:nodes last:10\n';

/** Typing while agents work (`agents.md`, *Several at once*: the writer never waits). */
export const turnsBench: Bench = {
  name: 'turns',
  run: (context) =>
    withDisplay(async () => {
      const { scale, scratch } = context;
      const nodes = scale.path;
      const special = { siblings: 0, versions: 0, branch: 0, longest: 0 };
      const { path } = makeGrove(join(scratch, 'turns.aspen'), {
        nodes,
        path: nodes,
        characters: 300,
        ...special,
      });
      const page = await servePage(scratch);
      const server = new Wire([think]);
      await server.listen();
      const window = await openWindow({ scratch, origin: page.origin, grove: path });
      try {
        return [await keystroke(window, server, context), await stopMany(window, context)];
      } finally {
        await window.close();
        page.close();
        await server.close();
      }
    }),
};

async function keystroke(window: OpenWindow, server: Wire, { scale, log }: BenchContext): Promise<Row> {
  const time = async () => (await window.measure('timeProgramKeystrokes', scale.keystrokes)).ours;
  log('keystrokes before agents run');
  const baseline = await time();
  await startTurns(window.page, server.baseUrl);
  log(`keystrokes while ${AGENTS} agents run`);
  while (server.asked.length < AGENTS) await window.page.waitForTimeout(PAUSE);
  const ours = await time();
  const running = await ask(window.page, 'turn.running', {});
  if (running.length !== AGENTS) throw new Error(`${running.length} turns were left`);
  await ask(window.page, 'turn.stop', { turnId: null });
  log('keystrokes after they have stopped');
  return {
    path: `keystroke in the program while the turns of ${AGENTS} agents run, ${scale.path.toLocaleString('en')} nodes`,
    baseline: 'the same keystroke while none does',
    goal: { atMost: 1.4 },
    figure: { kind: 'timed', timing: timingOf({ ours, baseline, again: await time() }) },
  };
}

/** Duration of *Stop* amid the commands of one long answer. */
async function stopMany({ page }: OpenWindow, { scale, log }: BenchContext): Promise<Row> {
  const count = scale.quick ? 500 : 10_000;
  log(`Stop amid ${count.toLocaleString('en')} commands`);
  const server = new Wire([
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event({ choices: [{ index: 0, delta: { content: '→ view here\n'.repeat(count) } }] }));
      response.end(ending() + DONE);
    },
  ]);
  await server.listen();
  try {
    await startTurns(page, server.baseUrl, 1);
    const phaseOf = async () => (await ask(page, 'turn.running', {}))[0]?.phase;
    while ((await phaseOf()) !== 'commands') await page.waitForTimeout(1);
    const started = performance.now();
    await ask(page, 'turn.stop', { turnId: null });
    const value = Math.round(performance.now() - started);
    return {
      path: `Stop amid the ${count.toLocaleString('en')} commands of an answer`,
      baseline: '–',
      goal: { atMost: 250 },
      figure: { kind: 'measured', value, unit: 'ms', parts: 'until main answers that the turn has ended' },
    };
  } finally {
    await server.close();
  }
}

/** Has each agent begin a turn of its own, in a conversation about the manuscript of the window. */
async function startTurns(page: Page, baseUrl: string, agents = AGENTS): Promise<void> {
  const grove = await ask(page, 'grove.current', {});
  if (grove === null) throw new Error('the window has no grove');
  const { writerId, openTreeId: topicTreeId } = grove;
  const provider = { id: null, name: 'Bench', baseUrl, headers: {}, extra: {} };
  const { id: providerId } = await ask(page, 'provider.save', provider);
  for (let number = 1; number <= agents; number += 1) {
    const { id: agentId } = await ask(page, 'agent.create', {
      name: `Agent ${number}`,
      modelRef: `${providerId}:agent-${number}`,
      configuration: { completionStyle: 'chat', caps: CAPS },
      permissions: { loom_aware: 'allow' },
      color: null,
    });
    const { id: treeId } = await ask(page, 'tree.create', { title: null, mode: 'dialogue', topicTreeId });
    const { pathVersion } = await ask(page, 'path.read', { treeId });
    const insert = 'What is still open?';
    const spans = [{ agent: writerId, length: insert.length }];
    await ask(page, 'turn.start', {
      treeId,
      pathVersion,
      ops: [{ nodeId: null, splice: { from: 0, to: 0, insert, spans } }],
      at: null,
      agentId,
      maxTokens: 2 * TOKENS,
      topicAt: null,
    });
  }
}

/** Asks main, as the window does. */
async function ask<N extends RequestName>(page: Page, name: N, input: Input<N>): Promise<Output<N>> {
  const request: { readonly name: string; readonly input: unknown } = { name, input };
  const reply = await page.evaluate(
    ({ name, input }) => window.aspen.call(name as never, input as never),
    request,
  );
  const answer = reply as { readonly ok: true; readonly value: Output<N> } | { readonly ok: false };
  if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer)}`);
  return answer.value;
}

/** Streams a thought, token by token, and then commands: the turn goes on. */
const think: Answering = async (response) => {
  const say = (content: string) => response.write(event({ choices: [{ index: 0, delta: { content } }] }));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  say('→ think\n');
  for (let token = 0; token < TOKENS && !response.destroyed; token += 1) {
    say(token % 20 === 19 ? ' so.\n' : ' and then');
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  say(`\n←\n${COMMANDS}`);
  response.end(ending() + DONE);
};
