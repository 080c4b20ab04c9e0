import { search } from '../../../src/renderer/editor/find/find-matches.ts';
import type { SearchThread } from '../../../src/renderer/editor/find/find-thread.ts';

/** Stands in for the worker, always asynchronously; jsdom has no workers. */
export function searchThread(): SearchThread {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    search: (request, onAnswer) => {
      timer = setTimeout(() => onAnswer(search(structuredClone(request))));
    },
    end: () => clearTimeout(timer),
  };
}

/** A thread that never replies, as with an expression that runs forever. */
export function lostThread(onEnd: () => void): SearchThread {
  return { search: () => {}, end: onEnd };
}
