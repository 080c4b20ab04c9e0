import { stopLabel, TURN_BUTTONS, whereText } from '../../../ui-text/agents/turns.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { isRunningTurn } from '../../session/turns/turns-session.ts';
import type { Scene } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import { Button } from '../../ui/Button.tsx';
import { useLate } from '../turns/use-late.ts';
import styles from './StatusBar.module.css';

type Grove = Extract<Scene, { kind: 'grove' }>['grove'];

/** Which agent works where, with the button that stops it; turns that wait for it are not listed. */
export function WorkingAgents({ grove }: { readonly grove: Grove }) {
  const { turns } = useAppSession();
  const turn = useStore(turns.turns).find((known) => isRunningTurn(known) && known.phase !== 'queued');
  const isLate = useLate(turn !== undefined);
  if (turn === undefined || !isLate) return null;
  const name = findAgent(grove, turn.agentId)?.name ?? 'Unknown';
  const title = grove.trees.find(({ id }) => id === turn.actsOn)?.title ?? '';
  return (
    <span className={styles.part}>
      {whereText(name, title, turn.place?.localId ?? null)}{' '}
      <Button variant="quiet" keepsFocus label={stopLabel(name)} onClick={() => void turns.stop(turn.turnId)}>
        {TURN_BUTTONS.stop}
      </Button>
    </span>
  );
}
