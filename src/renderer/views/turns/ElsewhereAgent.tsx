import { type Agent, PERMISSION_NAMES, permissionOf } from '../../../core/tree/agent.ts';
import {
  AGENT_FROM_ELSEWHERE,
  confirmAgent,
  fromElsewhere,
  ITS_FIELDS,
  ITS_INSTRUCTIONS,
  itsModel,
  mayWithoutAsking,
  NO_INSTRUCTIONS,
  PERMISSION_WORDS,
  WHAT_IT_MAY_DO,
} from '../../../ui-text/agents/loom-access.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Scrolled } from '../conversation/formatted/Scrolled.tsx';
import styles from './ElsewhereAgent.module.css';

/**
 * The permissions and the prompt of an agent from another grove, for the writer to confirm (`agents.md`, *Safety*);
 * nothing for any other agent.
 */
export function ElsewhereAgent({ agent }: { readonly agent: Agent }) {
  const { agents } = useAppSession();
  const isUnconfirmed = useStore(agents.unconfirmed).has(agent.id);
  if (!isUnconfirmed) return null;
  const { name, modelRef, configuration } = agent;
  const { systemPrompt = '', extra = {} } = configuration;
  const allowed = PERMISSION_NAMES.filter((one) => permissionOf(agent, one) === 'allow');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className={styles.elsewhere} role="group" aria-label={AGENT_FROM_ELSEWHERE}>
      <Scrolled className={styles.words} name={WHAT_IT_MAY_DO}>
        <div>
          <p>{fromElsewhere(name)}</p>
          {systemPrompt === '' ? (
            <p>{NO_INSTRUCTIONS}</p>
          ) : (
            <>
              <p>{ITS_INSTRUCTIONS}</p>
              <blockquote className={styles.told}>{systemPrompt}</blockquote>
            </>
          )}
          <p>{mayWithoutAsking(allowed.map((one) => PERMISSION_WORDS[one].name))}</p>
          <p>{itsModel(modelRef ?? '')}</p>
          {Object.keys(extra).length > 0 && (
            <>
              <p>{ITS_FIELDS}</p>
              <blockquote className={styles.told}>{JSON.stringify(extra, null, 2)}</blockquote>
            </>
          )}
        </div>
      </Scrolled>
      <Button onClick={() => void agents.confirm(agent.id)}>{confirmAgent(name)}</Button>
    </div>
  );
}
