import type { ContinuationTarget } from '../../generation/answer-to-store.ts';
import type { AnswerRequest } from '../../generation/partial-journal.ts';
import type { ProviderInput, ProviderRequest } from '../../generation/providers/provider.ts';

/**
 * What a request had before there were conversations: a document, which it did not say; and before texts were filled in:
 * nothing of what follows.
 */
type EarlierRequest = Omit<ProviderRequest, 'input'> & {
  readonly input?: EarlierDocument | Extract<ProviderInput, { readonly kind: 'messages' }>;
  readonly system?: string;
  readonly prompt?: string;
};
type Document = Extract<ProviderInput, { readonly kind: 'document' }>;
type EarlierDocument = Omit<Document, 'suffix'> & Partial<Pick<Document, 'suffix'>>;

/** What a request had before there were rewrites: it continued a position. */
type EarlierAsk = Omit<AnswerRequest, 'target'> & Pick<ContinuationTarget, 'parentId' | 'originId'>;

/** A journaled request as this program stores it, which an earlier one may have left. */
export function currentAsk(journaled: AnswerRequest | EarlierAsk): AnswerRequest {
  const ask = 'target' in journaled ? journaled : withTarget(journaled);
  const { input, system = '', prompt = '' }: EarlierRequest = ask.request;
  if (input?.kind === 'messages' || input?.suffix !== undefined) return ask;
  const document: ProviderInput = { ...(input ?? { kind: 'document', system, prompt }), suffix: '' };
  return {
    ...ask,
    request: { ...ask.request, input: document },
    context: { ...ask.context, kind: 'document' } as AnswerRequest['context'],
  };
}

function withTarget({ parentId, originId, ...ask }: EarlierAsk): AnswerRequest {
  return { ...ask, target: { kind: 'continuation', parentId, originId } };
}
