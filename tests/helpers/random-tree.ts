/** Random steps of a writer and of other agents, to try laws with: each step picks its target by number. */
import fc from 'fast-check';
import { planCommit } from '../../src/core/buffer/plan-commit.ts';
import { split } from '../../src/core/buffer/split.ts';
import { AspenError } from '../../src/core/errors.ts';
import type { PositionId } from '../../src/core/ids.ts';
import { annotate, reviseNote } from '../../src/core/tree/annotate.ts';
import { bookmark, exclude, prune, removeBookmark, restore } from '../../src/core/tree/metadata.ts';
import { isAnnotation } from '../../src/core/tree/new-node.ts';
import { branchEdit, branchVersion, continueFrom, revise } from '../../src/core/tree/operations.ts';
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

/** How often each kind comes up among others: mostly what makes a tree grow. */
const WEIGHTS = {
  continue: 8,
  commit: 6,
  revise: 4,
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

export type StepKind = keyof typeof WEIGHTS;

export interface Step {
  readonly kind: StepKind;
  /** Which node, of those on the path or of all there are. */
  readonly target: number;
  readonly onPath: boolean;
  readonly content: NodeContent;
  /** Any other number that the step needs. */
  readonly number: number;
}

/** Kinds that are another agent's doing: the writer's path is not theirs to move. */
export const OTHERS: readonly StepKind[] = ['annotate', 'answer', 'other’s revision', 'restore', 'bookmark'];

/** A text of a few pieces by a human and a model, with surrogate pairs; now and then empty, often one that was there. */
export const anyContent: fc.Arbitrary<NodeContent> = fc
  .array(
    fc.record({
      hand: fc.constantFrom('h', 'm', 'm?'),
      text: fc.string({
        unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '🏰', '"'),
        minLength: 1,
        maxLength: 4,
      }),
    }),
    { maxLength: 3 },
  )
  .map((pieces) => said(pieces.map(({ hand, text }) => `${hand}${JSON.stringify(text)}`).join(' ')));

export function anyStep(...kinds: readonly StepKind[]): fc.Arbitrary<Step> {
  const all = kinds.length === 0 ? (Object.keys(WEIGHTS) as StepKind[]) : kinds;
  return fc.record({
    kind: fc.oneof(...all.map((kind) => ({ arbitrary: fc.constant(kind), weight: WEIGHTS[kind] }))),
    target: fc.nat(1000),
    onPath: fc.boolean(),
    content: anyContent,
    number: fc.nat(1000),
  });
}

/** What happens to a tree, from nothing to some thirty nodes. */
export const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(anyStep(), {
  maxLength: 40,
  // Short sequences hardly ever come to a version of a version.
  size: 'max',
});

/** Plans the step against the world as it is; null where it is refused, which is as good an answer. */
export function planStep(world: TreeWorld, step: Step): TreeChange | null {
  try {
    return plan(world, step);
  } catch (error) {
    if (error instanceof AspenError) return null;
    throw error;
  }
}

/** Does the steps one after the other; the tree's invariants are checked at the end. */
export function takeSteps(world: TreeWorld, steps: readonly Step[]): void {
  for (const step of steps) {
    const change = planStep(world, step);
    if (change !== null) world.add(change);
  }
  world.check();
}

/** The node of the world that a number stands for. */
export function pickNode(world: TreeWorld, target: number): WholeNode {
  const nodes = [...world.tree.nodes()];
  const node = nodes[target % nodes.length];
  if (node === undefined) throw new Error('a world without a root');
  return node;
}

function plan(world: TreeWorld, { kind, target, onPath, content, number }: Step): TreeChange {
  const { tree, path, idsAndClock } = world;
  const line = resolvePath(tree, path);
  const { id, positionId } = (onPath ? line[target % line.length] : undefined) ?? pickNode(world, target);
  const writer = author(number % 2 === 0 ? 'h' : 'm');
  switch (kind) {
    case 'continue':
      // Most of them go on where the path ends, as a writer does.
      return continueFrom(tree, path, number % 4 < 3 ? path.head : positionId, content, writer, idsAndClock);
    case 'revise':
      return revise(tree, path, id, content, writer, idsAndClock);
    case 'branch edit':
      return branchEdit(tree, path, id, content, writer, idsAndClock);
    case 'branch version':
      return branchVersion(tree, path, id, writer, idsAndClock);
    case 'split':
      return split(
        tree,
        path,
        id,
        number % (textOf(tree.getContent(id).content).length + 2),
        writer,
        idsAndClock,
      );
    case 'commit':
      return planCommit(tree, path, draftOn(world, content, number), writer, idsAndClock, {
        discardBlank: number % 3 === 0,
      }).change;
    case 'annotate':
      return isAnnotation(tree, positionId)
        ? reviseNote(tree, path, id, content, writer, idsAndClock)
        : annotate(tree, id, content, writer, idsAndClock);
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
      return moving(moveHead(tree, path, positionId));
    case 'sibling':
      return moving(selectSibling(tree, path, positionId));
    case 'version':
      return moving(selectVersion(tree, id));
    case 'parent':
      return moving(goToParent(tree, path));
    case 'child':
      return moving(goToChild(tree, path));
  }
}

/** An edit of a node of the path and a working buffer, either of them now and then not. */
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

function moving(path: PathChange): TreeChange {
  return { nodes: [], edges: [], metadata: [], path };
}

/** Every position that the writer can see: the root and what continues it, except what is pruned and all below that. */
export function visiblePositions({ tree, root }: TreeWorld): ReadonlySet<PositionId> {
  const seen = new Set<PositionId>();
  const waiting = [root];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (tree.versionsAt(at)[0]?.pruned === true) continue;
    seen.add(at);
    waiting.push(...tree.childrenOf(at));
  }
  return seen;
}
