import { useState } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { acceptAll, rejectAll } from '../../../ui-text/suggestions/deciding.ts';
import {
  proposalCounts,
  RAW_ANSWER,
  REFUSED,
  SUGGESTION_STATES,
  showAllOf,
  sizeOf,
} from '../../../ui-text/suggestions/listing.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { useBufferDesk } from '../../session/hooks.ts';
import {
  countsOf,
  keyOf,
  type Proposal,
  type Suggestion,
  type SuggestionsNow,
  sizesOf,
  stateOf,
} from '../../session/proposals/proposal-state.ts';
import { AgentName } from '../../ui/AgentName.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './ProposalItem.module.css';
import { ProposalRecord } from './ProposalRecord.tsx';
import { Refusal } from './Refusal.tsx';
import { SuggestionWords } from './SuggestionWords.tsx';

/** Most suggestions of a proposal listed until all are requested. */
const LISTED = 50;

export interface ProposalItemProps {
  readonly proposal: Proposal;
  /** Null in a read-only grove, whose text is not marked. */
  readonly now: SuggestionsNow | null;
  /** Undefined if the grove does not have it. */
  readonly agent: Agent | undefined;
  readonly readOnly: boolean;
  readonly startsOpen: boolean;
}

/** One answer of an agent: its request, its state and, unfolded, each suggestion. */
export function ProposalItem({ proposal, now, agent, readOnly, startsOpen }: ProposalItemProps) {
  const { proposalId, instruction, rationale, createdAt, refusal, state, hasRecord } = proposal;
  const [isOpen, setOpen] = useState(startsOpen);
  const { added, removed } = sizesOf(proposal);
  const title = instruction ?? rationale;
  return (
    <li className={styles.proposal}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <span className={styles.head}>
            <AgentName name={agent?.name ?? UNKNOWN_AGENT} colour={agent?.color ?? null} />
            <time className={styles.time} dateTime={new Date(createdAt).toISOString()}>
              {dateAndTime(createdAt)}
            </time>
          </span>
          {title !== null && (
            <span className={styles.title} dir="auto">
              {title}
            </span>
          )}
          <span className={styles.counts}>
            {state === 'refused'
              ? REFUSED
              : `${proposalCounts(countsOf(proposal, now))} · ${sizeOf(added, removed)}`}
          </span>
        </summary>
        {isOpen && (
          <>
            {instruction !== null && rationale !== null && (
              <p className={styles.rationale} dir="auto">
                {rationale}
              </p>
            )}
            {state !== 'refused' && <Suggestions proposal={proposal} now={now} readOnly={readOnly} />}
            {refusal !== null && <Refusal proposal={proposal} refusal={refusal} readOnly={readOnly} />}
            {hasRecord && (
              <div className={styles.record}>
                <ProposalRecord proposalId={proposalId} summary={RAW_ANSWER} />
              </div>
            )}
          </>
        )}
      </details>
    </li>
  );
}

interface SuggestionsProps {
  readonly proposal: Proposal;
  readonly now: SuggestionsNow | null;
  readonly readOnly: boolean;
}

function Suggestions({ proposal, now, readOnly }: SuggestionsProps) {
  const { proposals } = useBufferDesk();
  const [listsAll, setListsAll] = useState(false);
  const { proposalId, suggestions } = proposal;
  const listed = listsAll ? suggestions : suggestions.slice(0, LISTED);
  const acceptable = suggestions.filter(
    (one) => !one.unsure && now?.get(keyOf({ proposalId, ordinal: one.ordinal }))?.state === 'open',
  ).length;
  const { open, conflict } = countsOf(proposal, now);
  return (
    <>
      {open + conflict > 0 && !readOnly && (
        <div className={styles.all}>
          {acceptable > 0 && (
            <Button variant="quiet" onClick={() => proposals.acceptAll(proposalId)}>
              {acceptAll(acceptable)}
            </Button>
          )}
          <Button variant="quiet" onClick={() => proposals.rejectAll(proposalId)}>
            {rejectAll(open + conflict)}
          </Button>
        </div>
      )}
      <ol className={styles.suggestions}>
        {listed.map((suggestion) => (
          <SuggestionRow key={suggestion.ordinal} proposal={proposal} suggestion={suggestion} now={now} />
        ))}
      </ol>
      {listed.length < suggestions.length && (
        <Button variant="quiet" onClick={() => setListsAll(true)}>
          {showAllOf(suggestions.length)}
        </Button>
      )}
    </>
  );
}

interface SuggestionRowProps extends Omit<SuggestionsProps, 'readOnly'> {
  readonly suggestion: Suggestion;
}

/** A suggestion's change; a click goes there. */
function SuggestionRow({ proposal: { proposalId }, suggestion, now }: SuggestionRowProps) {
  const { proposals } = useBufferDesk();
  const state = stateOf(proposalId, suggestion, now);
  const id = { proposalId, ordinal: suggestion.ordinal };
  const words = <SuggestionWords suggestion={suggestion} />;
  const remark = SUGGESTION_STATES[state];
  return (
    <li className={styles.suggestion} data-state={state}>
      {now !== null && (state === 'open' || state === 'conflict') ? (
        <button type="button" className={styles.go} onClick={() => proposals.goTo(id)}>
          {words}
        </button>
      ) : (
        <span className={styles.text}>{words}</span>
      )}
      {remark !== '' && <span className={styles.remark}>{remark}</span>}
    </li>
  );
}
