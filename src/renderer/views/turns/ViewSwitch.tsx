import type { Agent } from '../../../core/tree/agent.ts';
import { isLoomAware } from '../../../core/tree/agent.ts';
import { MESSAGES_VIEW, TRACE_VIEW, VIEW } from '../../../ui-text/agents/turns.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ViewSwitch.module.css';

/** The choice between a conversation's messages and its trace; nothing without a trace or an agent to leave one. */
export function ViewSwitch({ agents }: { readonly agents: readonly Agent[] }) {
  const { turns } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  const isTrace = useStore(turns.tracedTrees).has(treeId);
  const isTraced = (useStore(turns.trace.of(treeId)) ?? []).length > 0;
  if (!isTrace && !isTraced && !agents.some(isLoomAware)) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className={styles.switch} role="group" aria-label={VIEW}>
      <Button variant="quiet" pressed={!isTrace} onClick={() => turns.show(treeId, 'messages')}>
        {MESSAGES_VIEW}
      </Button>
      <Button variant="quiet" pressed={isTrace} onClick={() => turns.show(treeId, 'trace')}>
        {TRACE_VIEW}
      </Button>
    </div>
  );
}
