import { editDoesNotFit } from '../../../ui-text/proposals.ts';
import { SUGGESTION_BUTTONS } from '../../../ui-text/suggestions/deciding.ts';
import { EXPECTED, FOUND, partText, REST_LEFT_OUT } from '../../../ui-text/suggestions/listing.ts';
import { useBufferDesk } from '../../session/hooks.ts';
import type { Proposal, ProposalRefusal } from '../../session/proposals/proposal-state.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Refusal.module.css';

export interface RefusalProps {
  readonly proposal: Proposal;
  readonly refusal: ProposalRefusal;
  readonly readOnly: boolean;
}

/** Why an answer was refused, or the rest of it where a part was taken; what it expected to find, and what stands there. */
export function Refusal({ proposal, refusal, readOnly }: RefusalProps) {
  const { proposals } = useBufferDesk();
  const { proposalId, instruction, state } = proposal;
  const { reason, hunk, hunks, expected, actual } = refusal;
  return (
    <div className={styles.refusal}>
      <p>
        {state !== 'refused' && `${REST_LEFT_OUT} `}
        {editDoesNotFit('', reason).detail}
        {hunk !== null && hunks > 1 && ` ${partText(hunk, hunks)}`}
      </p>
      {(expected !== null || actual !== null) && (
        <dl className={styles.texts}>
          {expected !== null && (
            <>
              <dt>{EXPECTED}</dt>
              <dd dir="auto">{expected}</dd>
            </>
          )}
          {actual !== null && (
            <>
              <dt>{FOUND}</dt>
              <dd dir="auto">{actual}</dd>
            </>
          )}
        </dl>
      )}
      {instruction !== null && !readOnly && (
        <Button onClick={() => void proposals.askAgain(proposalId)}>{SUGGESTION_BUTTONS.askAgain}</Button>
      )}
    </div>
  );
}
