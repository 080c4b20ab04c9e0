import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { TokenProbability } from '../../../ipc/wire/node.ts';
import type { ManuscriptRequest } from '../../surface.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { findAuthor } from '../draft/tree-scope.ts';
import { createStore, readableOf } from '../store.ts';

/** Nodes whose tokens are cached: a screen or two of them. */
const MAX_CACHED = 32;

type TokenRequest = Extract<ManuscriptRequest, { kind: 'token' }>;

/** The token shown, and where. `token` is null for a node without known probabilities. */
export interface ShownToken extends Omit<TokenRequest, 'kind' | 'index'> {
  readonly token: TokenProbability | null;
}

export type TokenAlternative = TokenProbability['alternatives'][number];

/** Token probabilities of models' nodes, read on request and shown one token at a time. */
export function createTokenSession(scope: ManuscriptScope) {
  const { client, treeId, path, notices } = scope;
  const shown = createStore<ShownToken | null>(null);
  /** Least recently used first. */
  const cache = new Map<NodeId, Promise<readonly TokenProbability[]>>();
  const unsubscribe: () => void = path.mirror.subscribe(() => {
    const token = shown.get();
    if (token !== null && path.findHeader(token.positionId)?.nodeId !== token.nodeId) hide();
  });

  /** The tokens of a node in order, empty if none are known; null for a person's text, and after a failure. */
  async function read(nodeId: NodeId, positionId: PositionId): Promise<readonly TokenProbability[] | null> {
    if (findAuthor(scope, positionId)?.type !== 'model') return null;
    try {
      return await tokensOf(nodeId);
    } catch (error) {
      cache.delete(nodeId);
      notices.report(error);
      return null;
    }
  }

  function hide(): void {
    shown.set(null);
  }

  function tokensOf(nodeId: NodeId): Promise<readonly TokenProbability[]> {
    const tokens = cache.get(nodeId) ?? client.call('node.tokens', { treeId, nodeId });
    cache.delete(nodeId);
    cache.set(nodeId, tokens);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    return tokens;
  }

  return {
    read,
    hide,
    shown: readableOf(shown),

    close(): void {
      unsubscribe();
      hide();
    },

    async show({ index, kind: _kind, ...request }: TokenRequest): Promise<void> {
      const tokens = await read(request.nodeId, request.positionId);
      if (tokens !== null) shown.set({ ...request, token: index === null ? null : (tokens[index] ?? null) });
    },
  };
}

export type TokenSession = ReturnType<typeof createTokenSession>;

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
