import { useEffect } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { endText, phaseText, TURN_BUTTONS, waitingFor } from '../../../ui-text/agents/turns.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import { hasChanged } from '../../session/turns/trace.ts';
import { isRunningTurn, type ShownRound, type ShownTurn } from '../../session/turns/turns-session.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { ElsewhereAgent } from './ElsewhereAgent.tsx';
import { PermissionCard } from './PermissionCard.tsx';
import styles from './TurnLines.module.css';
import { useLate } from './use-late.ts';

export interface TurnLinesProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

/** Below the messages: what agents are doing in the conversation, what they ask, and why the last turn ended early. */
export function TurnLines({ agents, readOnly }: TurnLinesProps) {
  const { turns } = useAppSession();
  const { tree } = useDialogueDesk();
  const own = useStore(turns.turns).filter(({ treeId }) => treeId === tree.treeId);
  const asking = turns.findAsking(tree.treeId);
  const rounds = useStore(turns.rounds).filter(({ treeId }) => treeId === tree.treeId);
  const isLate = useLate(own.some(isRunningTurn) || rounds.length > 0);
  const nameOf = ({ agentId }: Pick<ShownTurn, 'agentId'>) =>
    agents.find(({ id }) => id === agentId)?.name ?? UNKNOWN_AGENT;
  /** The agents that have to end first; an agent that has another turn waits for its own. */
  const before = ({ agentId, waitsFor }: ShownTurn) => {
    const first = own.filter((one) => isRunningTurn(one) && waitsFor.includes(one.turnId));
    return [...new Set(first.filter((one) => one.agentId !== agentId).map(nameOf))];
  };
  const waiting = isLate ? rounds.flatMap(waitingInRound) : [];
  const shown = own.filter((turn) => !isRunningTurn(turn) || isLate);
  const used = agents.filter(({ id }) => own.some(({ agentId }) => agentId === id));
  if (shown.length + waiting.length === 0 && asking === null) return null;
  return (
    <div className={styles.lines}>
      <div className={styles.inner}>
        <div className={styles.turns}>
          {shown.map((turn) =>
            isRunningTurn(turn) ? (
              <RunningTurn key={turn.turnId} turn={turn} name={nameOf(turn)} before={before(turn)} />
            ) : (
              <EndedTurn key={turn.turnId} turn={turn} name={nameOf(turn)} readOnly={readOnly} />
            ),
          )}
          {waiting.map(({ key, agentId, before: first }) => (
            <div key={key} className={styles.line}>
              <p>
                {nameOf({ agentId })}: {waitingFor([nameOf({ agentId: first })])}
              </p>
            </div>
          ))}
        </div>
        {used.map((agent) => (
          <ElsewhereAgent key={agent.id} agent={agent} />
        ))}
        {asking !== null && (
          <PermissionCard key={`${asking.turnId} ${asking.card.card}`} turn={asking} name={nameOf(asking)} />
        )}
      </div>
    </div>
  );
}

interface TurnLineProps {
  readonly turn: ShownTurn;
  /** The agent's. */
  readonly name: string;
}

/** Agents that have not replied in a round, each with the one before. */
function waitingInRound({ round, replying, waiting }: ShownRound) {
  return waiting.flatMap((agentId, index) => {
    const before = index === 0 ? replying : waiting[index - 1];
    return before == null ? [] : [{ key: `${round} ${agentId}`, agentId, before }];
  });
}

function RunningTurn({ turn, name, before }: TurnLineProps & { readonly before: readonly string[] }) {
  const { turns } = useAppSession();
  const { hint } = useCommands();
  return (
    <div className={styles.line}>
      <p>
        {name}: {phaseText(turn, before)}
      </p>
      <Button
        variant="quiet"
        keepsFocus
        hint={hint('generation.stop')}
        onClick={() => void turns.stop(turn.turnId)}
      >
        {TURN_BUTTONS.stop}
      </Button>
    </div>
  );
}

function EndedTurn({ turn, name, readOnly }: TurnLineProps & { readonly readOnly: boolean }) {
  const { turns } = useAppSession();
  const { hint } = useCommands();
  const { treeId, turnId, state } = turn;
  useStore(turns.trace.values);
  // The trace shows whether there is anything to undo.
  useEffect(() => void turns.trace.read(treeId), [turns, treeId]);
  const traced = turns.trace.find(treeId)?.find((known) => known.turnId === turnId);
  return (
    <div className={styles.line} data-failed={state === 'failed' || undefined}>
      <p>
        {name}: {endText(turn)}
      </p>
      {state === 'capped' && !readOnly && (
        <Button variant="quiet" hint={hint('turn.goOn')} onClick={() => void turns.goOn(turn)}>
          {TURN_BUTTONS.goOn}
        </Button>
      )}
      {traced !== undefined && hasChanged(traced) && !readOnly && (
        <Button variant="quiet" hint={hint('turn.undo')} onClick={() => void turns.undo(treeId, turnId)}>
          {TURN_BUTTONS.undo}
        </Button>
      )}
      <Button variant="quiet" onClick={() => turns.dismiss(turnId)}>
        {TURN_BUTTONS.dismiss}
      </Button>
    </div>
  );
}
