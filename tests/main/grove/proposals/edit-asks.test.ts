/** *Ask for an edit* (`edits.md`), with a real server as the agent's model. */
import { describe, expect, test } from 'vitest';
import type { AgentId, ProposalId } from '../../../../src/core/ids.ts';
import { rebuildMessages } from '../../../../src/core/provenance/rebuild-prompt.ts';
import type { TextRange } from '../../../../src/core/text/span.ts';
import type { AgentConfiguration } from '../../../../src/core/tree/agent.ts';
import type { EditScope } from '../../../../src/ipc/wire/proposal.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { readGrove } from '../../../helpers/grove-facts.ts';
import { delta, hangsAfter, says } from '../../../helpers/turn-desk.ts';
import { type Answering, DONE, refuses, streams, WireServer } from '../../../helpers/wire-server.ts';

const FIRST = 'There was a lamp.\n';
const SECOND = 'It burned all night.\n';
/** Typed, and not committed. */
const DRAFT = 'Nobody came.';
const TEXT = FIRST + SECOND + DRAFT;

const block = (search: string, replace: string) =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;
const GOOD = `Plainer words.\n\n${block('It burned all night.', 'It burned until dawn.')}`;
const BAD = block('It glowed all night.', 'It burned until dawn.');
const isCut = (text: string): Answering => streams(delta(text), delta(null, 'length'), DONE);

type Messages = readonly { readonly role: string; readonly content: string }[];

/** A manuscript of two nodes and a draft, and an agent whose service is `server`. */
class AskDesk extends HandlersDesk {
  readonly #server: WireServer;
  agentId = '' as AgentId;

  constructor(server: WireServer) {
    super();
    this.#server = server;
  }

  async begin(configuration: AgentConfiguration = { completionStyle: 'chat' }): Promise<this> {
    for (const text of [FIRST, SECOND]) await this.commit([this.typed(text)]);
    const provider = { name: 'Here', baseUrl: this.#server.baseUrl, headers: {}, extra: {} };
    const { id } = await this.call('provider.save', { id: null, ...provider });
    const made = { name: 'Muse', modelRef: `${id}:m`, configuration, color: null };
    this.agentId = (await this.call('agent.create', made)).id;
    return this;
  }

  async ask({
    instruction = 'Make it dawn',
    scope = 'all' as EditScope,
    range = { from: 0, to: 0 } as TextRange,
    agentId = this.agentId,
    ops = [this.typed(DRAFT)],
  } = {}) {
    return this.call('proposal.ask', { ...(await this.intent(ops)), agentId, instruction, scope, range });
  }

  async read() {
    return this.call('proposal.read', await this.intent());
  }

  /** Waits until nothing is awaited. */
  async ended() {
    const isAwaited = () => this.grove.edits.asks(this.treeId).some(({ error }) => error === null);
    await expect.poll(isAwaited).toBe(false);
    return this.read();
  }

  /** The messages of a request. */
  sent(index: number): Messages {
    return this.#server.asked[index]?.json.messages as Messages;
  }

  get requests(): number {
    return this.#server.asked.length;
  }

  async record(id: ProposalId | undefined) {
    return this.call('proposal.record', { proposalId: id ?? ('' as ProposalId) });
  }
}

async function open(...answers: readonly Answering[]) {
  return new AskDesk(await WireServer.start(...answers)).begin();
}

describe('an answer that fits', () => {
  test('is proposed for the text as it was when it was asked for, and changes nothing', async () => {
    const desk = await open(says(...GOOD.split(/(?<= )/)));
    const before = readGrove(desk.path).counts;
    const { ask } = await desk.ask();
    expect(ask).toMatchObject({ agentId: desk.agentId, instruction: 'Make it dawn', phase: 'waiting' });
    // Typing at the beginning, while the answer is awaited.
    const node = { nodeId: await desk.nodeAt(0) };
    await desk.call('draft.save', { ...(await desk.intent([desk.typed('Once: ', node)])), digest: null });
    const { proposals, asks } = await desk.ended();
    expect(asks).toEqual([]);
    expect(proposals).toHaveLength(1);
    const [proposal] = proposals;
    expect(proposal).toMatchObject({
      agentId: desk.agentId,
      action: 'patch',
      instruction: 'Make it dawn',
      rationale: 'Plainer words.',
      state: 'open',
      hasRecord: true,
    });
    const [suggestion] = proposal?.suggestions ?? [];
    expect(suggestion).toMatchObject({ removed: 'all night', inserted: 'until dawn', decision: 'open' });
    const { from, to } = suggestion?.range ?? { from: 0, to: 0 };
    expect((await desk.shown()).slice(from, to)).toBe('all night');
    expect(await desk.shown()).toBe(`Once: ${TEXT}`);
    expect(readGrove(desk.path).counts.nodes).toBe(before.nodes);
    expect(desk.emitted('proposals.changed').at(-1)).toEqual({ treeId: desk.treeId, asks: [] });
  });

  test('is a diff that counts a line too many, since the service says that the answer has ended', async () => {
    const desk = await open(says('@@ -2,2 +2,2 @@\n-It burned all night.\n+It burned until dawn.\n'));
    await desk.ask();
    const { proposals } = await desk.ended();
    expect(desk.requests).toBe(1);
    expect(proposals[0]?.suggestions).toMatchObject([{ removed: 'all night', inserted: 'until dawn' }]);
  });

  test('can be for a selection, which takes the lines around it', async () => {
    const desk = await open(says(GOOD));
    const from = TEXT.indexOf('burned');
    await desk.ask({ scope: 'selection', range: { from, to: from + 6 } });
    const { proposals } = await desk.ended();
    expect(desk.sent(0)[1]?.content).toContain(`line 2 of 3:\n\n<text>\n${SECOND.trim()}\n</text>`);
    expect(proposals[0]?.suggestions).toMatchObject([{ removed: 'all night' }]);
  });

  test('was given the text with the draft, what is selected, and what is asked for', async () => {
    const desk = await open(says(GOOD));
    const from = TEXT.indexOf('burned');
    await desk.ask({ range: { from, to: from + 6 } });
    await desk.ended();
    const [system, user] = desk.sent(0);
    expect(system?.content).toContain('<<<<<<< SEARCH');
    expect(user?.content).toContain('lines 1-3 of 3');
    expect(user?.content).toContain(`<text>\n${TEXT}\n</text>`);
    expect(user?.content).toContain('<selection>\nburned\n</selection>');
    expect(user?.content).toMatch(/Make it dawn$/);
  });

  test('has a record that rebuilds what was sent, and counts as use', async () => {
    const desk = await open(says(GOOD));
    await desk.ask();
    const { proposals } = await desk.ended();
    const record = await desk.record(proposals[0]?.proposalId);
    expect(record).toMatchObject({ prompt: 'rebuilt', tokenUsage: { promptTokens: 100 } });
    expect(rebuildMessages(record?.request ?? null, () => undefined)).toEqual(desk.sent(0));
    expect(record?.body?.text).toContain('until dawn');
    expect(await desk.call('generation.usage', {})).toMatchObject([
      { agentId: desk.agentId, requests: 1, promptTokens: 100, completionTokens: 20 },
    ]);
    const facts = readGrove(desk.path);
    expect(facts).toMatchObject({ verified: facts.counts.nodes, logIsWhole: true });
  });

  test('is the whole passage where agents do not edit by patches', async () => {
    const desk = await open(says('```\nIt burned ', 'until dawn.\n```'));
    await desk.call('settings.update', { editsByPatches: false });
    const from = FIRST.length;
    await desk.ask({ scope: 'chapter', range: { from, to: from + SECOND.length } });
    const { proposals } = await desk.ended();
    expect(desk.sent(0)[1]?.content).toContain(`<passage>\n${SECOND}\n</passage>`);
    expect(desk.sent(0)[0]?.content).not.toContain('SEARCH');
    expect(proposals[0]).toMatchObject({ action: 'replace', state: 'open' });
    expect(proposals[0]?.suggestions).toMatchObject([{ removed: 'all night', inserted: 'until dawn' }]);
  });
});

describe('an answer that takes long to plan', () => {
  const paragraphs = Array.from({ length: 15_000 }, (_, at) => `She counted ${at} lamps in the lane.`);
  const long = paragraphs.join('\n');

  async function planning() {
    const answer = long.replaceAll('lamps', 'stars');
    const desk = await open(says(answer));
    await desk.call('settings.update', { editsByPatches: false });
    const range = { from: TEXT.length - DRAFT.length, to: TEXT.length - DRAFT.length + long.length };
    const { ask } = await desk.ask({ range, ops: [desk.typed(long)] });
    const received = () => desk.grove.edits.asks(desk.treeId)[0]?.received;
    await expect.poll(received).toBe(answer.length);
    return { desk, ask };
  }

  test('leaves the program free for other requests, and is proposed when it is planned', async () => {
    const { desk } = await planning();
    expect((await desk.read()).asks).toHaveLength(1);
    const { proposals } = await desk.ended();
    expect(proposals[0]?.suggestions).toHaveLength(paragraphs.length);
  });

  test('can be stopped, and then proposes nothing', async () => {
    const { desk, ask } = await planning();
    await desk.call('proposal.stop', { askId: ask.askId });
    expect(await desk.read()).toMatchObject({ asks: [], proposals: [] });
  });
});

describe('an answer that does not fit', () => {
  test('because it leaves out the rest of the passage is told so, once', async () => {
    const desk = await open(
      says('There was a lamp.\n\n[... rest unchanged ...]'),
      says('It burned until dawn.'),
    );
    await desk.call('settings.update', { editsByPatches: false });
    await desk.ask();
    const { proposals } = await desk.ended();
    expect(desk.sent(1).at(-1)?.content).toContain('(elision)');
    expect(proposals).toMatchObject([{ action: 'replace', state: 'open' }]);
  });

  test('is told why, once; then what fits is proposed', async () => {
    const desk = await open(says(BAD), says(GOOD));
    await desk.ask();
    const { proposals } = await desk.ended();
    expect(proposals.map(({ state }) => state)).toEqual(['open']);
    expect(desk.emitted('proposals.changed').flatMap(({ asks }) => asks.map(({ phase }) => phase))).toContain(
      'again',
    );
    const [system, user, said, told] = desk.sent(1);
    expect([system, user]).toEqual(desk.sent(0));
    expect(said).toEqual({ role: 'assistant', content: BAD });
    expect(told?.content).toContain('✗ CONFLICT: block 1 of 1 does not fit the text (context_mismatch)');
    expect(told?.content).toContain('It glowed all night.');
    expect(await desk.call('generation.usage', {})).toMatchObject([{ requests: 2 }]);
  });

  test('twice is stored as refused, and can be asked for again', async () => {
    const desk = await open(says(BAD), says(BAD), says(GOOD));
    await desk.ask();
    const { proposals } = await desk.ended();
    expect(proposals).toHaveLength(1);
    expect(proposals[0]).toMatchObject({
      state: 'refused',
      refusal: { reason: 'context_mismatch', hunk: 1, hunks: 1 },
      suggestions: [],
      hasRecord: true,
    });
    expect(desk.requests).toBe(2);
    const proposalId = proposals[0]?.proposalId ?? ('' as ProposalId);
    const range = { from: 0, to: 0 };
    const { ask } = await desk.call('proposal.askAgain', { ...(await desk.intent()), proposalId, range });
    expect(ask.instruction).toBe('Make it dawn');
    expect((await desk.ended()).proposals.map(({ state }) => state)).toEqual(['open', 'refused']);
  });

  test('because it was cut off, is truncated, and its whole blocks can be taken', async () => {
    const desk = await open(isCut(`${GOOD}\n<<<<<<< SEARCH\nNobody came.\n=======\nNobody ca`));
    await desk.ask();
    const { proposals } = await desk.ended();
    expect(proposals).toMatchObject([
      {
        state: 'open',
        refusal: { reason: 'truncated' },
        suggestions: [{ removed: 'all night', inserted: 'until dawn', decision: 'open' }],
      },
    ]);
    expect(desk.sent(1).at(-1)?.content).toContain('(truncated)');
  });

  test('because one of its blocks does not, gives what the others change, and says why that one was left out', async () => {
    const desk = await open(says(GOOD + BAD), says(BAD));
    await desk.ask();
    const { proposals } = await desk.ended();
    expect(proposals).toMatchObject([
      {
        state: 'open',
        refusal: { reason: 'context_mismatch', hunk: 2, hunks: 2, expected: 'It glowed all night.' },
        suggestions: [{ removed: 'all night', inserted: 'until dawn' }],
      },
    ]);
  });

  test('because it only talks, changes nothing', async () => {
    const desk = await open(says('I would let it burn until dawn.'));
    await desk.ask();
    const { proposals } = await desk.ended();
    expect(desk.requests).toBe(2);
    expect(proposals).toMatchObject([
      { state: 'refused', refusal: { reason: 'malformed' }, suggestions: [], rationale: null },
    ]);
  });

  test('is not told why if the text was excluded meanwhile, because that would send it again', async () => {
    const desk: AskDesk = await open(async (response, asked) => {
      const positionId = await desk.positionAt(1);
      await desk.call('position.exclude', { ...(await desk.intent()), positionId, excluded: true });
      await says(BAD)(response, asked);
    });
    await desk.ask();
    expect((await desk.ended()).proposals).toMatchObject([{ refusal: { reason: 'stale_version' } }]);
    expect(desk.requests).toBe(1);
  });

  test('but says that nothing is to be changed is not asked again', async () => {
    const desk = await open(says('NO CHANGES.'));
    await desk.ask();
    const { proposals } = await desk.ended();
    expect(desk.requests).toBe(1);
    expect(proposals).toMatchObject([{ state: 'refused', refusal: { reason: 'empty' } }]);
  });
});

describe('an answer that does not come', () => {
  test('because the writer stopped it, proposes nothing, and its record is kept', async () => {
    const desk = await open(hangsAfter(GOOD));
    const { ask } = await desk.ask();
    await expect.poll(() => desk.grove.edits.asks(desk.treeId)[0]?.received).toBe(GOOD.length);
    await desk.call('proposal.stop', { askId: ask.askId });
    expect(await desk.read()).toMatchObject({ proposals: [], asks: [] });
    expect(await desk.shown()).toBe(TEXT);
    expect(await desk.call('generation.usage', {})).toMatchObject([{ requests: 1, uncounted: 1 }]);
  });

  test('because the provider refuses, says why until it is asked again', async () => {
    const desk = await open(refuses(401, 'no such key'), says(GOOD));
    const { ask } = await desk.ask({ scope: 'chapter' });
    const failed = await desk.ended();
    expect(failed.proposals).toEqual([]);
    expect(failed.asks).toMatchObject([{ askId: ask.askId, error: { code: 'AUTHENTICATION' } }]);
    expect(desk.emitted('proposals.changed').at(-1)?.asks).toEqual(failed.asks);
    const again = { ...(await desk.intent()), proposalId: ask.askId, range: { from: 0, to: 0 } };
    await desk.call('proposal.askAgain', again);
    expect(await desk.ended()).toMatchObject({ proposals: [{ state: 'open' }], asks: [] });
  });

  test('because the stream broke off, says why until it is dismissed', async () => {
    const desk = await open(streams(delta(GOOD)));
    const { ask } = await desk.ask();
    const failed = await desk.ended();
    expect(failed).toMatchObject({ proposals: [], asks: [{ error: { code: 'BROKEN_OFF' } }] });
    await desk.call('proposal.stop', { askId: ask.askId });
    expect((await desk.read()).asks).toEqual([]);
  });

  test('because the grove closes, is lost, and its record is kept', async () => {
    const desk = await open(hangsAfter(GOOD));
    await desk.ask();
    await expect.poll(() => desk.grove.edits.asks(desk.treeId)[0]?.received).toBe(GOOD.length);
    await desk.grove.settle();
    expect(await desk.call('proposal.list', { treeId: desk.treeId })).toEqual([]);
    await desk.close();
    expect(readGrove(desk.path).counts.responses).toBe(1);
  });
});

describe('nobody is asked', () => {
  test('who only continues texts', async () => {
    const desk = await open(says(GOOD));
    const { agents } = desk.grove.snapshot();
    const offline = agents.find(({ name }) => name === 'Offline')?.id;
    await expect(desk.ask({ agentId: offline ?? desk.agentId })).rejects.toThrow('only continues texts');
    await expect(desk.ask({ agentId: desk.grove.snapshot().writerId })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(desk.requests).toBe(0);
  });

  test('for nothing, or about more than fits', async () => {
    const server = await WireServer.start(says(GOOD));
    const desk = await new AskDesk(server).begin({ completionStyle: 'chat', contextLength: 1_700 });
    await expect(desk.ask({ instruction: ' \n' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    const long = desk.typed('A long, long night it was. '.repeat(200));
    await expect(desk.ask({ ops: [long] })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await desk.ask({ scope: 'selection', ops: [] });
    expect((await desk.ended()).proposals).toHaveLength(1);
  });
});
