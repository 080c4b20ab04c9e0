import { useEffect, useRef, useState } from 'react';
import type { AgentId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { editDoesNotFit } from '../../../ui-text/proposals.ts';
import {
  acceptAll,
  rejectAll,
  SUGGESTION_BUTTONS,
  SUGGESTION_COMMANDS,
  SUGGESTIONS_TAB,
  suggestionsLeft,
} from '../../../ui-text/suggestions/deciding.ts';
import {
  EXPECTED,
  FOUND,
  NO_PROPOSALS,
  partText,
  proposalCounts,
  RAW_ANSWER,
  REFUSED,
  REST_LEFT_OUT,
  SUGGESTION_STATES,
  showAllOf,
  sizeOf,
} from '../../../ui-text/suggestions/listing.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { findAgent } from '../../session/find-agent.ts';
import { useBufferDesk, useStore } from '../../session/hooks.ts';
import {
  byKey,
  countsOf,
  isUndecided,
  keyOf,
  type Proposal,
  type ProposalRefusal,
  type Suggestion,
  type SuggestionsNow,
  sizesOf,
  stateOf,
} from '../../session/proposals/proposal-state.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { AgentName } from '../../ui/AgentName.tsx';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { useFocusRequest } from '../use-focus-request.ts';
import { AskLines } from './AskBar.tsx';
import { ProposalRecord } from './ProposalRecord.tsx';
import styles from './SuggestionsPane.module.css';
import { SuggestionWords } from './SuggestionWords.tsx';

/** The inspector's tab: agents' proposals for the manuscript, newest first, and their states. */
export function SuggestionsPane({ grove }: { readonly grove: ShownGrove }) {
  const { proposals } = useBufferDesk();
  const commands = useCommands();
  const list = useStore(proposals.shown.proposals);
  const all = useStore(proposals.shown.now);
  const now = grove.readOnly ? null : byKey(all);
  const left = all.filter(isUndecided).length;
  const heading = useRef<HTMLHeadingElement>(null);
  const nameOf = (agentId: AgentId) => findAgent(grove, agentId)?.name ?? UNKNOWN_AGENT;

  useFocusRequest(proposals.focusRequest, () => {
    heading.current?.focus();
    return true;
  });
  useEffect(() => () => proposals.focusRequest.clear(), [proposals]);

  return (
    <div className={styles.pane}>
      <div className={styles.head}>
        <h2 ref={heading} className={styles.title} tabIndex={-1}>
          {left === 0 ? SUGGESTIONS_TAB : suggestionsLeft(left)}
        </h2>
        {!grove.readOnly && (
          <Button hint={commands.hint('proposal.ask')} onClick={() => commands.run('proposal.ask')}>
            {SUGGESTION_COMMANDS.ask}
          </Button>
        )}
      </div>
      <AskLines showsInstruction nameOf={nameOf} />
      {list.length === 0 && <p className={styles.empty}>{NO_PROPOSALS}</p>}
      {list.length > 0 && (
        <ol aria-label={SUGGESTIONS_TAB}>
          {list.map((proposal, index) => (
            <ProposalItem
              key={proposal.proposalId}
              proposal={proposal}
              now={now}
              agent={findAgent(grove, proposal.agentId)}
              readOnly={grove.readOnly}
              startsOpen={index === 0}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

/** Most suggestions of a proposal listed until all are requested. */
const LISTED = 50;

interface ProposalItemProps {
  readonly proposal: Proposal;
  /** Null in a read-only grove, whose text is not marked. */
  readonly now: SuggestionsNow | null;
  /** Undefined if the grove does not have it. */
  readonly agent: Agent | undefined;
  readonly readOnly: boolean;
  readonly startsOpen: boolean;
}

/** One answer of an agent: its request, its state and, unfolded, each suggestion. */
function ProposalItem({ proposal, now, agent, readOnly, startsOpen }: ProposalItemProps) {
  const { proposalId, instruction, rationale, createdAt, refusal, state, hasRecord } = proposal;
  const [isOpen, setOpen] = useState(startsOpen);
  const { added, removed } = sizesOf(proposal);
  const title = instruction ?? rationale;
  return (
    <li className={styles.proposal}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <span className={styles.proposalItemHead}>
            <AgentName name={agent?.name ?? UNKNOWN_AGENT} colour={agent?.color ?? null} />
            <time className={styles.time} dateTime={new Date(createdAt).toISOString()}>
              {dateAndTime(createdAt)}
            </time>
          </span>
          {title !== null && (
            <span className={styles.proposalItemTitle} dir="auto">
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

interface RefusalProps {
  readonly proposal: Proposal;
  readonly refusal: ProposalRefusal;
  readonly readOnly: boolean;
}

/** Why an answer was refused, or the rest of it where a part was taken; what it expected to find, and what stands there. */
function Refusal({ proposal, refusal, readOnly }: RefusalProps) {
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
        <Button onClick={() => void proposals.asks.askAgain(proposalId)}>
          {SUGGESTION_BUTTONS.askAgain}
        </Button>
      )}
    </div>
  );
}
