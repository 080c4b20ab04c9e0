/**
 * Versions that an agent offers of a manuscript's texts, and the suggestions by which the page shows them (`edits.md`,
 * *In the manuscript*): the words in which they differ from what the writer reads there.
 */
import { editsInFamily, type FamilyEdit } from '../../../core/buffer/family-edits.ts';
import { NO_INVERSE } from '../../../core/commands/inverse.ts';
import type { AgentId, NodeId, TreeId } from '../../../core/ids.ts';
import { documentVersion } from '../../../core/proposals/document-version.ts';
import type { PlannedSuggestion } from '../../../core/proposals/proposal.ts';
import { spliceOfSuggestion, suggestionsOf } from '../../../core/proposals/suggestions-of.ts';
import { type SpannedText, wholeSpans } from '../../../core/text/span.ts';
import { applyChange, applySplice, type Change, type Splice } from '../../../core/text/splice.ts';
import { type OfferedFrom, offerEdit } from '../../../core/tree/operations.ts';
import type { Overlay } from '../../../core/tree/overlay.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { type TreeNode, textOf } from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import type { SuggestedWords } from '../proposals/snapshots-and-answers.ts';
import type { CommandView } from './command-view.ts';

/** An edit of one text as the writer decides about it. */
export interface EditInWords {
  /** The version that is edited. */
  readonly node: TreeNode;
  /** The version that the writer reads, if the edited one is what the agent itself has offered of it; else the edited one. */
  readonly read: TreeNode;
  /** The text that the writer reads, and its edited form: exactly what was suggested and accepted. */
  readonly before: string;
  readonly after: SpannedText;
  readonly changes: Change;
  /** In the text that the writer reads, without those by which the edited version is offered. */
  readonly suggestions: readonly PlannedSuggestion[];
}

/** @param splice of the text of `node` */
export function editInWords(
  { context, reader }: CommandView,
  treeId: TreeId,
  node: TreeNode,
  splice: Splice,
): EditInWords {
  const { actor, writerId } = context;
  const { tree, path } = sqlViews(reader, treeId, writerId);
  const read = readVersion(tree, path, node, actor.id);
  const { content, spans } = tree.getContent(read.id);
  const before = textOf(content);
  const edited = textOf(tree.getContent(node.id).content);
  const text = applyChange(edited, [splice]);
  const all = read === node ? suggestionsOf(before, [{ ...splice, hunk: 1 }]) : rewritten(before, text);
  const offered = read === node ? [] : rewritten(before, edited);
  const changes = all.flatMap((suggestion) =>
    spliceOfSuggestion(suggestion).map(({ from, to, insert }) => ({
      from: suggestion.from + from,
      to: suggestion.from + to,
      insert,
    })),
  );
  const after = changes.reduceRight<SpannedText>(
    (made, change) => applySplice(made, { ...change, spans: wholeSpans(actor.id, change.insert.length) }),
    { text: before, spans },
  );
  const suggestions = all.filter((one) => !offered.some((other) => isSame(one, other)));
  return { node, read, before, after, changes, suggestions };
}

function rewritten(before: string, insert: string): readonly PlannedSuggestion[] {
  return suggestionsOf(before, [{ from: 0, to: before.length, insert, hunk: 1 }]);
}

function isSame(one: PlannedSuggestion, other: PlannedSuggestion): boolean {
  return one.from === other.from && one.to === other.to && one.inserted === other.inserted;
}

function readVersion(tree: TreeView, path: PathView, node: TreeNode, agentId: AgentId): TreeNode {
  const read = versionAt(tree, path, node.positionId);
  let at: TreeNode | undefined = node;
  for (const seen = new Set<NodeId>(); at?.offered && at.authorId === agentId && !seen.has(at.id); ) {
    seen.add(at.id);
    at = at.editedFrom === null ? undefined : tree.findNode(at.editedFrom);
    if (at?.id === read.id) return read;
  }
  return node;
}

/** A version that was offered, and how it is suggested. */
export interface OfferedVersion {
  readonly edit: EditInWords;
  /** The version, or an equal one that was there; then nothing is suggested. */
  readonly node: TreeNode;
  readonly suggestions: readonly SuggestedWords[];
}

/** Offers a version, and what the edit makes of the other members of its family. @throws {AspenError} as `offerEdit` */
export function offerVersion(
  { context }: CommandView,
  after: Overlay,
  path: PathView,
  edit: EditInWords,
  from: OfferedFrom,
): OfferedVersion {
  const { actor, idsAndClock } = context;
  const { node, changes } = edit;
  const { text, spans } = edit.after;
  const content = { content: { type: 'text' as const, text }, spans };
  const offered = offerEdit(after.tree, path, node.id, content, actor, idsAndClock, from);
  if (offered.change === null) return { edit, node: offered.node, suggestions: [] };
  const elsewhere = editsInFamily(after.tree, path, node, edit.after, changes);
  after.add(offered.change);
  for (const { node: member, edited } of elsewhere) {
    const { change } = offerEdit(after.tree, path, member.id, edited, actor, idsAndClock);
    if (change !== null) after.add(change);
  }
  const { edited } = context.writerWork(node.treeId);
  const members = edit.read === node ? elsewhere.filter((one) => !edited.includes(one.node.id)) : [];
  const suggestions = edit.suggestions.map((one) => placed(one, edit.read.id, members));
  return { edit, node: offered.node, suggestions };
}

/** A suggestion with the nodes that share it, and without context after a fork, where each member has another text. */
function placed(one: PlannedSuggestion, nodeId: NodeId, members: readonly FamilyEdit[]): SuggestedWords {
  const sharing = members.filter(({ until }) => one.to <= until);
  const room = sharing.reduce((least, { until }) => Math.min(least, until - one.to), one.after.length);
  return {
    ...one,
    after: one.after.slice(0, room),
    nodeIds: [nodeId, ...sharing.map(({ node }) => node.id)],
  };
}

/** Shows versions that a command offered in a tree as suggestions where the writer reads the texts. */
export function suggestVersions(
  view: CommandView,
  treeId: TreeId,
  versions: readonly OfferedVersion[],
  answer: string,
): void {
  const { actor, edits = null, turn, idsAndClock } = view.context;
  const suggestions = versions.flatMap((one) => one.suggestions);
  const [first] = versions;
  if (first === undefined || suggestions.length === 0) return;
  const { positionId } = first.edit.read;
  const text = versions.map(({ edit }) => edit.before).join('');
  const version = documentVersion({ treeId, positionId, offset: 0, text });
  const range = { from: 0, to: text.length };
  const proposalId = edits?.proposals.suggest(
    {
      treeId,
      agentId: actor.id,
      askedBy: null,
      directive: { action: 'replace', version, content: answer, range, fingerprint: null, rationale: null },
      answer,
      instruction: null,
      responseId: turn?.answer()?.responseId ?? null,
      requestedAt: turn?.requestedAt?.() ?? idsAndClock.now(),
      acceptsOnArrival: false,
    },
    version,
    suggestions,
  );
  if (proposalId === undefined) return;
  const inverse = { ...NO_INVERSE, proposals: [proposalId] };
  turn?.onProposed?.(inverse, treeId);
  view.writes.push({ treeId, inverse, logSeq: null, nodes: 0, continuations: 0 });
}
