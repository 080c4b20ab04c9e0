import type { PositionId } from '../../../core/ids.ts';
import { THOUGHT } from '../../../ui-text/agents/turns.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import styles from './MessageThoughts.module.css';

/** What an agent thought before a message, folded above it; nothing for most messages. */
export function MessageThoughts({ positionId }: { readonly positionId: PositionId }) {
  const { turns } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  const thoughts = useStore(turns.thoughts.values).get(treeId)?.get(positionId);
  if (thoughts === undefined) return null;
  return (
    <details className={styles.thoughts}>
      <summary>{THOUGHT}</summary>
      <p>{thoughts.join('\n\n')}</p>
    </details>
  );
}
