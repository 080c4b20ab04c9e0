import { useSyncExternalStore } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import { useDesk } from '../../session/hooks.ts';

/** The position of the caret if its edit can become a branch: a pending edit, or the version just committed. */
export function useEditedPosition(): PositionId | null {
  const desk = useDesk();
  const { place, path } = desk.tree;
  return useSyncExternalStore(place.subscribe, () => {
    const caret = place.get();
    if (caret === null || caret.currentPositionId === null) return null;
    const versionIndex = path.findHeader(caret.currentPositionId)?.versionIndex ?? 0;
    const isSaved = desk.mode === 'buffer' && versionIndex > 1;
    return caret.edited || isSaved ? caret.currentPositionId : null;
  });
}
