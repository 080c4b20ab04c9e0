import type { ProviderFinish } from '../../src/core/answers/finish-reason.ts';
import type { RefusedFields } from '../../src/core/answers/refused-fields.ts';
import type { Provider, ProviderEvent } from '../../src/main/generation/providers/provider.ts';

/** A step of a scripted provider: send a piece, end, fail, tell what it was not sent, or send nothing more until stopped. */
export type Step =
  | string
  | { readonly finish: ProviderFinish }
  | { readonly fail: Error }
  | { readonly sentOtherwise: RefusedFields }
  | { readonly silent: true };

/** An external provider that follows the test's script: text, an end, an error, silence. */
export function scriptedProvider(steps: readonly Step[], id = 'scripted'): Provider {
  return {
    id,
    mostChoices: () => 1,
    contextLength: () => null,
    continuesMessages: () => false,
    findSecrets: () => [],
    async *complete(_request, signal): AsyncGenerator<ProviderEvent> {
      yield {
        type: 'response',
        requestId: 'request-1',
        headers: { 'content-type': 'text/plain' },
        decoded: false,
      };
      for (const step of steps) {
        signal.throwIfAborted();
        if (typeof step === 'string') {
          yield { type: 'bytes', bytes: new TextEncoder().encode(step) };
          yield { type: 'text', choice: 0, text: step };
        } else if ('finish' in step) yield { type: 'finish', choice: 0, reason: step.finish };
        else if ('fail' in step) throw step.fail;
        else if ('sentOtherwise' in step) yield { type: 'sentOtherwise', fields: step.sentOtherwise };
        else {
          await new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
          );
        }
      }
    },
  };
}
