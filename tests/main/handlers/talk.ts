/** A conversation with two agents of one service, through the handlers, for tests. */
import { expect } from 'vitest';
import type { AgentId, PositionId } from '../../../src/core/ids.ts';
import type { AgentConfiguration } from '../../../src/core/tree/agent.ts';
import type { TreeSettings } from '../../../src/core/tree/loom-tree.ts';
import type { Input } from '../../../src/ipc/contract.ts';
import type { ContextPreview } from '../../../src/ipc/wire/context.ts';
import type { GenerationUpdate } from '../../../src/ipc/wire/generation.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { type Answering, type Asked, DONE, event, streams, WireServer } from '../../helpers/wire-server.ts';

/** A piece of a chat answer, or its end. */
export function delta(content: string | null, finish: string | null = null, rest: object = {}): string {
  const choice = {
    index: 0,
    delta: { ...(content === null ? {} : { content }), ...rest },
    finish_reason: finish,
  };
  return event({ id: 'chat-1', model: 'wire-1', choices: [choice] });
}

export const answers = (...texts: readonly string[]): Answering =>
  streams(...texts.map((text) => delta(text)), delta(null, 'stop'), DONE);

/** A conversation with two agents of one service. */
export class Talk {
  readonly desk = new HandlersDesk();
  readonly server: WireServer;
  readonly agents = new Map<string, AgentId>();

  private constructor(server: WireServer) {
    this.server = server;
  }

  static async open(
    answer: Answering,
    configuration: AgentConfiguration = { completionStyle: 'chat' },
  ): Promise<Talk> {
    const talk = new Talk(await WireServer.start(answer));
    const { desk, server } = talk;
    await desk.call('tree.create', { title: 'Talk', mode: 'dialogue' });
    const provider = { name: 'Here', baseUrl: server.baseUrl, headers: {}, extra: {} };
    const { id } = await desk.call('provider.save', { id: null, ...provider });
    for (const name of ['Opus', 'Sonnet']) {
      const agent = { name, modelRef: `${id}:${name.toLowerCase()}-1`, configuration, color: null };
      talk.agents.set(name, (await desk.call('agent.create', agent)).id);
    }
    return talk;
  }

  agent(name: string): AgentId {
    const id = this.agents.get(name);
    if (id === undefined) throw new Error(`no agent ${name}`);
    return id;
  }

  /** Types a message into the composer. */
  async type(text: string): Promise<void> {
    const typing = await this.desk.intent([this.desk.typed(text)]);
    await this.desk.call('draft.save', { ...typing, digest: null });
  }

  /** Sends the composer and asks agents to reply. @returns the positions of the replies */
  async ask(...names: readonly string[]): Promise<readonly PositionId[]> {
    const { desk } = this;
    const agentIds = names.map((name) => this.agent(name));
    const options = { at: null, agentIds, count: 1, maxTokens: 50 };
    const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...options });
    await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
    return job.slots.map(({ positionId }) => positionId);
  }

  /** Asks an agent to go on with a message of the path, its own. @returns the position of what comes */
  async goOn(name: string, at: PositionId | undefined): Promise<PositionId | undefined> {
    const { desk } = this;
    const options = { at: at ?? null, agentIds: [this.agent(name)], count: 1, maxTokens: 50 };
    const intent = await desk.intent();
    const { job } = await desk.call('generation.start', { ...intent, ...options, continues: true });
    await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
    return job.slots[0]?.positionId;
  }

  /** Makes a reply the head. */
  async show(positionId: PositionId | undefined): Promise<void> {
    if (positionId === undefined) throw new Error('no reply');
    await this.desk.call('path.moveHead', { ...(await this.desk.intent()), to: positionId });
  }

  async set(settings: TreeSettings): Promise<void> {
    await this.desk.call('tree.update', { treeId: this.desk.treeId, settings });
  }

  preview(name: string, options: Partial<Input<'generation.context'>> = {}): Promise<ContextPreview> {
    const { treeId } = this.desk;
    const input = { treeId, at: null, agentId: this.agent(name), maxTokens: 50 };
    return this.desk.call('generation.context', { ...input, ...options });
  }

  /** The last request for an agent. */
  asked(name: string): Asked {
    const found = this.server.asked.findLast(({ json }) => json.model === `${name.toLowerCase()}-1`);
    if (found === undefined) throw new Error(`${name} was not asked`);
    return found;
  }

  /** The messages of the path, each after the name of its author. */
  async shown(): Promise<readonly string[]> {
    const { desk } = this;
    const { segments } = await desk.call('path.read', { treeId: desk.treeId });
    const names = new Map(desk.grove.snapshot().agents.map(({ id, name }) => [id, name]));
    let end = 0;
    return Array.from(segments.lengths, (length, index) => {
      end += length;
      const author = segments.agents[segments.authors[index] ?? -1];
      return `${author === undefined ? '' : names.get(author)}: ${segments.text.slice(end - length, end)}`;
    });
  }

  /** The last update of the last request's slot. */
  lastUpdate(): GenerationUpdate | undefined {
    return this.desk.emitted('generation.updated').at(-1);
  }

  /** The request in the record of the message at an index of the path. */
  async recordAt(index: number) {
    const nodeId = await this.desk.nodeAt(index);
    return this.desk.call('node.record', { treeId: this.desk.treeId, nodeId });
  }
}
