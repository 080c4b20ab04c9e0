/** Words written in a tree, day by day, read from its nodes and their times (`scenes.md`, *Progress*). */
import type { AgentId, NodeId, TreeId } from '../../../core/ids.ts';
import {
  countAddedWords,
  countWordsByAuthor,
  type WordCounts,
} from '../../../core/progress/changed-words.ts';
import type { SpannedText } from '../../../core/text/span.ts';
import { type NodeContent, textOf } from '../../../core/tree/tree-node.ts';
import type { Progress, WordsOfDay } from '../../../ipc/wire/progress.ts';
import { writingDay } from '../../../ui-text/time.ts';
import { findWholeNodes } from '../../store/tables/nodes.ts';
import { getTree } from '../../store/tables/trees.ts';
import { readNodeExtent } from '../../store/tree/tree-export.ts';
import { eachStoredNode, type StoredNode } from '../../store/tree/whole-trees.ts';
import type { GroveScope } from '../grove-scope.ts';

/** Nodes read together. */
const PAGE = 200;

/** A version that was written. */
interface Step {
  readonly day: string;
  readonly editedFrom: NodeId | null;
  readonly words: WordCounts;
  readonly written: WordCounts;
}

const NO_WORDS: WordCounts = new Map();

/**
 * Counts the words of each day, in steps that yield the share of the tree that is read. What is typed counts as written
 * today. Imported text does not count, and a version counts as far as it differs from the one it was edited from.
 * @throws {AspenError} NOT_FOUND; CORRUPT
 */
export function* readProgress(
  scope: Pick<GroveScope, 'store' | 'treeSession' | 'now'>,
  treeId: TreeId,
): Generator<number, Progress> {
  const { store } = scope;
  const { importedAt = Number.NEGATIVE_INFINITY } = getTree(store, treeId).settings;
  const { count } = readNodeExtent(store, treeId);
  const steps = new Map<NodeId, Step>();
  let read = 0;
  let page: StoredNode[] = [];
  const take = () => {
    const before = findWholeNodes(
      store,
      page.flatMap(({ node }) => node.editedFrom ?? []),
    );
    for (const { node } of page) {
      const { editedFrom, createdAt } = node;
      const text = spanned(node);
      const from = editedFrom === null ? undefined : before.get(editedFrom);
      steps.set(node.id, {
        day: createdAt <= importedAt ? '' : writingDay(createdAt),
        editedFrom,
        words: countWordsByAuthor(text),
        written: countAddedWords(from === undefined ? null : spanned(from), text),
      });
    }
    read += page.length;
    page = [];
  };
  for (const stored of eachStoredNode(store, treeId, PAGE)) {
    // A note is no part of the story.
    if (stored.edge?.type !== 'annotation') page.push(stored);
    if (page.length < PAGE) continue;
    take();
    yield Math.min(1, read / Math.max(1, count));
  }
  take();
  return { today: writingDay(scope.now()), days: sumDays(scope, treeId, steps) };
}

function sumDays(
  { store, treeSession, now }: Pick<GroveScope, 'store' | 'treeSession' | 'now'>,
  treeId: TreeId,
  steps: ReadonlyMap<NodeId, Step>,
): readonly WordsOfDay[] {
  const days = new DaySums();
  for (const { day, written } of steps.values()) days.add(day, 'written', written);
  const { path, draftState } = treeSession(treeId);
  for (const { nodeId } of path.ids) {
    const seen = new Set<NodeId>();
    for (let at: NodeId | null = nodeId; at !== null && !seen.has(at); ) {
      seen.add(at);
      const step: Step | undefined = steps.get(at);
      if (step === undefined) break;
      days.add(step.day, 'net', step.words);
      days.add(step.day, 'net', wordsOf(steps, step.editedFrom), -1);
      at = step.editedFrom;
    }
  }
  const { buffer, edits } = draftState.draft;
  const { wasNode = null } = buffer;
  const committed = findWholeNodes(store, [
    ...edits.map(({ nodeId }) => nodeId),
    ...(wasNode === null ? [] : [wasNode]),
  ]);
  const today = writingDay(now());
  const type = (text: SpannedText, from: NodeId | null, replaces: WordCounts) => {
    const before = from === null ? undefined : committed.get(from);
    days.add(today, 'written', countAddedWords(before === undefined ? null : spanned(before), text));
    days.add(today, 'net', countWordsByAuthor(text));
    days.add(today, 'net', replaces, -1);
  };
  for (const edit of edits) type(edit, edit.nodeId, wordsOf(steps, edit.nodeId));
  type(buffer, wasNode, NO_WORDS);
  return days.list();
}

function wordsOf(steps: ReadonlyMap<NodeId, Step>, node: NodeId | null): WordCounts {
  return (node === null ? undefined : steps.get(node)?.words) ?? NO_WORDS;
}

/** Sums by day and author; the empty day takes what does not count. */
class DaySums {
  readonly #days = new Map<string, Map<AgentId, { written: number; net: number }>>();

  add(day: string, what: 'written' | 'net', counts: WordCounts, sign = 1): void {
    if (day === '') return;
    for (const [agentId, words] of counts) {
      const authors = this.#days.get(day) ?? new Map<AgentId, { written: number; net: number }>();
      this.#days.set(day, authors);
      const sums = authors.get(agentId) ?? { written: 0, net: 0 };
      authors.set(agentId, sums);
      sums[what] += sign * words;
    }
  }

  list(): readonly WordsOfDay[] {
    return [...this.#days]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([day, authors]) =>
        [...authors]
          .filter(([, { written, net }]) => written !== 0 || net !== 0)
          .map(([agentId, sums]) => ({ day, agentId, ...sums })),
      );
  }
}

function spanned({ content, spans }: NodeContent): SpannedText {
  return { text: textOf(content), spans };
}
