import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, ProposalId, Sha256, TreeId } from '../../../core/ids.ts';
import { trimmedOfPassage } from '../../../core/proposals/ask-answer.ts';
import type { ProposingDirective } from '../../../core/proposals/directive.ts';
import { documentVersion, matchesVersion } from '../../../core/proposals/document-version.ts';
import { linesOf } from '../../../core/proposals/lines.ts';
import type { Places, SuggestionRef } from '../../../core/proposals/places.ts';
import { refusalOfWhole } from '../../../core/proposals/plan-answer.ts';
import { countChanges, type PatchRefusal } from '../../../core/proposals/proposal.ts';
import {
  type Excerpt,
  excerptOf,
  findHeading,
  widestExcerpt,
} from '../../../core/proposals/snapshot-scope.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { IdsAndClock } from '../../../core/tree/new-node.ts';
import type { PathReply } from '../../../ipc/wire/path.ts';
import type { ProposalSnapshot, SuggestionUpdate } from '../../../ipc/wire/proposal.ts';
import { EXCLUDED_FROM_EDIT, NO_TEXT_TO_EDIT, TOO_LONG_TO_EDIT } from '../../../ui-text/proposals.ts';
import {
  findProposal,
  insertProposal,
  type ListedProposal,
  listProposals,
  type StoredProposal,
} from '../../store/tables/proposals/proposals.ts';
import {
  type DecidedSuggestion,
  decideSuggestions,
  listPlacedSuggestions,
} from '../../store/tables/proposals/suggestions.ts';
import { findTree } from '../../store/tables/trees.ts';
import { findUnsent } from '../../store/tree/find-unsent.ts';
import type { GroveScope } from '../grove-scope.ts';
import type { PlaceMark, PlaceTracker } from '../places/place-tracker.ts';
import { Screen } from '../places/screen.ts';
import type { IntentParts } from '../writing/intent-writer.ts';
import type { TreeSession } from '../writing/tree-session.ts';
import type {
  AnswerToSnapshot,
  Decisions,
  PlanEdit,
  ProposalOutcome,
  SnapshotRequest,
  SnapshotsAndAnswers,
  SuggestedWords,
  TakenSnapshot,
} from './snapshots-and-answers.ts';

/** Most proposals listed without open suggestions. */
const CLOSED_LISTED = 50;

export interface GroveProposalsOptions extends Pick<GroveScope, 'store' | 'idsAndClock' | 'sessions'> {
  readonly planEdit: PlanEdit;
  /** Proposals for a tree were made or decided. */
  onChanged(treeId: TreeId): void;
}

/**
 * Agents' proposals for the manuscripts of an open grove: snapshots, the suggestions made of answers to them, and the
 * writer's decisions (`edits.md`). Nothing here changes a text.
 */
export class GroveProposals implements SnapshotsAndAnswers {
  readonly planEdit: PlanEdit;
  readonly #options: GroveProposalsOptions;
  readonly #snapshots: Snapshots;
  /** Proposals that the window accepts as soon as it shows them. */
  readonly #arriving = new Set<ProposalId>();
  /** Decisions not yet reported to agents, by agent and tree. */
  readonly #decisions = new Map<string, Decisions>();

  constructor(options: GroveProposalsOptions) {
    this.planEdit = options.planEdit;
    this.#options = options;
    this.#snapshots = new Snapshots(options.idsAndClock.now);
  }

  take(request: SnapshotRequest): TakenSnapshot {
    const { idsAndClock, sessions } = this.#options;
    const snapshot = takeSnapshot(request, sessions.get(request.treeId), idsAndClock);
    this.#snapshots.add(snapshot);
    return snapshot;
  }

  find(treeId: TreeId, agentId: AgentId, version: string | null): TakenSnapshot | null {
    const found = this.#find(treeId, agentId, version);
    return typeof found === 'string' ? null : found;
  }

  /** A snapshot with a text that was excluded or pruned since is one no longer: what is read of it is sent. */
  #find(treeId: TreeId, agentId: AgentId, version: string | null): FoundSnapshot {
    const found = this.#snapshots.find(treeId, agentId, version);
    if (typeof found === 'string' || findUnsent(this.#options.store, found.of).size === 0) return found;
    return 'stale_version';
  }

  propose(answer: AnswerToSnapshot): ProposalOutcome {
    const { treeId, agentId, directive, planned } = answer;
    const found = this.#find(treeId, agentId, directive.version);
    if (typeof found === 'string') return this.#refuse(answer, refusalOfWhole(found), null);
    const { refusal, unsure } = planned;
    if (refusal !== null && planned.suggestions.length === 0) return this.#refuse(answer, refusal, found);
    const suggestions = planned.suggestions.map(({ from, to, ...text }, ordinal) => ({
      ...text,
      ...OPEN,
      ordinal,
      unsure,
      places: placesNow(found, { from, to }),
    }));
    const proposalId = this.#insert(answer, { documentVersion: found.version, refusal, suggestions });
    if (answer.acceptsOnArrival) this.#arriving.add(proposalId);
    return { kind: 'proposed', proposalId, ...countChanges(suggestions), version: found.version };
  }

  suggest(
    answer: Omit<AnswerToSnapshot, 'planned'>,
    version: Sha256,
    suggestions: readonly SuggestedWords[],
  ): ProposalId {
    const screen = new Screen(this.#options.sessions.get(answer.treeId).shown.shownParts());
    const placed = suggestions.map(({ from, to, nodeIds, ...text }, ordinal) => {
      const placesIn = (nodeId: NodeId) => [{ nodeId, from, to }];
      const nodeId = nodeIds.find((one) => screen.rangeOf(placesIn(one)) !== null) ?? nodeIds[0];
      return { ...text, ...OPEN, ordinal, unsure: false, places: placesIn(nodeId) };
    });
    return this.#insert(answer, { documentVersion: version, refusal: null, suggestions: placed });
  }

  async plan(treeId: TreeId, agentId: AgentId, directive: ProposingDirective, signal: AbortSignal) {
    const found = this.#find(treeId, agentId, directive.version);
    if (typeof found === 'string')
      return { suggestions: [], unsure: false, refusal: refusalOfWhole(found), place: null };
    const { text, selection, version } = found;
    const planned = await this.planEdit({ snapshot: { text, selection }, directive }, signal);
    if (planned === null || 'problem' in planned) return planned;
    const [first] = planned.suggestions;
    // It may have been dropped meanwhile.
    const now = this.#find(treeId, agentId, version);
    const [place = null] = first === undefined || typeof now === 'string' ? [] : placesNow(now, first);
    return { ...planned, place };
  }

  nodeAt(treeId: TreeId, agentId: AgentId, version: Sha256, range: TextRange) {
    const found = this.#find(treeId, agentId, version);
    if (typeof found === 'string') return null;
    const nodeId = placesNow(found, range).find((place) => place.nodeId !== null)?.nodeId ?? null;
    const [first] = found.screen.placesOf({ from: found.from + range.from, to: found.from + range.to });
    return nodeId && { nodeId, length: first === undefined ? 0 : first.to - first.from };
  }

  decide(treeId: TreeId, suggestions: readonly SuggestionRef[], state: 'open' | 'rejected'): void {
    const { store, sessions } = this.#options;
    const tree = sessions.get(treeId);
    const meant = new Set(suggestions.map(keyOf));
    const from = state === 'open' ? 'rejected' : 'open';
    const ids = [...new Set(suggestions.map(({ proposalId }) => proposalId))];
    const kept = ids.flatMap((id) =>
      (findProposal(store, id)?.suggestions ?? [])
        .filter((one) => one.state === from && meant.has(keyOf({ proposalId: id, ordinal: one.ordinal })))
        .map(({ ordinal, places }) => ({ proposalId: id, ordinal, places, state })),
    );
    // Suggestions of an undone turn are no longer listed, whatever was decided about them.
    const known = new Map(tree.places.read().map((one) => [keyOf(one), one.places]));
    const decided = kept.map((one) => ({ ...one, places: known.get(keyOf(one)) ?? one.places }));
    if (kept.length > 0) this.#store(tree, decided);
    else this.#options.onChanged(treeId);
  }

  takeDecisions(treeId: TreeId, agentId: AgentId): readonly Decisions[] {
    const isTold = (tree: TreeId) =>
      tree === treeId || findTree(this.#options.store, tree)?.kind === 'document';
    const told = [...this.#decisions].filter(
      ([key, decisions]) => key === `${decisions.treeId} ${agentId}` && isTold(decisions.treeId),
    );
    for (const [key] of told) this.#decisions.delete(key);
    return told.map(([, decisions]) => decisions);
  }

  /**
   * The proposals for a tree, newest first, with where their suggestions are in the text on the screen after the typing.
   * Commits nothing.
   * @throws {AspenError} CONFLICT; INVALID_ARGUMENT
   */
  read(
    treeId: TreeId,
    intent: IntentParts,
  ): { readonly path: PathReply; readonly proposals: readonly ProposalSnapshot[] } {
    const tree = this.#options.sessions.get(treeId);
    const path = tree.intents.stay(intent);
    const places = new Map(tree.places.read().map((one) => [keyOf(one), one.places]));
    const screen = places.size === 0 ? null : new Screen(tree.shown.shownParts());
    const rangeOf = (suggestion: SuggestionRef) => {
      const known = places.get(keyOf(suggestion));
      return known === undefined || screen === null ? null : screen.rangeOf(known);
    };
    return { path, proposals: this.#list(treeId, rangeOf) };
  }

  /** The same without the places. */
  list(treeId: TreeId): readonly ProposalSnapshot[] {
    return this.#list(treeId, () => null);
  }

  /**
   * Stores what the window decided, and where it has put suggestions. Commits nothing.
   * @throws {AspenError} CONFLICT; INVALID_ARGUMENT; what the store throws
   */
  update(treeId: TreeId, intent: IntentParts, updates: readonly SuggestionUpdate[]): PathReply {
    const tree = this.#options.sessions.get(treeId);
    const path = tree.intents.stay(intent);
    const screen = new Screen(tree.shown.shownParts());
    const decided = updates.map(({ proposalId, ordinal, decision, range: { from, to } }) => {
      const within = { from: Math.min(from, screen.length), to: Math.min(Math.max(from, to), screen.length) };
      return { proposalId, ordinal, state: decision, places: screen.placesOf(within) };
    });
    this.#countDecisions(treeId, this.list(treeId), updates);
    this.#store(tree, decided);
    return path;
  }

  #store(tree: TreeSession, decided: readonly DecidedSuggestion[]): void {
    const { store, idsAndClock, onChanged } = this.#options;
    const { treeId } = tree;
    // Places are those of the draft, so the file must have that before it has them.
    tree.flush();
    store.transact((tx) => decideSuggestions(tx, decided, idsAndClock.now()));
    tree.places.drop(decided);
    const changed = new Set(decided.map(keyOf));
    tree.places.follow(listPlacedSuggestions(store, treeId).filter((one) => changed.has(keyOf(one))));
    for (const { proposalId } of decided) this.#arriving.delete(proposalId);
    onChanged(treeId);
  }

  /** The writer's session in a tree has ended: snapshots of its text are no longer followed. */
  dropTree(treeId: TreeId): void {
    this.#snapshots.dropTree(treeId);
  }

  #list(
    treeId: TreeId,
    rangeOf: (suggestion: SuggestionRef) => { readonly from: number; readonly to: number } | null,
  ): readonly ProposalSnapshot[] {
    return listProposals(this.#options.store, treeId, CLOSED_LISTED).map((proposal) =>
      proposalSnapshot(treeId, proposal, rangeOf, this.#arriving.has(proposal.id)),
    );
  }

  #refuse(answer: AnswerToSnapshot, refusal: PatchRefusal, found: HeldSnapshot | null): ProposalOutcome {
    const { treeId, agentId, directive } = answer;
    const given = directive.version ?? '';
    const documentVersion = found?.version ?? given;
    const proposalId = this.#insert(answer, { documentVersion, refusal, suggestions: [] });
    return {
      kind: 'refused',
      proposalId,
      refusal,
      given,
      current: this.#currentVersion(treeId, agentId, found),
    };
  }

  /** The version of the text now, of the scope of a snapshot or else of all; null if no snapshot of that can be taken. */
  #currentVersion(treeId: TreeId, agentId: AgentId, found: HeldSnapshot | null): Sha256 | null {
    const { idsAndClock, sessions } = this.#options;
    const request = { treeId, agentId, scope: found?.scope ?? 'all', range: null, limit: Infinity } as const;
    try {
      const now = takeSnapshot(request, sessions.get(treeId), idsAndClock);
      now.tracker.release(now.mark);
      return now.version;
    } catch (error) {
      // There is no text, or some of it is excluded: the agent is sent the refusal itself.
      if (error instanceof AspenError) return null;
      throw error;
    }
  }

  #insert(
    answer: Omit<AnswerToSnapshot, 'planned'>,
    rest: Pick<StoredProposal, 'documentVersion' | 'refusal' | 'suggestions'>,
  ): ProposalId {
    const { store, idsAndClock, sessions, onChanged } = this.#options;
    const { treeId, agentId, askedBy, directive, instruction, responseId, requestedAt } = answer;
    const tree = sessions.get(treeId);
    const now = idsAndClock.now();
    const id = idsAndClock.newId() as ProposalId;
    // Places are those of the draft, so the file must have that before it has them.
    tree.flush();
    store.transact((tx) =>
      insertProposal(tx, {
        ...rest,
        id,
        treeId,
        agentId,
        askedBy,
        action: directive.action,
        instruction,
        rationale: directive.rationale,
        answer: answer.answer,
        responseId,
        state: rest.refusal === null || rest.suggestions.length > 0 ? 'open' : 'refused',
        latencyMs: Math.max(0, now - requestedAt),
        createdAt: now,
        closedAt: null,
      }),
    );
    tree.places.follow(
      rest.suggestions.map(({ ordinal, places }) => ({ proposalId: id, ordinal, places, state: 'open' })),
    );
    onChanged(treeId);
    return id;
  }

  /** Remembers the decisions for the agents. */
  #countDecisions(
    treeId: TreeId,
    before: readonly ProposalSnapshot[],
    updates: readonly SuggestionUpdate[],
  ): void {
    const proposals = new Map(before.map((proposal) => [proposal.proposalId, proposal]));
    for (const { proposalId, ordinal, decision } of updates) {
      const proposal = proposals.get(proposalId);
      const was = proposal?.suggestions.find((one) => one.ordinal === ordinal)?.decision;
      if (proposal === undefined || was === undefined || was === decision) continue;
      const { agentId, documentVersion: version } = proposal;
      const known = this.#decisions.get(`${treeId} ${agentId}`) ?? { accepted: 0, rejected: 0 };
      const count = (one: 'accepted' | 'rejected') =>
        Math.max(0, known[one] + Number(decision === one) - Number(was === one));
      this.#decisions.set(`${treeId} ${agentId}`, {
        treeId,
        accepted: count('accepted'),
        rejected: count('rejected'),
        version: version as Sha256,
      });
    }
  }
}

const OPEN = { state: 'open', nodeId: null, decidedAt: null } as const;

/** The present places of a snapshot's range. */
function placesNow({ screen, tracker, mark, from: start }: HeldSnapshot, { from, to }: TextRange): Places {
  return tracker.followFrom(mark, screen.placesOf({ from: start + from, to: start + to }));
}

function keyOf({ proposalId, ordinal }: SuggestionRef): string {
  return `${proposalId}:${ordinal}`;
}

/** A proposal as windows are sent it. @param rangeOf where a suggestion is on the screen; null for away */
function proposalSnapshot(
  treeId: TreeId,
  proposal: ListedProposal,
  rangeOf: (suggestion: SuggestionRef) => TextRange | null,
  acceptsOnArrival: boolean,
): ProposalSnapshot {
  const { id, agentId, action, documentVersion, instruction, rationale, createdAt, state, refusal } =
    proposal;
  return {
    proposalId: id,
    treeId,
    agentId,
    action,
    documentVersion,
    instruction,
    rationale,
    // Only the answer to the writer's request is read as a whole passage.
    trimmed: action === 'replace' && proposal.askedBy !== null ? trimmedOfPassage(proposal.answer) : null,
    createdAt,
    state,
    refusal,
    suggestions: proposal.suggestions.map(
      ({ ordinal, hunk, removed, inserted, before, after, unsure, state: decision, nodeId }) => ({
        ordinal,
        hunk,
        removed,
        inserted,
        before,
        after,
        unsure,
        decision,
        range: rangeOf({ proposalId: id, ordinal }),
        nodeId,
      }),
    ),
    message: proposal.message,
    acceptsOnArrival,
    hasRecord: proposal.responseId !== null,
  };
}

/**
 * Takes a snapshot of the text on the screen, draft included; commits nothing.
 * @throws {AspenError} INVALID_ARGUMENT if there is no text, or the scope does not fit the agent; NOT_FOUND without such a
 *   heading
 */
function takeSnapshot(
  { treeId, agentId, scope, section = null, range, limit }: SnapshotRequest,
  session: TreeSession,
  { now }: IdsAndClock,
): HeldSnapshot {
  const screen = new Screen(session.shown.shownParts());
  const whole = screen.text();
  if (whole.trim() === '') throw new AspenError('INVALID_ARGUMENT', NO_TEXT_TO_EDIT);
  const around = section === null ? (range ?? selectionIn(session)) : placeOfHeading(whole, section);
  const selected = within(around, { from: 0, to: whole.length });
  const sent = sentAround(session, selected, whole.length);
  const excerpt =
    scope === null ? widestWithin(whole, selected, sent, limit) : excerptOf(whole, selected, scope);
  if (excerpt === null || excerpt.to - excerpt.from > limit)
    throw new AspenError('INVALID_ARGUMENT', TOO_LONG_TO_EDIT);
  const { from, to } = excerpt;
  if (from < sent.from || to > sent.to) throw new AspenError('INVALID_ARGUMENT', EXCLUDED_FROM_EDIT);
  const text = whole.slice(from, to);
  const { index, start } = screen.partAt(from);
  const positionId = session.shown.positionAt(index);
  const isSelected = selected.from >= from && selected.to <= to;
  return {
    version: documentVersion({ treeId, positionId, offset: from - start, text }),
    text,
    scope: excerpt.scope,
    lines: linesOf(whole, from, to),
    selection: isSelected ? { from: selected.from - from, to: selected.to - from } : null,
    of: screen.placesOf({ from, to }).flatMap(({ nodeId }) => {
      const index = screen.parts.findIndex((part) => part.nodeId === nodeId);
      return nodeId === null ? [] : [{ treeId, positionId: session.shown.positionAt(index) }];
    }),
    treeId,
    agentId,
    from,
    screen,
    tracker: session.places,
    mark: session.places.mark(),
    takenAt: now(),
  };
}

function placeOfHeading(text: string, section: string): TextRange {
  const at = findHeading(text, section);
  if (at === null) throw new AspenError('NOT_FOUND', `no heading “${section}” in the text`);
  return { from: at, to: at };
}

/**
 * The text around a selection that no excluded node interrupts: models are not sent such nodes. If the selection has text
 * of one, nothing is (`from` after `to`, or both the same).
 */
function sentAround(session: TreeSession, selected: TextRange, length: number): TextRange {
  let around = { from: 0, to: length };
  let start = 0;
  for (const { text, excluded } of session.shown.contextNodes(null)) {
    const end = start + text.length;
    if (excluded && end > start) {
      if (end <= selected.from) around = { ...around, from: end };
      else if (start >= selected.to)
        return { ...around, to: Math.max(around.from, Math.min(around.to, start)) };
      // No range with the selection fits.
      else return { from: selected.to, to: selected.from };
    }
    start = end;
  }
  return around;
}

function widestWithin(
  whole: string,
  selected: TextRange,
  { from, to }: TextRange,
  limit: number,
): Excerpt | null {
  if (from > selected.from || to < selected.to || (from === to && whole !== ''))
    throw new AspenError('INVALID_ARGUMENT', EXCLUDED_FROM_EDIT);
  const own = { from: Math.max(0, selected.from - from), to: Math.max(0, selected.to - from) };
  const excerpt = widestExcerpt(whole.slice(from, to), own, limit);
  return excerpt && { ...excerpt, from: excerpt.from + from, to: excerpt.to + from };
}

function selectionIn(session: TreeSession): TextRange {
  const { anchor, head } = session.shown.findCursor() ?? { anchor: 0, head: 0 };
  return { from: Math.min(anchor, head), to: Math.max(anchor, head) };
}

function within({ from, to }: TextRange, bounds: TextRange): TextRange {
  const start = Math.min(Math.max(from, bounds.from), bounds.to);
  return { from: start, to: Math.min(Math.max(to, start), bounds.to) };
}

/** The bounds of what is held (`edits.md`, *Snapshot*): for each agent, in UTF-16 code units for all, in milliseconds. */
const MOST_PER_AGENT = 8;
const MOST_TEXT = 8 * 1024 * 1024;
const LONGEST = 30 * 60 * 1000;

/** A snapshot, with the data that find its text at later moments. */
interface HeldSnapshot extends TakenSnapshot {
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  /** Start of its text in the whole text of that moment. */
  readonly from: number;
  readonly screen: Screen;
  readonly tracker: PlaceTracker;
  readonly mark: PlaceMark;
  readonly takenAt: number;
}

/** The snapshot of a version: one that is held, one that is no longer, or none that was ever given. */
type FoundSnapshot = HeldSnapshot | 'stale_version' | 'unknown_version';

/** The snapshots that agents may answer to. */
class Snapshots {
  readonly #now: () => number;
  /** Oldest first. */
  #held: HeldSnapshot[] = [];
  readonly #issued = new Map<AgentId, Set<Sha256>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(snapshot: HeldSnapshot): void {
    const { agentId, version } = snapshot;
    const issued = this.#issued.get(agentId) ?? new Set();
    this.#issued.set(agentId, issued.add(version));
    // The text is the same: the data of the older one hold for this.
    this.#drop((one) => one.agentId === agentId && one.version === version);
    this.#held.push(snapshot);
    this.#trim(agentId);
    // Until then, everything that is typed is kept for it.
    setTimeout(() => this.#expire(), LONGEST + 1).unref();
  }

  /** @param version as the agent gives it; null for its one snapshot of the tree, the newest if it has several */
  find(treeId: TreeId, agentId: AgentId, version: string | null): FoundSnapshot {
    this.#expire();
    const own = this.#held.filter((one) => one.treeId === treeId && one.agentId === agentId);
    const found = own.findLast((one) => version === null || matchesVersion(one.version, version));
    if (found !== undefined) return found;
    const issued = [...(this.#issued.get(agentId) ?? [])];
    const isKnown = version === null ? issued.length > 0 : issued.some((one) => matchesVersion(one, version));
    return isKnown ? 'stale_version' : 'unknown_version';
  }

  /** The tree is gone, or its session: nothing follows its text any more. */
  dropTree(treeId: TreeId): void {
    this.#drop((one) => one.treeId === treeId);
  }

  #trim(agentId: AgentId): void {
    this.#expire();
    const own = this.#held.filter((one) => one.agentId === agentId);
    const oldest = own.slice(0, Math.max(0, own.length - MOST_PER_AGENT));
    this.#drop((one) => oldest.includes(one));
    let length = this.#held.reduce((sum, { screen }) => sum + screen.length, 0);
    for (const one of this.#held.slice(0, -1)) {
      if (length <= MOST_TEXT) break;
      length -= one.screen.length;
      this.#drop((other) => other === one);
    }
  }

  #expire(): void {
    const oldest = this.#now() - LONGEST;
    this.#drop(({ takenAt }) => takenAt < oldest);
  }

  #drop(isDropped: (snapshot: HeldSnapshot) => boolean): void {
    const dropped = this.#held.filter(isDropped);
    if (dropped.length === 0) return;
    this.#held = this.#held.filter((one) => !dropped.includes(one));
    for (const { tracker, mark } of dropped) tracker.release(mark);
  }
}
