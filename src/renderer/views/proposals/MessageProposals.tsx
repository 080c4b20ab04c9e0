import type { PositionId } from '../../../core/ids.ts';
import { editDoesNotFit } from '../../../ui-text/proposals.ts';
import { SUGGESTION_BUTTONS } from '../../../ui-text/suggestions/deciding.ts';
import { cardText, REFUSED } from '../../../ui-text/suggestions/listing.ts';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import { type Proposal, sizesOf } from '../../session/proposals/proposal-state.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { SuggestionsIcon } from '../../ui/icons.tsx';
import styles from './MessageProposals.module.css';
import { SuggestionWords } from './SuggestionWords.tsx';

/** Under a message of a turn: a card for each edit that it proposed; nothing for most messages. */
export function MessageProposals({ positionId }: { readonly positionId: PositionId }) {
  const { proposals, turns } = useAppSession();
  const { treeId } = useTreeDesk();
  const all = useStore(proposals.lists.of(turns.findTarget(treeId)));
  const own = all?.filter(({ message }) => message?.treeId === treeId && message.positionId === positionId);
  if (own === undefined || own.length === 0) return null;
  return own.toReversed().map((proposal) => <ProposalCard key={proposal.proposalId} proposal={proposal} />);
}

function ProposalCard({ proposal }: { readonly proposal: Proposal }) {
  const { proposals } = useAppSession();
  const { suggestions, refusal } = proposal;
  const { added, removed } = sizesOf(proposal);
  const text = refusal === null ? cardText(suggestions.length, added, removed) : REFUSED;
  const [first] = suggestions;
  return (
    <section className={styles.card} aria-label={text} data-refused={refusal === null ? undefined : ''}>
      <p className={styles.head}>
        <SuggestionsIcon />
        <span className={styles.count}>{text}</span>
        {refusal === null && (
          <Button onClick={() => void proposals.show(proposal)}>{SUGGESTION_BUTTONS.show}</Button>
        )}
      </p>
      {refusal !== null && <p className={shared.remark}>{editDoesNotFit('', refusal.reason).detail}</p>}
      {first !== undefined && <SuggestionWords suggestion={first} />}
    </section>
  );
}
