import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { TokenProbability } from '../../../ipc/wire/node.ts';
import type { Client } from '../../client.ts';
import type { TextAsk } from '../../surface.ts';
import type { PathSession } from '../path/path-session.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';

/** Nodes whose tokens are kept: those of a screen or two. */
const KEPT = 32;

type TokenAsk = Extract<TextAsk, { kind: 'token' }>;

/** A token that is told of, and where; `token` is null for a node of which no likelihoods are known. */
export interface ShownToken extends Omit<TokenAsk, 'kind' | 'index'> {
  readonly token: TokenProbability | null;
}

export type TokenAlternative = TokenProbability['alternatives'][number];

export interface TokenSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly notices: Notices;
  /** Whether a node of the path is a model's. */
  isModels(positionId: PositionId): boolean;
}

/** How likely the tokens of models' nodes were: read when they are asked for, and told of one at a time. */
export class TokenSession {
  readonly #options: TokenSessionOptions;
  readonly #shown = createStore<ShownToken | null>(null);
  /** The node used last is the last. */
  readonly #known = new Map<NodeId, Promise<readonly TokenProbability[]>>();
  readonly #stop: () => void;

  constructor(options: TokenSessionOptions) {
    this.#options = options;
    this.#stop = options.path.mirror.subscribe(() => {
      const shown = this.#shown.get();
      if (shown !== null && options.path.findHeader(shown.positionId)?.nodeId !== shown.nodeId) this.hide();
    });
  }

  /** Null for none. */
  get shown(): Store<ShownToken | null> {
    return this.#shown;
  }

  close(): void {
    this.#stop();
    this.hide();
  }

  /** The tokens of a node in their order, empty where nobody told them; null for text that is no model's. Never fails. */
  async read(nodeId: NodeId, positionId: PositionId): Promise<readonly TokenProbability[] | null> {
    if (!this.#options.isModels(positionId)) return null;
    try {
      return await this.#tokensOf(nodeId);
    } catch (error) {
      this.#known.delete(nodeId);
      this.#options.notices.report(error);
      return null;
    }
  }

  async show({ index, kind: _kind, ...ask }: TokenAsk): Promise<void> {
    const tokens = await this.read(ask.nodeId, ask.positionId);
    if (tokens !== null) this.#shown.set({ ...ask, token: index === null ? null : (tokens[index] ?? null) });
  }

  hide(): void {
    this.#shown.set(null);
  }

  #tokensOf(nodeId: NodeId): Promise<readonly TokenProbability[]> {
    const { client, treeId } = this.#options;
    const tokens = this.#known.get(nodeId) ?? client.call('node.tokens', { treeId, nodeId });
    this.#known.delete(nodeId);
    this.#known.set(nodeId, tokens);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KEPT && oldest !== undefined) this.#known.delete(oldest);
    return tokens;
  }
}

/** A token and what else might have come, likeliest first; `isOwn` is the one that came. */
export function choicesAt(
  { logprob, alternatives }: TokenProbability,
  text: string,
): readonly (TokenAlternative & { readonly isOwn: boolean })[] {
  const others = alternatives.filter((other) => other.text !== text);
  return [{ text, logprob, isOwn: true }, ...others.map((other) => ({ ...other, isOwn: false }))].sort(
    (a, b) => b.logprob - a.logprob,
  );
}
