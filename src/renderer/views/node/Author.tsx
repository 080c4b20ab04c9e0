import type { AgentId } from '../../../core/ids.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import styles from './NodePane.module.css';

/** An agent's name, a model's in its colour. */
export function Author({ grove, agentId }: { readonly grove: ShownGrove; readonly agentId: AgentId }) {
  const agent = findAgent(grove, agentId);
  return (
    <span
      className={styles.author}
      data-colour={agent?.type === 'model' ? (agent.color ?? 'blue') : undefined}
    >
      {agent?.name ?? 'Unknown'}
    </span>
  );
}
