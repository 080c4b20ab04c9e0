/** The notes on a text and the suggestions for it, for its exports (`books.md`, *Notes and suggestions*). */
import { placePhrases } from '../../../core/anchors/place-phrases.ts';
import type { BookMarks, BookNote, BookSuggestion } from '../../../core/book/book-marks.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { PlacedSuggestion } from '../../../core/proposals/places.ts';
import { suggestionState } from '../../../core/proposals/suggestion-state.ts';
import { spliceOfSuggestion } from '../../../core/proposals/suggestions-of.ts';
import type { SpannedText, TextRange } from '../../../core/text/span.ts';
import { familyOf } from '../../../core/tree/family.ts';
import { isHiddenSplit } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { findNoted, listAnnotations } from '../../store/tables/marks/annotations.ts';
import { listProposals } from '../../store/tables/proposals/proposals.ts';
import { hasSplits } from '../../store/tree/hidden-splits.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import { Screen } from '../places/screen.ts';
import { readAnchors, unprunedSplits } from './node-reader.ts';

/** A part of the text on the screen. */
export interface ExportedPart {
  readonly nodeId: NodeId | null;
  readonly positionId: PositionId | null;
  readonly whole: SpannedText;
}

/** The marks that go out with a text. */
export interface WantedMarks {
  readonly notes: boolean;
  readonly suggestions: boolean;
}

/** A text on the screen. */
export interface MarkedText {
  readonly store: Reader;
  readonly treeId: TreeId;
  readonly parts: readonly ExportedPart[];
  /** Open suggestions for it. */
  readonly placed: readonly PlacedSuggestion[];
}

/** Reads the marks of a text, by their places in it. @throws {AspenError} NOT_FOUND; CORRUPT */
export function readMarks(text: MarkedText, wanted: WantedMarks): BookMarks {
  const names = new Map(listAgents(text.store).map(({ id, name }) => [id, name]));
  const nameOf = (agent: AgentId) => names.get(agent) ?? '';
  const notes = wanted.notes ? readNotes(text, nameOf) : [];
  return { notes, ...(wanted.suggestions ? readSuggestions(text, nameOf) : NO_SUGGESTIONS) };
}

type NameOf = (agent: AgentId) => string;

/** Each note once: on its phrase, or else on all of its passage. */
function readNotes({ store, treeId, parts }: MarkedText, nameOf: NameOf): readonly BookNote[] {
  const tree = sqlTree(store, treeId);
  const isForked = hasSplits(store);
  let reached = 0;
  const passages = parts.flatMap(({ nodeId, positionId, whole: { text } }) => {
    const start = reached;
    reached += text.length;
    if (positionId === null) return [];
    const isHidden = isForked && isHiddenSplit(tree, positionId);
    const base = isForked ? (familyOf(tree, positionId)?.base ?? positionId) : positionId;
    return [{ positionId, base, nodeId, isHiddenSplit: isHidden, start, text: () => text }];
  });
  // A divided text is one text.
  const wholes = new Map<PositionId, TextRange>();
  for (const { base, start, text } of passages) {
    const words = text().trim();
    const own = start + Math.max(0, text().indexOf(words));
    const from = wholes.get(base)?.from ?? own;
    wholes.set(base, { from, to: own + words.length });
  }
  const text = () => parts.map(({ whole }) => whole.text).join('');
  const anchors = readAnchors(store, treeId).filter(({ kind }) => kind === 'note');
  const phrases = new Map(
    placePhrases(passages, anchors, text)
      .toReversed()
      .map(({ phrase, from, to }) => [phrase.note?.positionId, { from, to }]),
  );
  const families = [...wholes].map(([base, range]) => ({
    range,
    positions: [base, ...(isForked ? unprunedSplits(tree, base) : [])],
  }));
  const noted = findNoted(
    store,
    families.flatMap(({ positions }) => positions),
  );
  return families.flatMap(({ range, positions }) =>
    positions
      .filter((position) => noted.has(position))
      .flatMap((position) => listAnnotations(store, treeId, position))
      .filter(({ node }) => !node.pruned)
      .map(({ node: { positionId, authorId, createdAt, content } }) => ({
        ...(phrases.get(positionId) ?? range),
        author: nameOf(authorId),
        time: createdAt,
        text: textOf(content),
      })),
  );
}

const NO_SUGGESTIONS = { suggestions: [], leftOut: 0 } as const;

/** Those in the text that fit it; of several for the same words, the first. */
function readSuggestions(
  { store, treeId, parts, placed }: MarkedText,
  nameOf: NameOf,
): Pick<BookMarks, 'suggestions' | 'leftOut'> {
  if (placed.length === 0) return NO_SUGGESTIONS;
  const screen = new Screen(parts.map(({ nodeId, whole: { text } }) => ({ nodeId, text })));
  const text = screen.text();
  const proposals = new Map(listProposals(store, treeId, 0).map((proposal) => [proposal.id, proposal]));
  const suggestions: BookSuggestion[] = [];
  let leftOut = 0;
  for (const { proposalId, ordinal, places } of placed) {
    const proposal = proposals.get(proposalId);
    const suggestion = proposal?.suggestions.find((one) => one.ordinal === ordinal);
    const range = screen.rangeOf(places);
    if (proposal === undefined || suggestion === undefined || range === null) continue;
    const state = suggestionState(suggestion, range, text);
    if (state === 'conflict') leftOut += 1;
    if (state !== 'open') continue;
    const change = spliceOfSuggestion(suggestion).map((splice) => ({
      ...splice,
      from: range.from + splice.from,
      to: range.from + splice.to,
    }));
    const { agentId: agent, createdAt: time } = proposal;
    suggestions.push({ ...range, author: nameOf(agent), time, agent, change });
  }
  const kept: BookSuggestion[] = [];
  for (const one of suggestions.sort((a, b) => a.from - b.from || a.to - b.to))
    if (one.from >= (kept.at(-1)?.to ?? 0)) kept.push(one);
  return { suggestions: kept, leftOut: leftOut + suggestions.length - kept.length };
}
