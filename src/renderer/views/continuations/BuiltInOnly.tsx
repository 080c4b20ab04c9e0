import { type Agent, isOffline } from '../../../core/tree/agent.ts';
import { BUILT_IN_ONLY, CONNECT_TITLE } from '../../../ui-text/settings/connect.ts';
import { activeModelAgents } from '../../session/settings/generation-choice.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import styles from './ListTools.module.css';

/** Below the continuations, while the grove has no model but the built-in one: where to find others. */
export function BuiltInOnly({ agents }: { readonly agents: readonly Agent[] }) {
  const commands = useCommands();
  if (!activeModelAgents(agents).every(isOffline)) return null;
  return (
    <p className={styles.builtIn}>
      {BUILT_IN_ONLY}{' '}
      <Button variant="quiet" keepsFocus onClick={() => commands.run('model.connect')}>
        {CONNECT_TITLE}
      </Button>
    </p>
  );
}
