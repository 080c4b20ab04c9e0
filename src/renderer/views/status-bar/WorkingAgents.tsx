import { moreAtWork, stopLabel, TURN_BUTTONS, whereText } from '../../../ui-text/agents/turns.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { distinctTitle } from '../../../ui-text/tree/equal-titles.ts';
import { findAgent } from '../../session/find-agent.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { Scene } from '../../session/window/app-session.ts';
import { isRunningTurn, type ShownTurn } from '../../session/window/turns-session.ts';
import { Button } from '../../ui/Button.tsx';
import { useLate } from '../turns/TurnLines.tsx';
import styles from './StatusBar.module.css';

type Grove = Extract<Scene, { kind: 'grove' }>['grove'];

/** More are counted: they have their lines in their conversations. */
const MOST_NAMED = 3;

/** The agents at work and their places, each with a button that stops it; turns that wait for others are not listed. */
export function WorkingAgents({ grove }: { readonly grove: Grove }) {
  const { turns } = useAppSession();
  const working = useStore(turns.turns).filter((turn) => isRunningTurn(turn) && turn.phase !== 'queued');
  const isLate = useLate(working.length > 0);
  if (!isLate) return null;
  const named = working.slice(0, MOST_NAMED);
  return (
    <>
      {named.map((turn) => (
        <WorkingAgent key={turn.turnId} turn={turn} grove={grove} />
      ))}
      {working.length > named.length && (
        <span className={styles.part}>{moreAtWork(working.length - named.length)}</span>
      )}
    </>
  );
}

function WorkingAgent({ turn, grove }: { readonly turn: ShownTurn; readonly grove: Grove }) {
  const { turns, trees } = useAppSession();
  const name = findAgent(grove, turn.agentId)?.name ?? UNKNOWN_AGENT;
  const tree = grove.trees.find(({ id }) => id === turn.actsOn);
  const title = tree === undefined ? '' : distinctTitle(tree, trees.all);
  return (
    <span className={styles.part}>
      {whereText(name, title, turn.place?.localId ?? null)}{' '}
      <Button variant="quiet" keepsFocus label={stopLabel(name)} onClick={() => void turns.stop(turn.turnId)}>
        {TURN_BUTTONS.stop}
      </Button>
    </span>
  );
}
