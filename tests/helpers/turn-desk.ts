import { expect } from 'vitest';
import { formatCommandError, notEnabled } from '../../src/core/commands/command-error.ts';
import type { AgentId, NodeId, PositionId, TreeId, TurnId } from '../../src/core/ids.ts';
import type { AgentConfiguration, AgentPermissions, PermissionName } from '../../src/core/tree/agent.ts';
import type { TurnSnapshot } from '../../src/ipc/wire/turn.ts';
import { HandlersDesk } from './desk.ts';
import { type Answering, DONE, event, WireServer } from './wire-server.ts';

/** A piece of a chat model's answer. */
export function delta(content: string | null, finish: string | null = null): string {
  const change = content === null ? {} : { content };
  return event({
    id: 'chat-1',
    model: 'wire-1',
    choices: [{ index: 0, delta: change, finish_reason: finish }],
  });
}

export function usage(prompt: number, completion: number): string {
  return event({ choices: [], usage: { prompt_tokens: prompt, completion_tokens: completion } });
}

/** A whole answer, in these pieces. */
export function says(...pieces: readonly string[]): Answering {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req-1' });
    for (const piece of pieces) {
      response.write(delta(piece));
      await new Promise(setImmediate);
    }
    response.end(delta(null, 'stop') + usage(100, 20) + DONE);
  };
}

/** Sends the beginning of an answer, and no end. */
export function hangsAfter(...pieces: readonly string[]): Answering {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) response.write(delta(piece));
  };
}

/** Everything allowed. */
export const COLLABORATOR: AgentPermissions = {
  loom_aware: 'allow',
  loom_write: 'allow',
  loom_generate: 'allow',
};

/** A manuscript of three nodes, a conversation about it, and an agent whose model is a real server. */
export class TurnDesk {
  readonly desk: HandlersDesk;
  readonly server: WireServer;
  readonly story: TreeId;
  readonly talk: TreeId;
  readonly agentId: AgentId;
  /** The nodes of the manuscript, in order. */
  readonly nodes: readonly {
    readonly id: NodeId;
    readonly localId: string;
    readonly positionId: PositionId;
  }[];

  private constructor(parts: Pick<TurnDesk, 'desk' | 'server' | 'story' | 'talk' | 'agentId' | 'nodes'>) {
    this.desk = parts.desk;
    this.server = parts.server;
    this.story = parts.story;
    this.talk = parts.talk;
    this.agentId = parts.agentId;
    this.nodes = parts.nodes;
  }

  /** @param answers one per request, in order; they are given the ids of the manuscript's nodes */
  static async open({
    answers,
    permissions = COLLABORATOR,
    configuration = {},
    desk = new HandlersDesk(),
  }: {
    readonly answers: (ids: readonly string[]) => readonly Answering[];
    readonly permissions?: AgentPermissions;
    readonly configuration?: AgentConfiguration;
    readonly desk?: HandlersDesk;
  }): Promise<TurnDesk> {
    const story = desk.treeId;
    for (const text of ['It rained all night. ', 'The orchard was empty. ', 'Nobody came.'])
      await desk.commit([desk.typed(text)]);
    const nodes = [];
    for (const index of [0, 1, 2]) {
      const id = await desk.nodeAt(index);
      const { node } = await desk.call('node.read', { treeId: story, nodeId: id });
      nodes.push({ id, localId: node.localId as string, positionId: await desk.positionAt(index) });
    }
    const { id: talk } = await desk.call('tree.create', {
      title: null,
      mode: 'dialogue',
      topicTreeId: story,
    });
    const server = await WireServer.start(...answers(nodes.map(({ localId }) => localId)));
    const provider = { name: 'Here', baseUrl: server.baseUrl, headers: {}, extra: {} };
    const { id: providerId } = await desk.call('provider.save', { id: null, ...provider });
    const { id: agentId } = await desk.call('agent.create', {
      name: 'Analyst',
      modelRef: `${providerId}:analyst-1`,
      configuration: { completionStyle: 'chat', ...configuration },
      permissions,
      color: null,
    });
    return new TurnDesk({ desk, server, story, talk, agentId, nodes });
  }

  /** Sends a message and begins a turn. */
  async begin(
    message = 'What do you think?',
    goesOnWith?: TurnId,
    talk: TreeId = this.talk,
  ): Promise<TurnSnapshot> {
    const { desk, agentId } = this;
    const { pathVersion } = await desk.call('path.read', { treeId: talk });
    const { turn } = await desk.call('turn.start', {
      treeId: talk,
      pathVersion,
      ops: message === '' ? [] : [desk.typed(message)],
      at: null,
      agentId,
      maxTokens: 200,
      topicAt: null,
      ...(goesOnWith === undefined ? {} : { goesOnWith }),
    });
    return turn;
  }

  /** The latest snapshot of a turn. */
  latest(turnId: TurnId): TurnSnapshot {
    const found = this.desk.emitted('turn.changed').findLast((turn) => turn.turnId === turnId);
    if (found === undefined) throw new Error('the turn has not begun');
    return found;
  }

  /** Resolves when the turn has reached a phase. */
  async until(turnId: TurnId, phase: TurnSnapshot['phase']): Promise<TurnSnapshot> {
    await expect.poll(() => this.latest(turnId).phase, { timeout: 30_000, interval: 5 }).toBe(phase);
    return this.latest(turnId);
  }

  /** Sends a message and waits for the end of the turn. */
  async turn(message?: string): Promise<TurnSnapshot> {
    return this.until((await this.begin(message)).turnId, 'ended');
  }

  /** The lines of the newest turn, each with its outcome and result. */
  async actions() {
    const [newest] = await this.desk.call('turn.trace', { treeId: this.talk });
    return (newest?.actions ?? []).map(({ line, approval, outcome, result }) => ({
      line,
      approval,
      outcome,
      result,
    }));
  }

  /** The content of a request of the agent's model, as `role: content`. */
  sent(index: number): string {
    const { messages = [] } = (this.server.asked[index]?.json ?? {}) as {
      readonly messages?: readonly { readonly role: string; readonly content: string }[];
    };
    return messages.map(({ role, content }) => `${role}: ${content}`).join('\n---\n');
  }

  /** Everything in the file holds: hashes, invariants, the log, records and turns. */
  async expectSound(): Promise<void> {
    const verdict = await this.desk.call('grove.verify', {});
    expect(verdict).toMatchObject({ nodes: { invalid: 0 }, violations: [], log: [], records: [] });
  }
}

/** A command's result for an agent without a permission. */
export const denied = (permission: PermissionName) => formatCommandError(notEnabled(permission));
