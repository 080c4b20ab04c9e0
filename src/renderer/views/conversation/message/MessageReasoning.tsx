import { useEffect } from 'react';
import type { NodeId } from '../../../../core/ids.ts';
import { REASONING } from '../../../../ui-text/conversation.ts';
import { useDialogueDesk, useSelected } from '../../../session/hooks.ts';
import { Folded } from '../Folded.tsx';

/** A model's reasoning before a message, folded above it; nothing for most messages. */
export function MessageReasoning({ nodeId }: { readonly nodeId: NodeId }) {
  const { reasoning } = useDialogueDesk();
  useEffect(() => void reasoning.load(nodeId), [reasoning, nodeId]);
  const text = useSelected(reasoning.texts, (texts) => texts.get(nodeId) ?? null);
  const isOpen = useSelected(reasoning.open, (open) => open.has(nodeId));
  if (text === null) return null;
  return (
    <Folded
      title={REASONING}
      text={text}
      open={isOpen}
      onToggle={(isOpenNow) => reasoning.setOpen(nodeId, isOpenNow)}
    />
  );
}
