import type { PositionId } from '../../../core/ids.ts';
import { refusalText } from '../../../ui-text/agents/command-effects.ts';
import { outcomeText, refusedText, WHAT_THE_TURN_DID } from '../../../ui-text/agents/turn-outcomes.ts';
import { TURN_BUTTONS, undoneText } from '../../../ui-text/agents/turns.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import type { DidTurn, Outcome } from '../../session/window/turns-session.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import styles from './MessageTurns.module.css';

export interface MessageTurnsProps {
  readonly positionId: PositionId;
  readonly readOnly: boolean;
}

/** Under a message: the effects of turns that end with it; nothing for most messages. */
export function MessageTurns({ positionId, readOnly }: MessageTurnsProps) {
  const { turns } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  const own = useStore(turns.ofMessages.of(treeId))?.filter((turn) => turn.positionId === positionId);
  return own?.map((turn) => <TurnSummary key={turn.turnId} turn={turn} readOnly={readOnly} />);
}

/** Each effect leads to its place; refusals are listed below. */
function TurnSummary({ turn, readOnly }: { readonly turn: DidTurn; readonly readOnly: boolean }) {
  const { turns, proposals } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  const { hint } = useCommands();
  const { turnId, did, refused, isUndone, hasRest, isRevertible } = turn;
  const goTo = ({ proposal, localId }: Outcome) => {
    if (proposal !== null) void proposals.show(proposal);
    else if (localId !== null) void turns.goTo(treeId, localId);
  };
  const back = isUndone ? 'redo' : 'undo';
  return (
    <section className={styles.turn} aria-label={WHAT_THE_TURN_DID}>
      <p className={styles.did}>
        {did.map((outcome) => {
          const text = outcomeText(outcome.kind, outcome.count);
          const leads = outcome.proposal !== null || outcome.localId !== null;
          return (
            <span key={outcome.kind} className={styles.item}>
              {leads ? (
                <Button variant="quiet" onClick={() => goTo(outcome)}>
                  {text}
                </Button>
              ) : (
                <span className={styles.plain}>{text}</span>
              )}
            </span>
          );
        })}
        {refused.length > 0 && (
          <span className={styles.item}>
            <Button variant="quiet" onClick={() => turns.show(treeId, 'trace')}>
              {refusedText(refused.length)}
            </Button>
          </span>
        )}
        {isUndone && (
          <span className={styles.item}>
            <span className={styles.plain}>{undoneText(hasRest)}</span>
          </span>
        )}
        {hasRest && !readOnly && (
          <span className={styles.item}>
            <Button variant="quiet" onClick={() => void turns.undo(treeId, turnId)}>
              {TURN_BUTTONS.undoRest}
            </Button>
          </span>
        )}
        {isRevertible && !readOnly && (
          <span className={styles.item}>
            <Button
              variant="quiet"
              hint={hint(isUndone ? 'turn.redo' : 'turn.undo')}
              onClick={() => void turns[back](treeId, turnId)}
            >
              {TURN_BUTTONS[back]}
            </Button>
          </span>
        )}
      </p>
      {refused.slice(0, MOST_SAID).map(({ verb, line, result }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a turn that has ended stays as it is
        <p key={index} className={styles.refused} title={line}>
          {refusalText(verb, result)}
        </p>
      ))}
    </section>
  );
}

/** Most refusals listed; the trace has all. */
const MOST_SAID = 3;
