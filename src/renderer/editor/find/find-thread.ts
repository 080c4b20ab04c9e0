import type { SearchAnswer, SearchRequest } from './find-matches.ts';
import workerUrl from './find-worker.ts?worker&url';

/** A thread that looks through texts, one at a time. */
export interface SearchThread {
  search(request: SearchRequest, onAnswer: (answer: SearchAnswer) => void): void;
  /** Ends it at once, whatever it is doing. */
  end(): void;
}

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

let address: string | undefined;

/** A policy can be made once; it knows this script and no other (`main/app/protocol.ts` names it). */
function trustedAddress(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return workerUrl;
  return trustedTypes
    .createPolicy('aspen-find', { createScriptURL: () => workerUrl })
    .createScriptURL(workerUrl);
}

export function startSearchThread(): SearchThread {
  address ??= trustedAddress();
  const worker = new Worker(address);
  return {
    search: (request, onAnswer) => {
      worker.onmessage = ({ data }: MessageEvent<SearchAnswer>) => onAnswer(data);
      worker.postMessage(request);
    },
    end: () => worker.terminate(),
  };
}
