import { estimateTokens } from '../../../core/context/estimate-tokens.ts';
import { readsInstruction } from '../../../core/context/infill.ts';
import type { Insertion } from '../../../core/context/insertion.ts';
import type { ContextNode } from '../../../core/context/story.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import { nodesUpTo } from '../../../core/lore/scanned-text.ts';
import type { LoreSelection } from '../../../core/lore/select-lore.ts';
import { MAX_ANSWER_TOKENS } from '../../../core/text/limits.ts';
import type { Agent, SamplingSettings } from '../../../core/tree/agent.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { ContextPreview, PieceRef } from '../../../ipc/wire/context.ts';
import type { ReplacementJob, ReplacementRequest } from '../../../ipc/wire/generation.ts';
import type { PathReply } from '../../../ipc/wire/path.ts';
import { type AgentContext, windowOf } from '../../generation/agent-context.ts';
import type { Generator } from '../../generation/generator.ts';
import { previewContext } from '../../generation/preview-context.ts';
import { agentReplacement } from '../../generation/replacement-context.ts';
import { getAgent } from '../../store/tables/agents.ts';
import { getTree } from '../../store/tables/trees.ts';
import type { GroveScope } from '../grove-scope.ts';
import type { GroveLore } from '../lore/grove-lore.ts';
import { requestedAgents } from '../model-requests.ts';
import type { IntentParts } from '../writing/intent-writer.ts';
import type { ShownRange } from './replacement-starts.ts';

/** Times the tokens of what is rewritten, by the length that is asked for. */
const ROOM_TO_REWRITE = { shorter: 1.5, same: 2.5, longer: 5 } as const;
const LENGTH_TO_FILL = { shorter: 0.5, same: 1, longer: 2 } as const;

/** So that a sentence can come to its end, in tokens. */
const ROOM_TO_END = 24;

/** The rewrites or bridges that a window requests. */
export interface RewriteRequest extends ReplacementRequest {
  /** One or more; each agent writes `count` texts. */
  readonly agentIds: readonly AgentId[];
  readonly count: number;
  /** The length of a bridge. */
  readonly maxTokens: number;
  /** Override the agents' own settings. */
  readonly parameters: SamplingSettings;
}

export interface PreviewRequest extends ReplacementRequest {
  readonly agentId: AgentId;
  readonly maxTokens: number;
  /** The piece to return in full, however long it is. */
  readonly whole: PieceRef | null;
}

/** The text and instruction of a rewrite. */
type Asked = Pick<ReplacementRequest, 'instruction' | 'length'> &
  Pick<ShownRange, 'range' | 'replaced'> & {
    /** The nodes of the whole path. */
    readonly nodes: readonly ContextNode[];
    /** The length of a bridge. */
    readonly maxTokens: number;
  };

/** Starts rewrites and bridges in an open grove (`edits.md`, *Rewrites and bridges*). */
export class GroveRewrites {
  readonly #scope: GroveScope;
  readonly #generator: Generator;
  readonly #lore: GroveLore;

  constructor(scope: GroveScope, generator: Generator, lore: GroveLore) {
    this.#scope = scope;
    this.#generator = generator;
    this.#lore = lore;
  }

  /**
   * Commits the draft and requests the texts, which arrive as events and become offered versions.
   * @throws {AspenError} INVALID_ARGUMENT in a conversation, for an agent that is no model, or for more texts than a bar
   *   steps through; MODEL_NOT_FOUND; CONTEXT_TOO_LONG: all before anything is written
   */
  start(
    treeId: TreeId,
    intent: IntentParts,
    request: RewriteRequest,
  ): { readonly path: PathReply; readonly job: ReplacementJob } {
    const { store, treeSession, writerId } = this.#scope;
    const generator = this.#generator;
    const agents = requestedAgents(store, generator, request);
    const tree = getTree(store, treeId);
    if (tree.mode !== 'buffer')
      throw new AspenError('INVALID_ARGUMENT', 'only the text of a manuscript is rewritten');
    const { replacements, shown } = treeSession(treeId);
    const requestsFor = ({ range, replaced }: Pick<ShownRange, 'range' | 'replaced'>) => {
      const asked = { ...request, range, replaced, nodes: shown.contextNodes(null) };
      return agents.map((agent) => ({
        agent,
        context: contextOf(agent, tree, asked, this.#loreFor(agent, tree, asked).insertions),
        count: request.count,
        maxTokens: maxTokensOf(agent, asked),
      }));
    };
    // Check everything that could be refused before the commit: both happen, or neither.
    const { path, ...start } = replacements.prepare(intent, request, requestsFor);
    const { originId, parts, range, before, replaced, after } = start;
    const agentRequests = requestsFor({ range, replaced });
    const target = { kind: 'replacement', originId, parts, before, replaced, after } as const;
    return { path, job: generator.start({ treeId, requestedBy: writerId, target, agentRequests }) };
  }

  /**
   * Previews a request, including uncommitted text.
   * @throws {AspenError} NOT_FOUND; as `ReplacementStarts.shownRange`
   */
  previewContext(treeId: TreeId, { agentId, whole, ...request }: PreviewRequest): ContextPreview {
    const { store, treeSession } = this.#scope;
    const generator = this.#generator;
    const { replacements, shown } = treeSession(treeId);
    const agent = generator.asServed(getAgent(store, agentId));
    const tree = getTree(store, treeId);
    const nodes = shown.contextNodes(null);
    const asked = { ...request, ...replacements.shownRange(request), nodes };
    const { verdicts, insertions } = this.#loreFor(agent, tree, asked);
    const assemble = (one: Agent) => contextOf(one, tree, asked, insertions);
    const maxTokens = maxTokensOf(agent, asked);
    return previewContext(agent, nodes, { maxTokens, whole, assemble, lore: () => verdicts });
  }

  /** The text up to the end of what is replaced wakes entries. */
  #loreFor(agent: Agent, tree: LoomTree, asked: Asked): LoreSelection {
    const nodes = nodesUpTo(asked.nodes, asked.range.to);
    const size = { window: windowOf(agent), reserve: maxTokensOf(agent, asked) };
    return this.#lore.select({ tree, nodes, at: null, ...size });
  }
}

/** @throws {AspenError} CONTEXT_TOO_LONG; INVALID_ARGUMENT for text that no model may be sent */
function contextOf(agent: Agent, tree: LoomTree, asked: Asked, lore: readonly Insertion[]): AgentContext {
  const { instruction, range, nodes } = asked;
  const maxTokens = maxTokensOf(agent, asked);
  return agentReplacement(agent, tree, nodes, range, { instruction, maxTokens, lore });
}

/**
 * Upper limit of an answer's tokens. An agent that does not read its instruction writes as much as it may, so that the
 * limit makes a text shorter or longer; one that does is only kept from writing without end.
 */
function maxTokensOf(agent: Agent, { replaced, length, maxTokens }: Asked): number {
  if (replaced === '') return maxTokens;
  const share = (readsInstruction(agent) ? ROOM_TO_REWRITE : LENGTH_TO_FILL)[length];
  return Math.min(MAX_ANSWER_TOKENS, Math.ceil(estimateTokens(replaced.length) * share) + ROOM_TO_END);
}
