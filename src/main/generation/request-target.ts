import { promptOf } from '../../core/context/assemble.ts';
import { trimPrompt } from '../../core/context/seam.ts';
import type { PositionId } from '../../core/ids.ts';
import type { ReplacedText } from '../../core/rewrites/replaced-part.ts';
import { MAX_TEXT_LENGTH } from '../../core/text/limits.ts';
import type { AgentContext } from './agent-context.ts';
import type { AnswerPlace } from './answer-reader.ts';
import type { ContinuationTarget, GenerationTarget, ReplacementTarget } from './answer-to-store.ts';
import type { GenerationRequest } from './generator.ts';
import type { ProviderRequest } from './providers/provider.ts';

/** The replaced part, with its text and the text around it, by which an answer is read. */
export type ReplacementOfText = ReplacementTarget & ReplacedText;

/** The target of a request. */
export type RequestTarget = ContinuationTarget | ReplacementOfText;

/** The target as it is stored: the texts are in the tree. */
export function targetToStore(target: RequestTarget): GenerationTarget {
  if (target.kind === 'continuation') return target;
  const { kind, originId, parts, run } = target;
  return { kind, originId, parts, ...(run === undefined ? {} : { run }) };
}

/** The position that is continued; null for a replacement. */
export function parentOf(target: RequestTarget): PositionId | null {
  return target.kind === 'continuation' ? target.parentId : null;
}

/** The use for which a request's answers are read. */
export function answerPlaceOf(
  context: AgentContext,
  { style }: ProviderRequest,
  { call, target }: Pick<GenerationRequest, 'call' | 'target'>,
): AnswerPlace {
  if (call !== undefined)
    return {
      kind: 'commands',
      bounds: { longest: MAX_TEXT_LENGTH, copyAtStart: (text, isWhole) => call.copyAtStart(text, isWhole) },
    };
  if (target.kind === 'replacement') {
    if (target.run !== undefined) return { kind: 'fence' };
    const { before, replaced, after } = target;
    return { kind: 'replacement', text: { before, replaced, after }, isChat: style !== 'completion' };
  }
  if (context.kind === 'messages') return { kind: 'message', reply: context.reply };
  if (context.reply !== undefined) return { kind: 'message', reply: context.reply };
  return { kind: 'document', prompt: trimPrompt(promptOf(context)), isChat: style !== 'completion' };
}
