import type { ByAgent, ReportSummary } from '../../../core/exchange/authorship-report.ts';
import type { AgentId } from '../../../core/ids.ts';
import { colourOfAgent, findAgent } from '../../session/find-agent.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import styles from './Report.module.css';

/** Finds the colour of an author's words. */
export function useColours(): (id: AgentId) => string | null {
  const scene = useStore(useAppSession().scene);
  return (id) => (scene.kind === 'grove' ? colourOfAgent(findAgent(scene.grove, id)) : null);
}

interface ShareBarProps {
  readonly agents: ReportSummary['agents'];
  readonly by: ByAgent;
}

/** The shares of a text in the colours of their authors. The table beside it has the numbers. */
export function ShareBar({ agents, by }: ShareBarProps) {
  const colourOf = useColours();
  return (
    <div className={styles.bar} aria-hidden="true">
      {by.map(([index, length]) => {
        const agent = agents[index];
        const colour = agent?.kind === 'model' ? colourOf(agent.id) : null;
        return (
          <span
            key={index}
            data-kind={agent?.kind}
            data-colour={colour ?? undefined}
            style={{ flexGrow: length }}
          />
        );
      })}
    </div>
  );
}
