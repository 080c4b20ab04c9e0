/** Derives the request for an answer from the version it made and the record of its request. */
import type { JsonValue } from '../provenance/canonical-json.ts';
import { literalsOfMessages } from '../provenance/rebuild-prompt.ts';
import { textOf } from '../tree/tree-node.ts';
import { answeredIn, type EditedVersion } from './answer-runs.ts';

/** `edit`: a text that an agent wrote in place of another with a command. */
export type AnswerKind = 'continuation' | 'rewrite' | 'bridge' | 'edit';

export interface AnswerSource {
  readonly kind: AnswerKind;
  /** The writer's instruction; null if the request has none. */
  readonly instruction: string | null;
}

/**
 * The request for the answer that a version came with. A request in messages marks a bridge, with nothing between the
 * marks; in any other, the passage was not sent, and a bridge is what only added to the text.
 * @param edited the version it was edited from, if it is known
 * @param request of its record; null if that is not in this grove
 */
export function answerSource(
  version: Pick<EditedVersion, 'responseId' | 'seam' | 'editedFrom' | 'content'>,
  edited: Pick<EditedVersion, 'content'> | undefined,
  request: JsonValue,
): AnswerSource {
  const stretches = answeredIn(version);
  if (stretches === null)
    return { kind: version.editedFrom === null ? 'continuation' : 'edit', instruction: null };
  const messages = literalsOfMessages(request);
  const instruction = messages.flat().find((piece) => piece?.kind === 'instruction')?.text ?? null;
  const marked = messages.find((pieces) => pieces.some((piece) => piece?.kind === 'marker'));
  if (marked !== undefined) {
    const open = marked.findIndex((piece) => piece?.kind === 'marker');
    return { kind: marked[open + 1]?.kind === 'marker' ? 'bridge' : 'rewrite', instruction };
  }
  const text = textOf(version.content);
  let reached = 0;
  let kept = '';
  for (const { at, length } of stretches) {
    kept += text.slice(reached, at);
    reached = at + length;
  }
  kept += text.slice(reached);
  const isBridge = stretches.length === 1 && edited !== undefined && kept === textOf(edited.content);
  return { kind: isBridge ? 'bridge' : 'rewrite', instruction };
}
