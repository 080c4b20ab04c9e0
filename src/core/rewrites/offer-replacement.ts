import { editsInFamily } from '../buffer/family-edits.ts';
import type { FenceExecution } from '../fences/fence-hashes.ts';
import type { NodeId } from '../ids.ts';
import { cutText, MAX_TEXT_LENGTH } from '../text/limits.ts';
import { type Author, getNode, type IdsAndClock, type ResponseDetails } from '../tree/new-node.ts';
import { offerEdit } from '../tree/operations.ts';
import type { Overlay } from '../tree/overlay.ts';
import { commonPrefixLength, isHiddenSplit } from '../tree/shown-version.ts';
import { type NodeContent, type Seam, type TreeNode, textOf } from '../tree/tree-node.ts';
import { type AnswerRange, divideAnswer } from './divide-answer.ts';

/** The parts that an answer replaces, and the version before the first part that the writer saw. */
export interface Replacement {
  readonly originId: NodeId;
  readonly parts: readonly ReplacedPart[];
  /** The run of a prompt fence, all of which is replaced: words that the answer has too do not stay. */
  readonly run?: FenceExecution;
}

/** A text in place of the parts. */
interface ReplacingAnswer {
  readonly text: string;
  readonly seam: Seam;
}

/**
 * Writes what an answer makes of a part of the text: at each position that it changes, a version that is offered, edited
 * from the one asked about (`edits.md`, *Rewrites and bridges*). No path moves, and it does not matter what has become of
 * these versions since. The text before a fork is one text (`domain.md`, *Forks*): what changes it is offered there too.
 * @param response of the first version; the others get ids of their own. Null for a text that is written again without it
 * @returns the versions that show the answer, in path order, one for each position whose text it changes: new ones, or
 *   older ones that are equal
 * @throws {AspenError} NOT_FOUND if a version does not exist
 */
export function offerReplacement(
  after: Overlay,
  { originId, parts, run }: Replacement,
  answer: ReplacingAnswer,
  author: Author,
  response: ResponseDetails | null,
  idsAndClock: IdsAndClock,
): readonly NodeId[] {
  const asked = parts.map((part) => {
    const { content, spans } = after.tree.getContent(part.nodeId);
    const hiddenSplit = isHiddenSplit(after.tree, getNode(after.tree, part.nodeId).positionId);
    return { ...part, text: textOf(content), spans, hiddenSplit };
  });
  const kept = asked.reduce((sum, { text, from, to }) => sum + text.length - (to - from), 0);
  const text = cutText(answer.text, Math.max(0, MAX_TEXT_LENGTH - kept));
  const replacing = { text, ranges: rangesWithin(answer.seam, text.length), isWhole: run !== undefined };
  const divided = divideAnswer(asked, replacing, author.id);
  /** The version before the next part: what the answer made of it, or else the one asked about. */
  let origin = originId;
  let isFirst = true;
  const offer = (node: TreeNode, content: NodeContent, ranges: readonly AnswerRange[]): NodeId => {
    const { tree, path } = after;
    const offered = offerEdit(tree, path, node.id, content, author, idsAndClock, {
      origin,
      ...(response === null ? {} : { response: detailsOf(response, ranges) }),
    });
    if (offered.change !== null) after.add(offered.change);
    isFirst &&= offered.change === null;
    return offered.node.id;
  };
  const detailsOf = (details: ResponseDetails, ranges: readonly AnswerRange[]): ResponseDetails => {
    const nodeId = isFirst ? details.nodeId : (idsAndClock.newId() as NodeId);
    return { ...details, nodeId, seam: { ...answer.seam, ranges } };
  };
  return parts.flatMap(({ nodeId }): readonly NodeId[] => {
    const edited = divided.find((version) => version.nodeId === nodeId);
    if (edited === undefined) {
      origin = nodeId;
      return [];
    }
    const node = getNode(after.tree, nodeId);
    const { changes } = edited;
    for (const { node: member, edited: other } of editsInFamily(
      after.tree,
      after.path,
      node,
      edited,
      changes,
    )) {
      const shared = commonPrefixLength(edited.text, textOf(other.content));
      offer(
        member,
        other,
        edited.ranges.filter(({ from, to, at }) => at + to - from <= shared),
      );
    }
    const content: NodeContent = { content: { type: 'text', text: edited.text }, spans: edited.spans };
    origin = offer(node, content, edited.ranges);
    return [origin];
  });
}

function rangesWithin({ ranges = [] }: Seam, length: number): readonly AnswerRange[] {
  return ranges.flatMap(({ from, to, at = 0 }) =>
    at >= length ? [] : [{ from, to: Math.min(to, from + length - at), at }],
  );
}

/**
 * A part `[from, to)` of the text of a version, in UTF-16 code units. A rewrite replaces one for each position that it
 * touches, in path order, one after another on the path: those between the first and the last are whole texts. A bridge
 * replaces one that is empty (`edits.md`, *Rewrites and bridges*).
 */
export interface ReplacedPart {
  readonly nodeId: NodeId;
  readonly from: number;
  readonly to: number;
}

/** The replaced part of a text, as the writer saw it, and the text around it. */
export interface ReplacedText {
  readonly before: string;
  /** Empty for a bridge. */
  readonly replaced: string;
  readonly after: string;
}
