import { historyField, redoDepth, undoDepth } from '@codemirror/commands';
import { type ChangeSet, type EditorState, StateField, type Text, type Transaction } from '@codemirror/state';
import { getSegment, type Segment, segmentsBetween } from '../../../core/buffer/segments.ts';
import { concatSpans, type Spans } from '../../../core/text/span.ts';
import { authorship, spansBetween, writer } from '../marks/authorship.ts';
import { wordCount } from '../word-count.ts';
import {
  findRestored,
  isByOthers,
  type OthersChange,
  pathReplaced,
  type ReplacedNodes,
  type StepBase,
  type TextBefore,
} from './effects.ts';
import { segments } from './segments.ts';

/**
 * Number of nested changes by others through which undo can go back. Beyond, the earlier ones are forgotten: text that
 * undo restores from before them counts as typed.
 */
const MAX_DEPTH = 100;

export function textBefore(
  state: EditorState,
  others: OthersChange | null = state.field(othersChange),
): TextBefore {
  return {
    doc: state.doc,
    selection: state.selection,
    path: state.field(segments),
    authors: state.field(authorship),
    written: state.field(wordCount).written,
    history: state.field(historyField),
    others,
  };
}

/** The authors of insertions by the changes that led to a state. */
function spansInserted(changes: ChangeSet, state: EditorState): Spans {
  const authors = state.field(authorship);
  const parts: Spans[] = [];
  changes.iterChanges((_fromA, _toA, at, _toB, { length }) => {
    if (length > 0) parts.push(spansBetween(authors, at, at + length, state.facet(writer)));
  }, true);
  return concatSpans(...parts);
}

/** The base of changes by others; those that follow each other without a step between are one. */
function baseOf(transaction: Transaction, others: OthersChange | null): StepBase {
  const { startState, state, changes } = transaction;
  const nodes = nodesReplacedBy(transaction);
  const last = others?.undo ?? null;
  const isNext =
    last?.change?.nodes === null &&
    nodes === null &&
    last === others?.redo &&
    startState.doc === others.after.doc &&
    undoDepth(startState) === others.after.undoDepth &&
    redoDepth(startState) === others.after.redoDepth;
  if (isNext && last.change !== null) {
    const all = last.change.changes.compose(changes);
    return {
      before: last.before,
      change: { ...last.change, changes: all, inserted: spansInserted(all, state) },
    };
  }
  const earlier = others !== null && others.depth < MAX_DEPTH ? others : null;
  const inserted = spansInserted(changes, state);
  return { before: textBefore(startState, earlier), change: { changes, inserted, nodes, isAway: false } };
}

/** The state that an immediate further change by others would find: it does not change the number of steps. */
export function afterOthers(state: EditorState, doc: Text = state.doc): OthersChange['after'] {
  return { doc, undoDepth: undoDepth(state), redoDepth: redoDepth(state) };
}

/** The latest change by others that is in the text; null if there is none that undo can go back through. */
export const othersChange = StateField.define<OthersChange | null>({
  create: () => null,
  update: (others, transaction) => {
    const restored = findRestored(transaction);
    if (restored !== undefined) return restored.others;
    if (isByOthers(transaction)) {
      const base = baseOf(transaction, others);
      const depth = (base.before.others?.depth ?? 0) + 1;
      return {
        undo: base,
        redo: base,
        depth,
        after: afterOthers(transaction.startState, transaction.newDoc),
      };
    }
    // A step whose structure is lost: the histories of the text and of the text without the change no longer match.
    if (transaction.isUserEvent('undo') || transaction.isUserEvent('redo')) return null;
    return others;
  },
});

// Nodes that others put on the path, and those that were there instead, so that they can be put there again.

/** Indexes of old segments, and of the new ones that are there instead. */
interface Part {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/**
 * The parts of a replacement, without the segments that it kept, so that undo can leave the place of one and not of
 * the next. A version stands for the node that it is a version of, with the nodes that follow that on the new path
 * only, since a node may have been split. The working buffer, and text whose commit is in progress, may have become
 * nodes. Other nodes left the path or came to it.
 */
function partsOf(old: readonly Segment[], now: readonly Segment[]): readonly Part[] {
  const keptAt = new Map(old.map((segment, index) => [segment, index]));
  const positions = new Map(old.map(({ positionId }, index) => [positionId, index]));
  const parts: Part[] = [];
  let [oldFrom, newFrom] = [0, 0];
  const add = (part: Part) => {
    if (part.oldFrom < part.oldTo || part.newFrom < part.newTo) parts.push(part);
  };
  /** Adds what is between two segments that stayed or have another version; returns where nodes that came begin. */
  const addUntil = (oldTo: number, newTo: number) => {
    const draft = old.findIndex(({ positionId }, index) => index >= oldFrom && positionId === null);
    const last = parts.at(-1);
    if (oldFrom < oldTo) {
      const nodesTo = draft === -1 ? oldTo : Math.min(draft, oldTo);
      if (nodesTo < oldTo && oldFrom < nodesTo) add({ oldFrom, oldTo: nodesTo, newFrom, newTo: newFrom });
      add({ oldFrom: nodesTo < oldTo ? nodesTo : oldFrom, oldTo, newFrom, newTo });
    } else if (newFrom < newTo) {
      const isSplit = last?.oldTo === oldFrom && last.newTo === newFrom;
      if (isSplit) parts[parts.length - 1] = { ...last, newTo };
      else return newFrom;
    }
    return newTo;
  };
  for (const [index, segment] of now.entries()) {
    const kept = keptAt.get(segment);
    const version = segment.positionId === null ? undefined : positions.get(segment.positionId);
    const at = kept ?? version;
    if (at === undefined || at < oldFrom) continue;
    const came = addUntil(at, index);
    if (kept === undefined) add({ oldFrom: at, oldTo: at + 1, newFrom: came, newTo: index + 1 });
    else add({ oldFrom: at, oldTo: at, newFrom: came, newTo: index });
    [oldFrom, newFrom] = [at + 1, index + 1];
  }
  const came = addUntil(old.length, now.length);
  add({ oldFrom: old.length, oldTo: old.length, newFrom: came, newTo: now.length });
  return parts;
}

/** The nodes that a replacement put on the path, without segments that it kept; null if the transaction made none. */
function nodesReplacedBy({
  startState,
  state,
  newDoc,
  effects,
}: Transaction): readonly ReplacedNodes[] | null {
  const replacement = effects.find((effect) => effect.is(pathReplaced))?.value;
  if (replacement === undefined) return null;
  const { from, to, at } = replacement;
  const now = state.field(segments).segments;
  const old = segmentsBetween(startState.field(segments).segments, from, to);
  const idAt = (index: number) => (index < 0 || index >= now.count ? null : getSegment(now, index).segmentId);
  const offsets = [at];
  for (const { length } of replacement.segments) offsets.push((offsets.at(-1) ?? at) + length);
  const replaced = partsOf(old, replacement.segments).map(
    ({ oldFrom, oldTo, newFrom, newTo }): ReplacedNodes => ({
      were: old.slice(oldFrom, oldTo),
      before: idAt(from + newFrom - 1),
      after: idAt(from + newTo),
      segments: replacement.segments.slice(newFrom, newTo),
      text: newDoc.slice(offsets[newFrom] ?? at, offsets[newTo] ?? at),
      spans: replacement.spans.slice(newFrom, newTo),
    }),
  );
  return replaced.length > 0 ? replaced : null;
}
