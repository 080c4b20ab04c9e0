import type { SearchMatches, SearchRequest } from './find-matches.ts';
import workerUrl from './find-worker.ts?worker&url';

/** A thread that searches texts, one at a time. */
export interface SearchThread {
  search(request: SearchRequest, onAnswer: (answer: SearchMatches) => void): void;
  /** Terminates it at once, even during a search. */
  end(): void;
}

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

let trustedUrl: string | undefined;

/** The policy can be created only once and allows only this script (`main/app/protocol.ts` names it). */
function trustedWorkerUrl(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return workerUrl;
  return trustedTypes
    .createPolicy('aspen-find', { createScriptURL: () => workerUrl })
    .createScriptURL(workerUrl);
}

export function startSearchThread(): SearchThread {
  trustedUrl ??= trustedWorkerUrl();
  const worker = new Worker(trustedUrl);
  return {
    search: (request, onAnswer) => {
      worker.onmessage = ({ data }: MessageEvent<SearchMatches>) => onAnswer(data);
      worker.postMessage(request);
    },
    end: () => worker.terminate(),
  };
}
