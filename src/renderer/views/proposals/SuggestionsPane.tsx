import { useEffect, useRef } from 'react';
import type { AgentId } from '../../../core/ids.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import {
  SUGGESTION_COMMANDS,
  SUGGESTIONS_TAB,
  suggestionsLeft,
} from '../../../ui-text/suggestions/deciding.ts';
import { NO_PROPOSALS } from '../../../ui-text/suggestions/listing.ts';
import { useBufferDesk, useStore } from '../../session/hooks.ts';
import { byKey, isUndecided } from '../../session/proposals/proposal-state.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { useFocusRequest } from '../use-focus-request.ts';
import { AskLines } from './AskLines.tsx';
import { ProposalItem } from './ProposalItem.tsx';
import styles from './SuggestionsPane.module.css';

/** The inspector's tab: agents' proposals for the manuscript, newest first, and their states. */
export function SuggestionsPane({ grove }: { readonly grove: ShownGrove }) {
  const { proposals } = useBufferDesk();
  const commands = useCommands();
  const list = useStore(proposals.proposals);
  const all = useStore(proposals.now);
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
        <ol className={styles.list} aria-label={SUGGESTIONS_TAB}>
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
