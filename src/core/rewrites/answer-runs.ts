/** Tells which answer each part of a node's text came from, down the versions it was edited from. */
import { assert } from '../assert.ts';
import type { AgentId, NodeId } from '../ids.ts';
import type { JsonValue } from '../provenance/canonical-json.ts';
import { literalsOfMessages } from '../provenance/rebuild-prompt.ts';
import { findCommonRuns } from '../text/diff.ts';
import { SpanReader } from '../text/span.ts';
import { textOf, type WholeNode } from '../tree/tree-node.ts';

/** `[from, to)` of a node's text. In UTF-16 code units. */
interface AnswerRun {
  readonly from: number;
  readonly to: number;
  readonly agent: AgentId;
  /** The version that came with the answer it is from; null if it is from none, or from none that is known. */
  readonly nodeId: NodeId | null;
}

/** The fields read of a node. */
export type EditedVersion = Pick<
  WholeNode,
  'id' | 'authorId' | 'responseId' | 'seam' | 'editedFrom' | 'content' | 'spans'
>;

/** A part of the node's text by one agent, and its offset in the text that is being looked at. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly agent: AgentId;
  readonly at: number;
}

/** A stretch of a text; sorted and not overlapping where there are several. */
interface Stretch {
  readonly at: number;
  readonly length: number;
}

/**
 * The runs of a node's text, in order and all of it; neighbours differ. Exact where the record says what came with an
 * answer (`SeamRange.at`). What a version kept is looked for in the one it was edited from by comparing the two, and is
 * from an answer only if it has the same agent there.
 * @param versions the node, then each that the one before it was edited from, as far as they are known
 * @throws {BugError} when they are not that
 */
export function answerRuns(versions: readonly EditedVersion[]): readonly AnswerRun[] {
  const answering = new Set(
    versions.flatMap(({ authorId, responseId }) => (responseId === null ? [] : [authorId])),
  );
  const runs: AnswerRun[] = [];
  const add = (parts: readonly Part[], nodeId: NodeId | null) => {
    for (const { from, to, agent } of parts) runs.push({ from, to, agent, nodeId });
  };
  let parts = partsOf(versions[0]);
  add(
    parts.filter(({ agent }) => !answering.has(agent)),
    null,
  );
  parts = parts.filter(({ agent }) => answering.has(agent));
  for (const [index, version] of versions.entries()) {
    const next = versions[index + 1];
    assert(
      next === undefined || next.id === version.editedFrom,
      () => `${version.id} was not edited from ${next?.id}`,
    );
    const { inside, outside } = divideByAnswer(parts, version);
    add(inside, version.id);
    const { found, lost } =
      next === undefined ? { found: [], lost: outside } : follow(outside, version, next);
    add(lost, null);
    parts = found;
    if (parts.length === 0) break;
  }
  return joinRuns(runs.sort((a, b) => a.from - b.from));
}

function partsOf(version: EditedVersion | undefined): readonly Part[] {
  let from = 0;
  return (version?.spans ?? []).map(({ agent, length }): Part => {
    const part = { from, to: from + length, agent, at: from };
    from += length;
    return part;
  });
}

/** Divides parts by whether they came with the version's answer. */
function divideByAnswer(parts: readonly Part[], version: EditedVersion) {
  const answered = answeredIn(version);
  if (answered !== null) return divideParts(parts, answered);
  const isInside = ({ agent }: Part) => version.responseId !== null && agent === version.authorId;
  return { inside: parts.filter(isInside), outside: parts.filter((part) => !isInside(part)) };
}

/** The part of a rewrite or a bridge that came with its answer, added spaces included; null for any other version. */
export function answeredIn({
  responseId,
  seam,
}: Pick<EditedVersion, 'responseId' | 'seam'>): readonly Stretch[] | null {
  if (responseId === null || seam?.ranges === undefined) return null;
  const stretches: Stretch[] = [];
  for (const { from, to, at } of seam.ranges) {
    if (at === undefined) return null;
    stretches.push({ at, length: to - from });
  }
  const [first] = stretches;
  if (first !== undefined && seam.spaceAdded === true)
    stretches[0] = { at: first.at - 1, length: first.length + 1 };
  const last = stretches.at(-1);
  if (last !== undefined && seam.spaceAddedAfter === true)
    stretches[stretches.length - 1] = { ...last, length: last.length + 1 };
  return stretches;
}

/** Divides parts, which are in order, into what is in the stretches and what is not. */
function divideParts(parts: readonly Part[], stretches: readonly Stretch[]) {
  const inside: Part[] = [];
  const outside: Part[] = [];
  let index = 0;
  for (const part of parts) {
    const end = part.at + part.to - part.from;
    for (let at = part.at; at < end; ) {
      let stretch = stretches[index];
      while (stretch !== undefined && stretch.at + stretch.length <= at) stretch = stretches[++index];
      const isInside = stretch !== undefined && stretch.at <= at;
      const to = Math.min(
        end,
        stretch === undefined ? end : isInside ? stretch.at + stretch.length : stretch.at,
      );
      (isInside ? inside : outside).push(sliceOf(part, at, to));
      at = to;
    }
  }
  return { inside, outside };
}

/** Its part from `at` to `to`, which are offsets like that of the part. */
function sliceOf(part: Part, at: number, to: number): Part {
  const from = part.from + at - part.at;
  return { ...part, from, to: from + to - at, at };
}

/** The parts in the text of the next version, and those that are not there by the same agent. */
function follow(parts: readonly Part[], version: EditedVersion, next: EditedVersion) {
  const kept = withoutStretches(textOf(version.content), answeredIn(version) ?? [], parts);
  const runs = findCommonRuns(textOf(next.content), kept.text);
  const { inside, outside } = divideParts(
    kept.parts,
    runs.map(({ newFrom, length }) => ({ at: newFrom, length })),
  );
  const found: Part[] = [];
  const lost: Part[] = [...outside];
  let index = 0;
  const reader = new SpanReader(next.spans);
  let reached = 0;
  for (const part of inside) {
    let run = runs[index];
    while (run !== undefined && run.newFrom + run.length <= part.at) run = runs[++index];
    assert(run !== undefined, () => `no run at ${part.at}`);
    let at = run.oldFrom + part.at - run.newFrom;
    reader.take(at - reached);
    let from = part.from;
    for (const { agent, length } of reader.take(part.to - part.from)) {
      (agent === part.agent ? found : lost).push({ from, to: from + length, agent: part.agent, at });
      from += length;
      at += length;
    }
    reached = at;
  }
  return { found, lost };
}

/** A text without some stretches, and the parts, which are elsewhere, with their offsets in it. */
function withoutStretches(text: string, stretches: readonly Stretch[], parts: readonly Part[]) {
  const pieces: string[] = [];
  let reached = 0;
  for (const { at, length } of stretches) {
    pieces.push(text.slice(reached, at));
    reached = at + length;
  }
  pieces.push(text.slice(reached));
  let index = 0;
  let removed = 0;
  const moved = parts.map((part): Part => {
    for (let next = stretches[index]; next !== undefined && next.at < part.at; next = stretches[++index])
      removed += next.length;
    return { ...part, at: part.at - removed };
  });
  return { text: pieces.join(''), parts: moved };
}

function joinRuns(runs: readonly AnswerRun[]): readonly AnswerRun[] {
  const joined: AnswerRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last !== undefined && last.agent === run.agent && last.nodeId === run.nodeId)
      joined[joined.length - 1] = { ...last, to: run.to };
    else joined.push(run);
  }
  return joined;
}

/** `edit`: a text that an agent wrote in place of another with a command. */
type AnswerKind = 'continuation' | 'rewrite' | 'bridge' | 'edit';

export interface AnswerSource {
  readonly kind: AnswerKind;
  /** The writer's instruction; null if the request has none. */
  readonly instruction: string | null;
}

/**
 * The request for the answer that a version came with. A request in messages marks a bridge, with nothing between the
 * marks; in any other, the passage was not sent, and a bridge is what only added to the text.
 * @param edited the version it was edited from, if it is known
 * @param request of its record; null if that is not in this grove
 */
export function answerSource(
  version: Pick<EditedVersion, 'responseId' | 'seam' | 'editedFrom' | 'content'>,
  edited: Pick<EditedVersion, 'content'> | undefined,
  request: JsonValue,
): AnswerSource {
  const stretches = answeredIn(version);
  if (stretches === null)
    return { kind: version.editedFrom === null ? 'continuation' : 'edit', instruction: null };
  const messages = literalsOfMessages(request);
  const instruction = messages.flat().find((piece) => piece?.kind === 'instruction')?.text ?? null;
  const marked = messages.find((pieces) => pieces.some((piece) => piece?.kind === 'marker'));
  if (marked !== undefined) {
    const open = marked.findIndex((piece) => piece?.kind === 'marker');
    return { kind: marked[open + 1]?.kind === 'marker' ? 'bridge' : 'rewrite', instruction };
  }
  const text = textOf(version.content);
  let reached = 0;
  let kept = '';
  for (const { at, length } of stretches) {
    kept += text.slice(reached, at);
    reached = at + length;
  }
  kept += text.slice(reached);
  const isBridge = stretches.length === 1 && edited !== undefined && kept === textOf(edited.content);
  return { kind: isBridge ? 'bridge' : 'rewrite', instruction };
}
