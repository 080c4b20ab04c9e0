import { useMemo } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import { useDesk, useStore } from '../../session/hooks.ts';
import { createStore } from '../../session/store.ts';

/** A manuscript shows its pending edits in the text. */
const NO_CONVERSATION = createStore(null);

/** The positions of a conversation whose messages have an edit that is not saved. */
export function useUnsavedEdits(): ReadonlySet<PositionId> {
  const desk = useDesk();
  const view = useStore(desk.mode === 'dialogue' ? desk.conversation.view : NO_CONVERSATION);
  return useMemo(() => {
    if (view === null) return new Set<PositionId>();
    const open = [...view.edits.values()].flatMap(({ isDraft, message }) =>
      isDraft && message !== null ? [message] : [],
    );
    return new Set([...open, ...view.waiting].map(({ positionId }) => positionId));
  }, [view]);
}
