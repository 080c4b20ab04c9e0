import { sha256 } from '#sha256';
import type { SentMessage } from '../context/messages.ts';
import type { NodeId } from '../ids.ts';
import { canonicalJson, type JsonValue } from './canonical-json.ts';

/**
 * `other`: the rebuilt prompt differs from the sent one. `missing`: a node is not in this grove, or the record is
 * incomplete.
 */
export type PromptState = 'rebuilt' | 'missing' | 'other';

type JsonObject = { readonly [name: string]: JsonValue | undefined };
type PartName = 'prompt' | 'suffix' | 'messages';
type FindText = (nodeId: NodeId) => string | undefined;

/** The input to the hash of messages. */
export function canonicalMessages(messages: readonly SentMessage[]): string {
  return canonicalJson(messages.map(({ role, content }) => ({ role, content })));
}

/**
 * Rebuilds the prompt of a recorded request from the texts of nodes and the text stored in the record
 * (`generation.md`, *Records*); undefined if a node is missing or the record is incomplete.
 * @param request the `request` of a `raw_api_response`
 * @param findText finds the text of a node of any tree, which never changes
 */
export function rebuildPrompt(request: JsonValue, findText: FindText): string | undefined {
  return rebuildText(request, 'prompt', findText);
}

/** The same for the text that was to follow the answer; null if none was sent (`edits.md`, *Rewrites and bridges*). */
export function rebuildSuffix(request: JsonValue, findText: FindText): string | null | undefined {
  if (!isObject(request) || request.suffix === undefined) return null;
  return rebuildText(request, 'suffix', findText);
}

function rebuildText(request: JsonValue, name: 'prompt' | 'suffix', findText: FindText): string | undefined {
  const { pieces, trimmed } = partOf(request, name);
  if (typeof trimmed !== 'number') return undefined;
  const text = joinPieces(pieces, findText);
  return text?.slice(0, text.length - trimmed);
}

/** The same for the messages of a recorded request (`dialogue.md`, *Context*). */
export function rebuildMessages(request: JsonValue, findText: FindText): readonly SentMessage[] | undefined {
  const { list } = partOf(request, 'messages');
  if (!isList(list)) return undefined;
  const messages: SentMessage[] = [];
  for (const message of list) {
    const { role, pieces } = isObject(message) ? message : {};
    const content = joinPieces(pieces, findText);
    if (content === undefined || (role !== 'system' && role !== 'user' && role !== 'assistant'))
      return undefined;
    messages.push({ role, content });
  }
  return messages;
}

/** The nodes that a recorded request was made of. */
export function nodesOfRequest(request: JsonValue): readonly NodeId[] {
  const ofDocument = (['prompt', 'suffix'] as const).flatMap((name) => {
    const { pieces } = partOf(request, name);
    return isList(pieces) ? pieces : [];
  });
  const { list } = partOf(request, 'messages');
  const ofMessages = (isList(list) ? list : []).flatMap((message) =>
    isObject(message) && isList(message.pieces) ? message.pieces : [],
  );
  const named = [...ofDocument, ...ofMessages].flatMap((piece) =>
    isObject(piece) && typeof piece.node === 'string' ? [piece.node as NodeId] : [],
  );
  return [...new Set(named)];
}

/**
 * The pieces of each message of a recorded request, as far as they are text from outside the nodes (`null` for a part of a
 * node); empty if it was not sent as messages or the record is incomplete.
 */
export function literalsOfMessages(
  request: JsonValue,
): readonly (readonly ({ readonly kind: string; readonly text: string } | null)[])[] {
  const { list } = partOf(request, 'messages');
  return (isList(list) ? list : []).map((message) => {
    const { pieces } = isObject(message) ? message : {};
    return (isList(pieces) ? pieces : []).map((piece) => {
      const { kind, text } = isObject(piece) ? piece : {};
      return typeof kind === 'string' && typeof text === 'string' ? { kind, text } : null;
    });
  });
}

/**
 * Checks whether the grove and the record together reproduce the prompt, with what was sent to follow the answer, or the
 * messages.
 */
export function checkPrompt(request: JsonValue, findText: FindText): PromptState {
  const isSame = (name: PartName, text: string) => sha256(text) === partOf(request, name).sha256;
  const messages = rebuildMessages(request, findText);
  if (messages !== undefined) return isSame('messages', canonicalMessages(messages)) ? 'rebuilt' : 'other';
  const [prompt, suffix] = [rebuildPrompt(request, findText), rebuildSuffix(request, findText)];
  if (prompt === undefined || suffix === undefined) return 'missing';
  const isAsSent = isSame('prompt', prompt) && (suffix === null || isSame('suffix', suffix));
  return isAsSent ? 'rebuilt' : 'other';
}

function partOf(request: JsonValue, name: PartName): JsonObject {
  const part = isObject(request) ? request[name] : undefined;
  return isObject(part) ? part : {};
}

function joinPieces(pieces: JsonValue | undefined, findText: FindText): string | undefined {
  if (!isList(pieces)) return undefined;
  let joined = '';
  for (const piece of pieces) {
    const text = textOf(piece, findText);
    if (text === undefined) return undefined;
    joined += text;
  }
  return joined;
}

function textOf(piece: JsonValue, findText: FindText): string | undefined {
  if (!isObject(piece)) return undefined;
  const { node, from, to, text } = piece;
  if (typeof text === 'string') return text;
  if (typeof node !== 'string' || typeof from !== 'number' || typeof to !== 'number') return undefined;
  return findText(node as NodeId)?.slice(from, to);
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
