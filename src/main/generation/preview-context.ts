import {
  type AssembledContext,
  type ContextNode,
  type Omission,
  promptOf,
  systemContextOf,
} from '../../core/context/assemble.ts';
import { estimateTokens } from '../../core/context/estimate-tokens.ts';
import { trimPrompt } from '../../core/context/seam.ts';
import { AspenError } from '../../core/errors.ts';
import { foldText, unfoldedText } from '../../core/text/fold-text.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import type { WireError } from '../../ipc/wire/app.ts';
import type { ContextPiece, ContextPreview, OmittedRange, PieceRef } from '../../ipc/wire/context.ts';
import { describeError } from '../../ui-text/errors.ts';
import { agentContext, windowOf } from './agent-context.ts';
import { CONTINUE_INSTRUCTION } from './providers/request-body.ts';

/** Enough to recognise an omitted text, in UTF-16 code units. */
const ROOM_LEFT_OUT = 80;

export interface PreviewOptions {
  readonly maxTokens: number;
  /** The piece to return in full, however long it is. */
  readonly whole: PieceRef | null;
}

/**
 * Exactly what the next request would send, or why it is refused and by how much (`generation.md`,
 * *Context*).
 */
export function previewContext(
  agent: Agent,
  tree: Pick<LoomTree, 'systemContext' | 'settings'>,
  nodes: readonly ContextNode[],
  { maxTokens, whole }: PreviewOptions,
): ContextPreview {
  const { completionStyle = 'completion' } = agent.configuration;
  const instruction = completionStyle === 'completion' ? '' : CONTINUE_INSTRUCTION;
  const { context, refusal } = contextOrRefusal(agent, tree, nodes, maxTokens);
  const window = windowOf(agent);
  const tokens = context.tokens + estimateTokens(instruction.length);
  return {
    style: completionStyle,
    reserve: maxTokens,
    window,
    pieces: piecesOf(context, instruction, whole),
    omitted: stretchesOf(nodes, context.omitted),
    trimmed: trimPrompt(promptOf(context)).spaces.length,
    tokens,
    refusal,
    tooMany: refusal === null || window === null ? 0 : Math.max(1, tokens + maxTokens - window),
  };
}

/** A context that is too long is returned in full, so that the writer can see what takes the space. */
function contextOrRefusal(
  agent: Agent,
  tree: Pick<LoomTree, 'systemContext' | 'settings'>,
  nodes: readonly ContextNode[],
  maxTokens: number,
): { readonly context: AssembledContext; readonly refusal: WireError | null } {
  try {
    return { context: agentContext(agent, tree, nodes, maxTokens), refusal: null };
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    const { contextLength: _length, ...configuration } = agent.configuration;
    const context = agentContext({ ...agent, configuration }, tree, nodes, maxTokens);
    return { context, refusal: describeError(error) };
  }
}

/** Joins consecutive nodes into one text. */
function piecesOf(
  context: AssembledContext,
  instruction: string,
  whole: PieceRef | null,
): readonly ContextPiece[] {
  const system = [systemContextOf(context), instruction].filter((text) => text !== '').join('\n\n');
  const pieces: ContextPiece[] = [];
  const add = (kind: ContextPiece['kind'], text: string) => {
    const nth = pieces.filter((before) => before.kind === kind).length;
    const isWhole = whole?.kind === kind && whole.nth === nth;
    if (text !== '') pieces.push({ kind, text: isWhole ? unfoldedText(text) : foldText(text) });
  };
  let texts: string[] = [];
  const endText = () => {
    add('text', texts.join(''));
    texts = [];
  };
  add('system', system);
  for (const { source, text } of context.pieces) {
    if (source.kind === 'node') texts.push(text);
    else if (source.kind !== 'system') {
      endText();
      add(source.kind, text);
    }
  }
  endText();
  return pieces;
}

/** Joins consecutive parts that are omitted for the same reason. */
function stretchesOf(nodes: readonly ContextNode[], omissions: readonly Omission[]): readonly OmittedRange[] {
  const parts = new Map(omissions.map((part) => [part.nodeId, part]));
  const stretches: OmittedRange[] = [];
  let open: { readonly first: Omission; last: Omission; readonly texts: string[] } | null = null;
  const end = () => {
    if (open === null) return;
    const { first, last, texts } = open;
    stretches.push({
      reason: first.reason,
      from: { nodeId: first.nodeId, offset: first.from },
      to: { nodeId: last.nodeId, offset: last.to },
      nodes: texts.length,
      text: foldText(texts.join(''), ROOM_LEFT_OUT),
    });
    open = null;
  };
  for (const { nodeId, text } of nodes) {
    if (text === '') continue;
    const part = parts.get(nodeId);
    if (part === undefined || part.reason !== open?.first.reason || part.from > 0) end();
    if (part === undefined) continue;
    if (open === null) open = { first: part, last: part, texts: [] };
    open.last = part;
    open.texts.push(text.slice(part.from, part.to));
    if (part.to < text.length) end();
  }
  end();
  return stretches;
}
