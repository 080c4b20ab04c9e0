import { search } from '../../../src/renderer/editor/find/find-matches.ts';
import type { SearchThread } from '../../../src/renderer/editor/find/find-thread.ts';

/** Does what the worker does, later and never in the same turn; jsdom has no workers. */
export function searchThread(): SearchThread {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    search: (request, onAnswer) => {
      timer = setTimeout(() => onAnswer(search(structuredClone(request))));
    },
    end: () => clearTimeout(timer),
  };
}

/** A thread that never comes back, as with an expression that takes for ever. */
export function lostThread(onEnd: () => void): SearchThread {
  return { search: () => {}, end: onEnd };
}
