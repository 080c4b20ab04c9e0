import { useSyncExternalStore } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import { useOpenTree } from '../../session/hooks.ts';

/**
 * The position of the caret if its edit can become a branch: a pending edit, or the version just committed.
 */
export function useEditedPosition(): PositionId | null {
  const { summary, path } = useOpenTree();
  return useSyncExternalStore(summary.subscribe, () => {
    const caret = summary.get();
    if (caret === null || caret.currentPositionId === null) return null;
    const versionIndex = path.findHeader(caret.currentPositionId)?.versionIndex ?? 0;
    return caret.edited || versionIndex > 1 ? caret.currentPositionId : null;
  });
}
