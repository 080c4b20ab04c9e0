import { useEffect } from 'react';
import type { FocusRequest } from '../session/focus.ts';
import { useStore } from '../session/hooks.ts';

/**
 * Grants a focus request and clears it. A request that is not granted is retried after each render of the component.
 * @param grant moves the focus to the target; returns false if it cannot yet, or if another view will
 */
export function useFocusRequest<T>(request: FocusRequest<T>, grant: (target: T) => boolean): void {
  useStore(request.pending);
  useEffect(() => {
    const target = request.pending.get();
    if (target !== null && grant(target)) request.clear();
  });
}
