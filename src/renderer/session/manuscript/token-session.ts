import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { TokenProbability } from '../../../ipc/wire/node.ts';
import type { ManuscriptRequest } from '../../surface.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { findAuthor } from '../draft/tree-scope.ts';
import { createStore, type Store } from '../store.ts';

/** Nodes whose tokens are cached: a screen or two of them. */
const MAX_CACHED = 32;

type TokenRequest = Extract<ManuscriptRequest, { kind: 'token' }>;

/** The token shown, and where. `token` is null for a node without known probabilities. */
export interface ShownToken extends Omit<TokenRequest, 'kind' | 'index'> {
  readonly token: TokenProbability | null;
}

export type TokenAlternative = TokenProbability['alternatives'][number];

/** Token probabilities of models' nodes, read on request and shown one token at a time. */
export class TokenSession {
  readonly #scope: ManuscriptScope;
  readonly #shown = createStore<ShownToken | null>(null);
  readonly shown: Store<ShownToken | null> = this.#shown;
  /** Least recently used first. */
  readonly #cache = new Map<NodeId, Promise<readonly TokenProbability[]>>();
  readonly #unsubscribe: () => void;

  constructor(scope: ManuscriptScope) {
    this.#scope = scope;
    this.#unsubscribe = scope.path.mirror.subscribe(() => {
      const shown = this.#shown.get();
      if (shown !== null && scope.path.findHeader(shown.positionId)?.nodeId !== shown.nodeId) this.hide();
    });
  }

  close(): void {
    this.#unsubscribe();
    this.hide();
  }

  /** The tokens of a node in order, empty if none are known; null for a person's text, and after a failure. */
  async read(nodeId: NodeId, positionId: PositionId): Promise<readonly TokenProbability[] | null> {
    if (findAuthor(this.#scope, positionId)?.type !== 'model') return null;
    try {
      return await this.#tokensOf(nodeId);
    } catch (error) {
      this.#cache.delete(nodeId);
      this.#scope.notices.report(error);
      return null;
    }
  }

  async show({ index, kind: _kind, ...request }: TokenRequest): Promise<void> {
    const tokens = await this.read(request.nodeId, request.positionId);
    if (tokens !== null)
      this.#shown.set({ ...request, token: index === null ? null : (tokens[index] ?? null) });
  }

  hide(): void {
    this.#shown.set(null);
  }

  #tokensOf(nodeId: NodeId): Promise<readonly TokenProbability[]> {
    const { client, treeId } = this.#scope;
    const tokens = this.#cache.get(nodeId) ?? client.call('node.tokens', { treeId, nodeId });
    this.#cache.delete(nodeId);
    this.#cache.set(nodeId, tokens);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
    return tokens;
  }
}

/** A token and its alternatives, likeliest first; `isOwn` marks the generated one. */
export function choicesAt(
  { logprob, alternatives }: TokenProbability,
  text: string,
): readonly (TokenAlternative & { readonly isOwn: boolean })[] {
  const others = alternatives.filter((other) => other.text !== text);
  return [{ text, logprob, isOwn: true }, ...others.map((other) => ({ ...other, isOwn: false }))].sort(
    (a, b) => b.logprob - a.logprob,
  );
}
