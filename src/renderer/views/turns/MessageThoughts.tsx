import type { PositionId } from '../../../core/ids.ts';
import { THOUGHT } from '../../../ui-text/agents/turns.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import { Folded } from '../conversation/Folded.tsx';

/** An agent's thoughts before a message, folded above it; nothing for most messages. */
export function MessageThoughts({ positionId }: { readonly positionId: PositionId }) {
  const { turns } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  const thoughts = useStore(turns.thoughts.values).get(treeId)?.get(positionId);
  return thoughts === undefined ? null : <Folded title={THOUGHT} text={thoughts.join('\n\n')} />;
}
