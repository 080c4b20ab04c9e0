/** Suggestions for a manuscript, made of what they replace. */
import type { AgentId, ProposalId } from '../../../../src/core/ids.ts';
import type { SuggestionNow, SuggestionToShow } from '../../../../src/renderer/proposal-surface.ts';
import { MODEL, type Opened } from '../open-manuscript.ts';

export interface Proposed extends Partial<SuggestionToShow> {
  /** Its place, with `[` and `]` around the replaced text: as much text as makes it unique. */
  readonly at: string;
  readonly inserted: string;
}

/** Starts and ends of sentences: here they end with a point and a space, or a line break. */
const STARTS = /(?:\. |\n)$/;
const ENDS = /^(?:\.|\n)/;

/** A suggestion at the only place of a text that `at` describes, with its sentence. */
export function suggestion(text: string, { at, inserted, ...more }: Proposed, ordinal = 0): SuggestionToShow {
  const [lead = '', removed = '', tail = ''] = at.split(/[[\]]/);
  const found = text.indexOf(lead + removed + tail);
  if (found < 0 || text.indexOf(lead + removed + tail, found + 1) >= 0)
    throw new Error(`“${at}” is not at one place`);
  const from = found + lead.length;
  const to = from + removed.length;
  let first = from;
  while (first > 0 && !STARTS.test(text.slice(0, first))) first -= 1;
  let last = to;
  while (last < text.length && !ENDS.test(text.slice(last))) last += 1;
  if (text[last] === '.') last += 1;
  return {
    proposalId: 'proposal' as ProposalId,
    ordinal,
    agentId: MODEL,
    agentName: 'Muse',
    from,
    to,
    removed,
    inserted,
    before: text.slice(first, from),
    after: text.slice(to, last),
    unsure: false,
    decision: 'open',
    ...more,
  };
}

export function proposalOf(name: string): ProposalId {
  return name as ProposalId;
}

export function id(ordinal: number, proposal = 'proposal') {
  return { proposalId: proposalOf(proposal), ordinal };
}

/** Shows suggestions about the text as it is now. */
export function propose({ manuscript, view }: Opened, ...proposed: readonly Proposed[]): void {
  const text = view.state.doc.toString();
  const recording = manuscript.recordChanges();
  const isShown = manuscript.showSuggestions(
    proposed.map((one, ordinal) => suggestion(text, one, ordinal)),
    recording,
  );
  if (isShown === null) throw new Error('the text was replaced');
}

/** The suggestions with the text at their places: `open "cat"`. */
export function states({ manuscript, view }: Opened): readonly string[] {
  const describe = ({ state, from, to, atPlace }: SuggestionNow) =>
    `${state} “${view.state.sliceDoc(from, to)}”${atPlace > 1 ? ` ${atPlace}` : ''}`;
  return manuscript.suggestions().map(describe);
}

export function another(agentId: AgentId, agentName: string, proposalId: string) {
  return { agentId, agentName, proposalId: proposalOf(proposalId) };
}
