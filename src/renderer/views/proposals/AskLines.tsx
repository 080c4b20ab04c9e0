import type { AgentId } from '../../../core/ids.ts';
import { askPhase } from '../../../ui-text/suggestions/asking.ts';
import { SUGGESTION_BUTTONS } from '../../../ui-text/suggestions/deciding.ts';
import { useBufferDesk, useStore } from '../../session/hooks.ts';
import { isAwaited } from '../../session/proposals/edit-asks.ts';
import { Button } from '../../ui/Button.tsx';
import { useLate } from '../turns/TurnLines.tsx';
import styles from './AskLines.module.css';

export interface AskLinesProps {
  /** The instruction too: the field that it was typed into is not beside it. */
  readonly showsInstruction?: boolean;
  nameOf(agentId: AgentId): string;
}

/** The edits that are being written, once that takes a moment, and those that failed. */
export function AskLines({ showsInstruction = false, nameOf }: AskLinesProps) {
  const { asks } = useBufferDesk().proposals;
  const all = useStore(asks.all);
  const isLate = useLate(all.some(isAwaited));
  const shown = all.filter((ask) => isLate || !isAwaited(ask));
  if (shown.length === 0) return null;
  return (
    <ul className={styles.asks}>
      {shown.map(({ askId, agentId, instruction, phase, received, error }) => (
        <li key={askId} className={styles.ask} data-failed={error === null ? undefined : ''}>
          <span className={styles.words}>
            {showsInstruction && (
              <span className={styles.instruction} dir="auto">
                {instruction}
              </span>
            )}
            <span>{error?.sentence ?? askPhase(nameOf(agentId), phase, received)}</span>
          </span>
          {error !== null && (
            <Button variant="quiet" keepsFocus onClick={() => void asks.askAgain(askId)}>
              {SUGGESTION_BUTTONS.askAgain}
            </Button>
          )}
          <Button variant="quiet" keepsFocus onClick={() => void asks.stop(askId)}>
            {error === null ? SUGGESTION_BUTTONS.stop : SUGGESTION_BUTTONS.dismiss}
          </Button>
        </li>
      ))}
    </ul>
  );
}
