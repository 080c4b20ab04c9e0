/** Random steps by the writer and other agents, for testing laws. Each step picks its target by number. */
import fc from 'fast-check';
import { commitPolicy, divideDraft } from '../../src/core/buffer/commit-policy.ts';
import { planCommit } from '../../src/core/buffer/plan-commit.ts';
import { split } from '../../src/core/buffer/split.ts';
import { AspenError } from '../../src/core/errors.ts';
import type { PositionId } from '../../src/core/ids.ts';
import { annotate, reviseNote } from '../../src/core/tree/annotate.ts';
import type { TreeMode } from '../../src/core/tree/loom-tree.ts';
import { bookmark, exclude, prune, removeBookmark, restore } from '../../src/core/tree/metadata.ts';
import { isAnnotation } from '../../src/core/tree/new-node.ts';
import {
  branchEdit,
  branchVersion,
  continueFrom,
  fixInPlace,
  revise,
} from '../../src/core/tree/operations.ts';
import {
  goToChild,
  goToParent,
  moveHead,
  resolvePath,
  selectSibling,
  selectVersion,
} from '../../src/core/tree/path.ts';
import { NO_PATH_CHANGE, type PathChange, type TreeChange } from '../../src/core/tree/tree-change.ts';
import { type NodeContent, textOf, type WholeNode } from '../../src/core/tree/tree-node.ts';
import { author, said, type TreeWorld, typed } from './tree.ts';

/** Relative frequencies of the kinds. The steps that grow the tree are the most frequent. */
const WEIGHTS = {
  continue: 8,
  commit: 6,
  revise: 4,
  'fix in place': 1,
  'branch edit': 2,
  'branch version': 1,
  split: 3,
  annotate: 1,
  answer: 3,
  'other’s revision': 2,
  bookmark: 1,
  'remove bookmark': 1,
  exclude: 1,
  prune: 1,
  restore: 2,
  'move head': 2,
  sibling: 3,
  version: 3,
  parent: 1,
  child: 2,
} as const;

/** Trees of both modes: a law that is about one mode only says so. */
export const anyMode = fc.constantFrom<TreeMode>('buffer', 'dialogue');

export type StepKind = keyof typeof WEIGHTS;

export const STEP_KINDS = Object.keys(WEIGHTS) as readonly StepKind[];

export interface Step {
  readonly kind: StepKind;
  /** Selects a node on the path or, if `onPath` is false, in the whole tree. */
  readonly target: number;
  readonly onPath: boolean;
  readonly content: NodeContent;
  /** A random number for any other choice in the step. */
  readonly number: number;
}

/** Steps that other agents take. They never move the writer's path. */
export const OTHER_AGENTS_STEPS: readonly StepKind[] = [
  'annotate',
  'answer',
  'other’s revision',
  'restore',
  'bookmark',
];

/** A few pieces of text by a human and a model, with surrogate pairs; sometimes empty, often equal to existing text. */
export const anyContent: fc.Arbitrary<NodeContent> = fc
  .array(
    fc.record({
      author: fc.constantFrom('h', 'm', 'm?'),
      text: fc.string({
        unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '🏰', '"'),
        minLength: 1,
        maxLength: 4,
      }),
    }),
    { maxLength: 3 },
  )
  .map((pieces) => said(pieces.map(({ author, text }) => `${author}${JSON.stringify(text)}`).join(' ')));

export function anyStep(...kinds: readonly StepKind[]): fc.Arbitrary<Step> {
  const all = kinds.length === 0 ? STEP_KINDS : kinds;
  return fc.record({
    kind: fc.oneof(...all.map((kind) => ({ arbitrary: fc.constant(kind), weight: WEIGHTS[kind] }))),
    target: fc.nat(1000),
    onPath: fc.boolean(),
    content: anyContent,
    number: fc.nat(1000),
  });
}

/** Steps that build a tree of up to about thirty nodes. */
export const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(anyStep(), {
  maxLength: 40,
  // Short sequences rarely produce a version of a version.
  size: 'max',
});

/** Plans the step against the current tree. Returns null if core rejects the step, which is a valid outcome. */
export function planStep(world: TreeWorld, step: Step): TreeChange | null {
  try {
    return plan(world, step);
  } catch (error) {
    if (error instanceof AspenError) return null;
    throw error;
  }
}

/** Applies the steps in order and checks the tree's invariants at the end. */
export function applySteps(world: TreeWorld, steps: readonly Step[]): void {
  for (const step of steps) {
    const change = planStep(world, step);
    if (change !== null) world.add(change);
  }
  world.check();
}

/** Maps a number to a node of the tree. */
export function pickNode(world: TreeWorld, target: number): WholeNode {
  const nodes = [...world.tree.nodes()];
  const node = nodes[target % nodes.length];
  if (node === undefined) throw new Error('the tree has no root');
  return node;
}

function plan(world: TreeWorld, { kind, target, onPath, content, number }: Step): TreeChange {
  const { tree, path, idsAndClock } = world;
  const line = resolvePath(tree, path);
  const { id, positionId } = (onPath ? line[target % line.length] : undefined) ?? pickNode(world, target);
  const agent = author(number % 2 === 0 ? 'h' : 'm');
  const isDialogue = tree.tree.mode === 'dialogue';
  switch (kind) {
    case 'continue':
      // Most continue from the head, as a writer does.
      return continueFrom(tree, path, number % 4 < 3 ? path.head : positionId, content, agent, idsAndClock);
    case 'revise':
      return revise(tree, path, id, content, agent, idsAndClock);
    case 'fix in place':
      // In a dialogue only people do this.
      return fixInPlace(tree, path, id, content, isDialogue ? author('h') : agent, idsAndClock);
    case 'branch edit':
      return branchEdit(tree, path, id, content, agent, idsAndClock);
    case 'branch version':
      return branchVersion(tree, path, id, agent, idsAndClock);
    case 'split': {
      const offset = number % (textOf(tree.getContent(id).content).length + 2);
      return split(tree, path, id, offset, agent, idsAndClock);
    }
    case 'commit': {
      const draft = draftOn(world, content, number);
      // In a dialogue this is Send; 'branch edit' and 'fix in place' are what commits an edit.
      const { committed } = divideDraft(draft, commitPolicy(tree.tree.mode, 'save'), null);
      const options = { discardBlank: number % 3 === 0 };
      return planCommit(tree, path, committed, agent, idsAndClock, options).change;
    }
    case 'annotate':
      return isAnnotation(tree, positionId)
        ? reviseNote(tree, path, id, content, agent, idsAndClock)
        : annotate(tree, id, content, agent, idsAndClock);
    case 'answer':
      return {
        ...continueFrom(tree, path, positionId, content, author('m'), idsAndClock),
        path: NO_PATH_CHANGE,
      };
    case 'other’s revision':
      return { ...revise(tree, path, id, content, author('m'), idsAndClock), path: NO_PATH_CHANGE };
    case 'bookmark':
      return bookmark(tree, positionId, number % 2 === 0 ? null : `mark ${number % 3}`);
    case 'remove bookmark':
      return removeBookmark(tree, positionId);
    case 'exclude':
      return exclude(tree, positionId, number % 2 === 0);
    case 'prune':
      return prune(tree, path, positionId);
    case 'restore': {
      const pruned = [...tree.nodes()].filter((node) => node.pruned);
      return restore(tree, pruned[target % pruned.length]?.positionId ?? positionId);
    }
    case 'move head':
      return pathChange(moveHead(tree, path, positionId));
    case 'sibling':
      return pathChange(selectSibling(tree, path, positionId));
    case 'version':
      return pathChange(selectVersion(tree, path, id));
    case 'parent':
      return pathChange(goToParent(tree, path));
    case 'child':
      return pathChange(goToChild(tree, path));
  }
}

/** A draft with an edit of a node on the path and a working buffer; sometimes one or both are missing. */
function draftOn(world: TreeWorld, { content, spans }: NodeContent, number: number) {
  const nodes = resolvePath(world.tree, world.path).slice(1);
  const edited = nodes[number % (nodes.length + 1)];
  const said = { text: textOf(content), spans };
  return {
    head: world.path.head,
    buffer: number % 5 === 0 ? typed('') : said,
    edits: edited === undefined || number % 7 === 0 ? [] : [{ nodeId: edited.id, ...said }],
  };
}

function pathChange(path: PathChange): TreeChange {
  return { nodes: [], edges: [], metadata: [], path };
}

/** Every position the writer can see: the root and its descendants, except pruned positions and everything below them. */
export function visiblePositions({ tree, root }: TreeWorld): ReadonlySet<PositionId> {
  const seen = new Set<PositionId>();
  const pending = [root];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (tree.versionsAt(at)[0]?.pruned === true) continue;
    seen.add(at);
    pending.push(...tree.childrenOf(at));
  }
  return seen;
}
