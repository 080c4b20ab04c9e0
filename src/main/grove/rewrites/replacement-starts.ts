import type { ReplacedRange } from '../../../core/context/assemble-replacement.ts';
import { AspenError } from '../../../core/errors.ts';
import { firstNodeAt, type NodeId } from '../../../core/ids.ts';
import type { ReplacedPart, ReplacedText } from '../../../core/rewrites/offer-replacement.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { ReplacementRequest, TextPoint } from '../../../ipc/wire/generation.ts';
import type { PathReply } from '../../../ipc/wire/path.ts';
import type { OpenPath } from '../reading/open-path.ts';
import { type IntentParts, type IntentWriter, STAY } from '../writing/intent-writer.ts';
import type { ShownText } from '../writing/shown-text.ts';

/** Length of the text around a part that is compared with an answer, in UTF-16 code units on each side. */
const COMPARED = 20_000;

/** The replaced range in the text of a path. */
export type PointsInText = Pick<ReplacementRequest, 'from' | 'to'>;

/** Inputs of a request for texts in place of a part of the path's text. */
export interface ReplacementStart extends ReplacedText {
  readonly path: PathReply;
  /** The version before the first part that the writer saw. */
  readonly originId: NodeId;
  readonly parts: readonly ReplacedPart[];
  readonly range: ReplacedRange;
}

/** The replaced part as it is shown, before the draft is committed. */
export interface ShownRange {
  readonly range: ReplacedRange;
  /** In the text of the path, in UTF-16 code units. */
  readonly offsets: TextRange;
  /** Empty for a bridge. */
  readonly replaced: string;
}

/** Fixes what a rewrite or a bridge replaces (`edits.md`, *Rewrites and bridges*). */
export class ReplacementStarts {
  readonly #path: OpenPath;
  readonly #intents: IntentWriter;
  readonly #shown: ShownText;

  constructor(path: OpenPath, intents: IntentWriter, shown: ShownText) {
    this.#path = path;
    this.#intents = intents;
    this.#shown = shown;
  }

  /**
   * The text that a range has now, the draft included.
   * @throws {AspenError} NOT_FOUND if it is not on the path; INVALID_ARGUMENT if it ends before it begins, or beyond a text
   */
  shownRange({ from, to }: PointsInText): ShownRange {
    const path = this.#path;
    const texts = this.#shown.parts().map(({ text }) => text);
    const placeOf = ({ at, offset }: TextPoint) => {
      const index = at === null ? path.ids.length : path.ids.findIndex(({ positionId }) => positionId === at);
      const text = texts[index];
      if (text === undefined) throw new AspenError('NOT_FOUND', `position ${at} is not on the path`);
      if (offset > text.length)
        throw new AspenError('INVALID_ARGUMENT', `offset ${offset} in a text of ${text.length}`);
      const before = texts.slice(0, index).reduce((sum, { length }) => sum + length, 0);
      return { point: { nodeId: path.ids[index]?.nodeId ?? null, offset }, at: before + offset };
    };
    const [begin, end] = [placeOf(from), placeOf(to)];
    if (begin.at > end.at) throw new AspenError('INVALID_ARGUMENT', 'the range ends before it begins');
    return {
      range: { from: begin.point, to: end.point },
      offsets: { from: begin.at, to: end.at },
      replaced: texts.join('').slice(begin.at, end.at),
    };
  }

  /**
   * Commits the draft, and fixes a range of the text as versions and offsets.
   * @param check called before anything is written
   * @throws {AspenError} as `shownRange`, before anything is written; INVALID_ARGUMENT if there is no text; what `check`
   *   and the intent throw
   */
  prepare(intent: IntentParts, points: PointsInText, check: (shown: ShownRange) => void): ReplacementStart {
    const path = this.#path;
    let range: TextRange = { from: 0, to: 0 };
    const reply = this.#intents.carryOut(intent, { commits: 'save' }, STAY, () => {
      const before = this.shownRange(points);
      range = before.offsets;
      check(before);
    });
    // The commit changed no text.
    const texts = this.#shown.parts().map(({ text }) => text);
    const nodes = endsOf(texts, path);
    const first = firstTouched(nodes, range);
    if (first < 0) throw new AspenError('INVALID_ARGUMENT', 'there is no text to replace');
    const touched = nodes.slice(first).filter(({ start }, index) => index === 0 || start < range.to);
    const parts = touched.map(({ nodeId, start, end }) => ({
      nodeId,
      from: Math.max(start, range.from) - start,
      to: Math.min(end, range.to) - start,
    }));
    const text = texts.join('');
    return {
      path: reply,
      originId: nodes[first - 1]?.nodeId ?? firstNodeAt(path.rootPositionId),
      parts,
      range: rangeOf(parts),
      before: text.slice(Math.max(0, range.from - COMPARED), range.from),
      replaced: text.slice(range.from, range.to),
      after: text.slice(range.to, range.to + COMPARED),
    };
  }
}

/** @throws {RangeError} if there are no parts */
function rangeOf(parts: readonly ReplacedPart[]): ReplacedRange {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('a replacement has a part');
  return {
    from: { nodeId: first.nodeId, offset: first.from },
    to: { nodeId: last.nodeId, offset: last.to },
  };
}

/** A node of the path, and where its text is in that of the path. */
interface PlacedNode {
  readonly nodeId: NodeId;
  readonly start: number;
  readonly end: number;
}

function endsOf(texts: readonly string[], path: OpenPath): readonly PlacedNode[] {
  let end = 0;
  return path.ids.map(({ nodeId }, index) => {
    const start = end;
    end += texts[index]?.length ?? 0;
    return { nodeId, start, end };
  });
}

/**
 * The node of the first character that is replaced; for an empty range, the one that typing there goes to: it contains the
 * place or ends there; at the beginning, the first (`domain.md`, *Mapping an edit of the buffer to nodes*).
 */
function firstTouched(nodes: readonly PlacedNode[], { from, to }: TextRange): number {
  if (from < to) return nodes.findIndex(({ start, end }) => start <= from && from < end);
  return from === 0 ? Math.min(0, nodes.length - 1) : nodes.findIndex(({ end }) => from <= end);
}
