import type { NodeId, Sha256 } from '../ids.ts';
import type { JsonValue } from './canonical-json.ts';

/**
 * `other`: the rebuilt prompt differs from the one that was sent. `missing`: a node is not in this grove, or
 * the record is incomplete.
 */
export type PromptState = 'rebuilt' | 'missing' | 'other';

type JsonObject = { readonly [name: string]: JsonValue | undefined };

/**
 * Rebuilds the prompt of a recorded request from the texts of nodes and the text stored in the record
 * (`generation.md`, *Records*); undefined if a node is missing or the record is incomplete.
 * @param request the `request` of a `raw_api_response`
 * @param findText finds the text of a node, which never changes
 */
export function rebuildPrompt(
  request: JsonValue,
  findText: (nodeId: NodeId) => string | undefined,
): string | undefined {
  const { pieces, trimmed } = promptOf(request);
  if (!Array.isArray(pieces) || typeof trimmed !== 'number') return undefined;
  let prompt = '';
  for (const piece of pieces as readonly JsonValue[]) {
    const text = textOf(piece, findText);
    if (text === undefined) return undefined;
    prompt += text;
  }
  return prompt.slice(0, prompt.length - trimmed);
}

/** Checks whether the tree and the record together reproduce the prompt that was sent. */
export function checkPrompt(
  request: JsonValue,
  findText: (nodeId: NodeId) => string | undefined,
  sha256: (text: string) => Sha256,
): PromptState {
  const prompt = rebuildPrompt(request, findText);
  if (prompt === undefined) return 'missing';
  return sha256(prompt) === promptOf(request).sha256 ? 'rebuilt' : 'other';
}

function promptOf(request: JsonValue): JsonObject {
  const { prompt } = isObject(request) ? request : {};
  return isObject(prompt) ? prompt : {};
}

function textOf(piece: JsonValue, findText: (nodeId: NodeId) => string | undefined): string | undefined {
  if (!isObject(piece)) return undefined;
  const { node, from, to, text } = piece;
  if (typeof text === 'string') return text;
  if (typeof node !== 'string' || typeof from !== 'number' || typeof to !== 'number') return undefined;
  return findText(node as NodeId)?.slice(from, to);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
