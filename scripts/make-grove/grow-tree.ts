import { assert } from '../../src/core/assert.ts';
import type { AgentId, NodeId, PositionId } from '../../src/core/ids.ts';
import { concatSpans, type Spans, sliceSpans, wholeSpans } from '../../src/core/text/span.ts';
import type { Author, NodeWithEdge } from '../../src/core/tree/new-node.ts';
import type { TreeChange } from '../../src/core/tree/tree-change.ts';
import type { TreeNode } from '../../src/core/tree/tree-node.ts';
import type { Random } from '../../src/main/generation/text-model/random.ts';
import { changeBatch } from './change-batch.ts';
import { type Grown, type NodeToMake, nodeMaker } from './node-maker.ts';
import type { Prose } from './prose.ts';
import type { SeededIdsAndClock } from './seeded-ids-and-clock.ts';
import { countRoles, type GroveShape, type Role, specialIndexes } from './shape.ts';

export interface Growth {
  readonly root: TreeNode;
  readonly writer: AgentId;
  /** Model agents, who write a little more than half of the nodes. */
  readonly models: readonly AgentId[];
  readonly shape: GroveShape;
  readonly random: Random;
  readonly idsAndClock: SeededIdsAndClock;
  readonly prose: Prose;
}

/** The special places of a shape; null for those it does not have. */
export interface Places {
  readonly head: PositionId;
  /** The parent of the many siblings. */
  readonly siblingsOf: PositionId | null;
  /** The position of the many versions. */
  readonly versionsAt: PositionId | null;
  /** The last position of the long branch. */
  readonly branchHead: PositionId | null;
  readonly longest: NodeId | null;
}

/** A position on the path, with the version shown there. */
interface PathPlace {
  /** The version that it continues. */
  readonly origin: Grown;
  shown: Grown;
  text: string;
  spans: Spans;
}

const ROLES = ['path', 'sibling', 'version', 'branch', 'rest'] as const;
/** Number of nodes off the path that can be continued; the limit lets branches grow deep as well as wide. */
const TIPS = 1_000;
/** Maximum milliseconds between two nodes. */
const PAUSE = 40_000;

/**
 * Grows a tree of the given shape from its root, node by node, as writers and models would. Nodes off the path are
 * written between those on it, so that the rows of the path are not adjacent in the file. One in twenty of the nodes
 * off the path is the writer's edit of a node on it.
 *
 * Yields one change of `commitSize` nodes per commit; the clock of `growth` shows its time.
 */
export function* growTree(growth: Growth, commitSize: number): Generator<TreeChange, Places> {
  const { root, writer, models, shape, random, idsAndClock, prose } = growth;
  const left = countRoles(shape);
  const special = specialIndexes(shape);
  const makeNode = nodeMaker(root.treeId, root.localId, idsAndClock);
  const batch = changeBatch();
  const human: Author = { id: writer, type: 'human' };
  const rootPlace: Grown = { id: root.id, positionId: root.positionId, contentHash: root.contentHash };
  const path: PathPlace[] = [];
  const tips: Grown[] = [];
  let branchTip: Grown | undefined;
  let longest: NodeId | null = null;

  const below = (count: number) => Math.floor(random() * count);

  function add(wanted: NodeToMake): NodeWithEdge {
    idsAndClock.wait(below(PAUSE));
    const made = makeNode(wanted);
    batch.add(made);
    return made;
  }

  function write(origin: Grown, characters: number, label?: string): NodeWithEdge {
    const model = random() < 0.55 ? models[below(models.length)] : undefined;
    const author: Author = model === undefined ? human : { id: model, type: 'model' };
    const text = prose.cut(characters);
    return add({ author, origin, text, spans: wholeSpans(author.id, text.length), label });
  }

  /** Half of the nodes are shorter than average, down to a few words, and half are longer. */
  const usualLength = () => Math.round(shape.characters * (0.1 + 1.8 * random()));

  function growPath(): void {
    const at = path.length;
    const before = path.at(-1)?.shown ?? rootPlace;
    const isLongest = shape.longest > 0 && at === special.longestAt;
    const made = write(before, isLongest ? shape.longest : usualLength(), labelOf(shape, at));
    const { text } = textAndSpans(made);
    batch.extendPath(before.positionId, made);
    if (isLongest) longest = made.node.id;
    path.push({ origin: before, shown: grown(made), text, spans: made.node.spans });
  }

  /** The writer replaces a piece in the middle of a node; the rest keeps its author. */
  function edit(place: PathPlace, isSelected: boolean): void {
    const { origin, shown, text, spans } = place;
    const from = wordBefore(text, below(text.length));
    const to = wordBefore(text, Math.min(text.length, from + 1 + below(60)));
    const insert = prose.cut(5 + below(50));
    const made = add({
      author: human,
      origin,
      editedFrom: shown,
      text: text.slice(0, from) + insert + text.slice(Math.max(from, to)),
      spans: concatSpans(
        sliceSpans(spans, 0, from),
        wholeSpans(writer, insert.length),
        sliceSpans(spans, Math.max(from, to), text.length),
      ),
    });
    if (!isSelected) return;
    batch.select(made.node.positionId, made.node.id);
    Object.assign(place, { shown: grown(made), ...textAndSpans(made) });
  }

  function growRest(): void {
    const index = below(path.length);
    const place = path[index];
    const kind = random();
    if (kind < 0.05 && place !== undefined && index !== special.versionsAt && index !== special.longestAt) {
      edit(place, random() < 0.5);
      return;
    }
    const tip = kind < 0.7 ? tips[below(tips.length)] : undefined;
    const onPath = index === special.siblingsOf && shape.siblings > 0 ? undefined : place?.shown;
    const made = write(tip ?? onPath ?? rootPlace, usualLength());
    if (tips.length < TIPS) tips.push(grown(made));
    else tips[below(TIPS)] = grown(made);
  }

  const grow: Record<Role, () => void> = {
    path: growPath,
    sibling: () => write(getPlace(path, special.siblingsOf).shown, usualLength()),
    version: () => edit(getPlace(path, special.versionsAt), true),
    branch() {
      const isFirst = branchTip === undefined;
      const origin = branchTip ?? getPlace(path, special.branchFrom).shown;
      branchTip = grown(write(origin, usualLength(), isFirst ? 'Long branch' : undefined));
    },
    rest: growRest,
  };
  /** Length of the path before a role can begin. */
  const begins: Record<Role, number> = {
    path: 0,
    sibling: special.siblingsOf + 1,
    version: special.versionsAt + 1,
    branch: special.branchFrom + 1,
    rest: 0,
  };

  for (;;) {
    const ready = ROLES.filter((role) => left[role] > 0 && path.length >= begins[role]);
    let ticket = random() * ready.reduce((sum, role) => sum + left[role], 0);
    const role = ready.find((each) => {
      ticket -= left[each];
      return ticket < 0;
    });
    if (role === undefined) break;
    grow[role]();
    left[role] -= 1;
    if (batch.size >= commitSize) yield batch.take();
  }
  if (batch.size > 0) yield batch.take();

  return {
    head: getPlace(path, path.length - 1).shown.positionId,
    siblingsOf: shape.siblings > 0 ? getPlace(path, special.siblingsOf).shown.positionId : null,
    versionsAt: shape.versions > 0 ? getPlace(path, special.versionsAt).shown.positionId : null,
    branchHead: branchTip?.positionId ?? null,
    longest,
  };
}

/** Labels for bookmarks, so that the special places can be found in the window too. */
function labelOf(shape: GroveShape, at: number): string | undefined {
  const { siblingsOf, versionsAt, longestAt } = specialIndexes(shape);
  const labels = [
    shape.siblings > 0 && at === siblingsOf ? 'Many siblings follow' : '',
    shape.versions > 0 && at === versionsAt ? 'Many versions' : '',
    shape.longest > 0 && at === longestAt ? 'The longest node' : '',
  ].filter((label) => label !== '');
  return labels.length === 0 ? undefined : labels.join(', ');
}

function grown({ node: { id, positionId, contentHash } }: NodeWithEdge): Grown {
  return { id, positionId, contentHash };
}

function textAndSpans({ node }: NodeWithEdge): { readonly text: string; readonly spans: Spans } {
  assert(node.content.type === 'text', `a made node is ${node.content.type}`);
  return { text: node.content.text, spans: node.spans };
}

function getPlace(path: readonly PathPlace[], at: number): PathPlace {
  const place = path[at];
  assert(place !== undefined, `the path has ${path.length} positions and not ${at + 1}`);
  return place;
}

/** The start of the word at an offset. */
function wordBefore(text: string, offset: number): number {
  return text.lastIndexOf(' ', offset - 1) + 1;
}
