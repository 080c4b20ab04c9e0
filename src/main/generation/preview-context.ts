import {
  documentPieces as piecesOfDocument,
  sentPrompt,
  systemContextOf,
} from '../../core/context/assemble.ts';
import { estimateTokens } from '../../core/context/estimate-tokens.ts';
import type { ContextNode, Omission, ContextPiece as SentPiece } from '../../core/context/story.ts';
import { AspenError } from '../../core/errors.ts';
import type { LoreVerdict } from '../../core/lore/lore-verdict.ts';
import { foldText, unfoldedText } from '../../core/text/fold-text.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { WireError } from '../../ipc/wire/app.ts';
import type {
  ContextPiece,
  ContextPreview,
  OmittedRange,
  PieceRef,
  PreviewMessage,
} from '../../ipc/wire/context.ts';
import { describeError } from '../../ui-text/errors.ts';
import { type AgentContext, styleOf, windowOf } from './agent-context.ts';
import { CONTINUE_INSTRUCTION } from './providers/request-body.ts';

/** Enough to recognise an omitted text, in UTF-16 code units. */
const ROOM_LEFT_OUT = 80;

export interface PreviewOptions {
  readonly maxTokens: number;
  /** The piece to return in full, however long it is. */
  readonly whole: PieceRef | null;
  /** Verdicts on the lore that was assembled last. */
  lore(): readonly LoreVerdict[];
  /**
   * Assembles the agent's context; called again without the window if the result is too long.
   * @throws {AspenError} CONTEXT_TOO_LONG; another one if there is nothing to send
   */
  assemble(agent: Agent): AgentContext;
}

/**
 * Exactly what the next request would send, or why it is refused and by how much (`generation.md`, *Context*).
 * @param nodes those that the context is assembled from
 */
export function previewContext(
  agent: Agent,
  nodes: readonly ContextNode[],
  { maxTokens, whole, lore, assemble }: PreviewOptions,
): ContextPreview {
  const { context, refusal } = contextOrRefusal(agent, assemble);
  const style = styleOf(agent, context);
  const isDocument = context.kind === 'document';
  const instruction = isDocument && style !== 'completion' ? CONTINUE_INSTRUCTION : '';
  const messages = isDocument ? [documentPieces(context, instruction)] : messagePieces(context);
  const window = windowOf(agent);
  const tokens = context.tokens + estimateTokens(instruction.length);
  return {
    style,
    reserve: maxTokens,
    window,
    pieces: foldPieces(messages.flat(), whole),
    messages: isDocument
      ? []
      : context.messages.map(
          ({ role, speakers }, index): PreviewMessage => ({
            role,
            speakers,
            pieces: messages[index]?.length ?? 0,
          }),
        ),
    omitted: stretchesOf(nodes, context.omitted),
    lore: lore(),
    trimmed: isDocument ? sentPrompt(context).spaces.length : 0,
    tokens,
    refusal,
    tooMany: refusal === null || window === null ? 0 : Math.max(1, tokens + maxTokens - window),
  };
}

/**
 * A context that is too long is returned in full, so that the writer can see what takes the space; a conversation
 * without anything to send, without messages.
 */
function contextOrRefusal(
  agent: Agent,
  assemble: PreviewOptions['assemble'],
): { readonly context: AgentContext; readonly refusal: WireError | null } {
  try {
    return { context: assemble(agent), refusal: null };
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    if (error.code !== 'CONTEXT_TOO_LONG') {
      const reply = { name: null, stop: [] };
      return { context: { kind: 'messages', messages: [], omitted: [], tokens: 0, reply }, refusal: null };
    }
    const { contextLength: _length, ...configuration } = agent.configuration;
    return { context: assemble({ ...agent, configuration }), refusal: describeError(error) };
  }
}

/** A piece as the Sent tab shows it, before it is folded. */
interface ShownPiece {
  readonly kind: ContextPiece['kind'];
  text: string;
}

/** The text of nodes, the names before it and what joins it are one piece. */
function shownPieces(pieces: readonly SentPiece[]): readonly ShownPiece[] {
  const shown: ShownPiece[] = [];
  for (const { source, text } of pieces) {
    const last = shown.at(-1);
    const kind = kindOf(source);
    if (last !== undefined && (source.kind === 'join' || last.kind === kind)) last.text += text;
    else shown.push({ kind, text });
  }
  return shown;
}

function kindOf(source: SentPiece['source']): ContextPiece['kind'] {
  switch (source.kind) {
    case 'node':
      return source.in ?? 'text';
    case 'name':
    case 'join':
    case 'metadata':
    case 'quoted':
    case 'snapshot':
    case 'summary':
    case 'filled':
      return 'text';
    default:
      return source.kind;
  }
}

/** @param instruction sent with the system text, as one message */
function documentPieces(
  context: Extract<AgentContext, { readonly kind: 'document' }>,
  instruction: string,
): readonly ShownPiece[] {
  const system = [systemContextOf(context), instruction].filter((text) => text !== '').join('\n\n');
  const rest = shownPieces([...piecesOfDocument(context), ...(context.suffix ?? [])]);
  return system === '' ? rest : [{ kind: 'system', text: system }, ...rest];
}

function messagePieces({
  messages,
}: Extract<AgentContext, { readonly kind: 'messages' }>): readonly (readonly ShownPiece[])[] {
  return messages.map(({ pieces }) => shownPieces(pieces));
}

function foldPieces(pieces: readonly ShownPiece[], whole: PieceRef | null): readonly ContextPiece[] {
  const seen = new Map<ContextPiece['kind'], number>();
  return pieces.map(({ kind, text }) => {
    const nth = seen.get(kind) ?? 0;
    seen.set(kind, nth + 1);
    const isWhole = whole?.kind === kind && whole.nth === nth;
    return { kind, text: isWhole ? unfoldedText(text) : foldText(text) };
  });
}

/** Joins consecutive parts that are omitted for the same reason. */
function stretchesOf(nodes: readonly ContextNode[], omissions: readonly Omission[]): readonly OmittedRange[] {
  const parts = new Map<Omission['nodeId'], Omission[]>();
  for (const part of omissions) {
    const others = parts.get(part.nodeId);
    if (others === undefined) parts.set(part.nodeId, [part]);
    else others.push(part);
  }
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
    const ofNode = parts.get(nodeId) ?? [];
    if (ofNode.length === 0) end();
    for (const part of ofNode) {
      if (part.reason !== open?.first.reason || part.from > 0) end();
      if (open === null) open = { first: part, last: part, texts: [] };
      open.last = part;
      open.texts.push(text.slice(part.from, part.to));
      if (part.to < text.length) end();
    }
  }
  end();
  return stretches;
}
