/** Random steps that a writer may take in a tree, for property tests. */
import fc from 'fast-check';
import { vi } from 'vitest';
import { idAt, type NodeId, type PositionId } from '../../../src/core/ids.ts';
import type { Continuation } from '../../../src/renderer/session/tree/continuation.ts';
import type { WritingDesk } from './writing-desk.ts';

/** The place of a move. */
type Place = Pick<WritingDesk, 'desk' | 'tree' | 'buffer' | 'manuscript'>;

/** `pick` selects one of the available items. */
export type Move = (at: Place, pick: number) => Promise<unknown>;

/** A stored continuation of the list; undefined if there is none. */
function chosen({ tree }: Place, pick: number): Continuation | undefined {
  const stored = tree.continuations.list.get().items.filter(({ slot }) => slot === null);
  return stored[pick % stored.length];
}

/** A position of the path; undefined if there is none. */
function onPath({ tree }: Place, pick: number): PositionId | undefined {
  const { headers } = tree.path.mirror.get();
  return headers[pick % headers.length]?.positionId;
}

/** Any position of the tree and one of its versions. */
async function anywhere({ desk, tree }: Place, pick: number) {
  const { treeId } = tree;
  let { positions, next } = await desk.call('tree.positions', { treeId, after: 0 });
  // In a file with many trees, a page may hold no positions of this one.
  while (positions.count === 0 && next !== null)
    ({ positions, next } = await desk.call('tree.positions', { treeId, after: next }));
  const positionId = idAt(positions.ids, pick % positions.count) as PositionId;
  const versions = await desk.call('node.versions', { treeId: tree.treeId, positionId });
  const nodeId: NodeId | undefined = versions[pick % Math.max(1, versions.length)]?.nodeId;
  return { positionId, nodeId };
}

function find(manuscript: Place['manuscript'], pick: number): void {
  const text = ['a', ' ', 'e', 'was'][pick % 4] ?? 'a';
  manuscript.find({ text, matchCase: false, wholeWord: false, isRegExp: false }, { reveal: false });
}

export const MOVES = {
  commit: ({ tree }) => tree.commit(),
  generate: ({ buffer }) => buffer.commands.generate(),
  nextSibling: ({ tree }) => tree.navigation.selectSibling({ step: 1 }),
  previousSibling: ({ tree }) => tree.navigation.selectSibling({ step: -1 }),
  nextVersion: ({ tree }) => tree.navigation.stepVersion(1),
  previousVersion: ({ tree }) => tree.navigation.stepVersion(-1),
  parent: ({ tree }) => tree.navigation.goToParent(),
  child: ({ tree }) => tree.navigation.goToChild(),
  endHere: ({ tree }) => tree.navigation.endPathHere(),
  split: ({ buffer }) => buffer.commands.split(),
  branch: ({ buffer }) => buffer.commands.branchEdit(),
  prune: ({ tree }) => tree.pruning.pruneCurrent(),
  goOn: ({ tree }) => tree.navigation.extendPath(),
  generateSiblings: ({ tree }) => tree.generationCommands.generateSiblings(),
  generateAndSwitch: ({ tree }) => tree.generationCommands.generateAndSwitch(),
  splitAndBranch: ({ buffer }) => buffer.commands.splitAndBranch(),
  bookmark: ({ tree }) => tree.markCommands.toggleBookmark(),
  exclude: ({ tree }) => tree.markCommands.toggleExcluded(),
  restoreAll: ({ tree }) => tree.pruning.restoreAll(),
  blur: ({ buffer }) => buffer.onBlur(),
  preview: ({ buffer }) => buffer.preview.next(),
  endPreview: async ({ buffer }) => buffer.preview.end(),
  pruneOne: async (at, pick) => {
    const item = chosen(at, pick);
    if (item !== undefined) await at.tree.pruning.prune(item.positionId);
  },
  pruneOthers: async (at, pick) => {
    const item = chosen(at, pick);
    if (item !== undefined) await at.tree.pruning.pruneOthers(item.positionId);
  },
  restoreOne: async (at, pick) => {
    const item = chosen(at, pick);
    if (item !== undefined) await at.tree.pruning.restore([item.positionId]);
  },
  continuation: async (at, pick) => {
    const item = chosen(at, pick);
    if (item !== undefined) await at.tree.navigation.goToContinuation(item.positionId);
  },
  listedVersion: async (at, pick) => {
    const item = chosen(at, pick);
    const version = item?.versions[pick % item.versions.length];
    if (item === undefined || version === undefined) return;
    await at.tree.navigation.showVersion(item.positionId, version.nodeId);
  },
  siblingAt: async (at, pick) => {
    const positionId = onPath(at, pick);
    if (positionId !== undefined)
      await at.tree.navigation.selectSiblingAt({ at: positionId, fork: null }, { step: 1 });
  },
  anyPosition: async (at, pick) => {
    const { positionId } = await anywhere(at, pick);
    await at.tree.navigation.goTo(positionId);
  },
  anyNode: async (at, pick) => {
    const { positionId, nodeId } = await anywhere(at, pick);
    if (nodeId !== undefined) await at.tree.navigation.goToNode(nodeId, positionId, () => 0);
  },
  anyPlace: async (at, pick) => {
    const { treeId, path, navigation } = at.tree;
    const [{ positionId: head, nodeId: headNode = null }, { positionId, nodeId }] = [
      await anywhere(at, pick),
      await anywhere(at, pick + 7),
    ];
    // The caret is never in the root.
    const isRoot = nodeId === undefined || positionId === path.rootPositionId;
    await navigation.goToPlace({
      treeId,
      head,
      headNode: head === path.rootPositionId ? null : headNode,
      caret: isRoot ? null : { nodeId, positionId, offset: pick },
    });
  },
  nextBookmark: ({ tree }) => tree.navigation.stepBookmark(1),
  versionAt: async (at, pick) => {
    const positionId = onPath(at, pick);
    if (positionId === undefined) return;
    const versions = await at.desk.call('node.versions', { treeId: at.tree.treeId, positionId });
    const version = versions[pick % versions.length];
    if (version !== undefined) await at.tree.navigation.selectVersionAt(positionId, version.nodeId);
  },
  siblingsOf: async (at, pick) => {
    const positionId = onPath(at, pick);
    if (positionId !== undefined) await at.tree.generationCommands.generateSiblingsOf(positionId);
  },
  replaceOne: async ({ manuscript }, pick) => {
    find(manuscript, pick);
    manuscript.replaceFound(['', 'o', '🌲', 'b c'][pick % 4] ?? '');
  },
  replaceAll: async ({ manuscript }, pick) => {
    find(manuscript, pick);
    manuscript.replaceAllFound(['', 'o', '🌲', 'b c'][pick % 3] ?? '', () => {});
  },
} satisfies Record<string, Move>;

export type MoveName = keyof typeof MOVES;

export interface MoveStep {
  readonly do: 'move';
  readonly move: MoveName;
  readonly waits: boolean;
  readonly pick?: number;
}

/** A change by hand to the text itself; offset 999 is the end of the text, others wrap around it. */
export type HandStep =
  | { readonly do: 'type'; readonly at: number; readonly length: number; readonly insert: string }
  | { readonly do: 'typeAtMany'; readonly at: readonly number[]; readonly insert: string }
  | { readonly do: 'paste'; readonly at: number; readonly length: number; readonly text: string }
  | { readonly do: 'drag'; readonly at: number; readonly length: number; readonly to: number }
  | { readonly do: 'caret'; readonly at: number }
  | {
      readonly do: 'compose';
      readonly at: number;
      readonly texts: readonly string[];
      /** A move started just before the composition and still in progress. */
      readonly behind: MoveName | null;
      readonly takes: number;
    };

/** A pause: a time in milliseconds, or a number of microtask turns. */
export type PauseStep =
  | { readonly do: 'wait'; readonly time: number }
  | { readonly do: 'turns'; readonly count: number };

export const pauseStep: fc.Arbitrary<PauseStep> = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), time: fc.nat(400) }),
  fc.record({ do: fc.constant('turns' as const), count: fc.integer({ min: 1, max: 25 }) }),
);

export async function runPause(step: PauseStep): Promise<void> {
  if (step.do === 'wait') await vi.advanceTimersByTimeAsync(step.time);
  else for (let i = 0; i < step.count; i++) await Promise.resolve();
}

const place = fc.oneof(fc.constant(999), fc.integer({ min: 0, max: 998 }));
const some = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12 }));

export const moveStep: fc.Arbitrary<MoveStep> = fc.record({
  do: fc.constant('move' as const),
  move: fc.constantFrom(...(Object.keys(MOVES) as MoveName[])),
  waits: fc.boolean(),
  pick: fc.nat(60),
});

/** @param typed the text typed in one step */
export function handStep(typed: fc.Arbitrary<string>): fc.Arbitrary<HandStep> {
  return fc.oneof(
    {
      weight: 7,
      arbitrary: fc.record({ do: fc.constant('type' as const), at: place, length: some, insert: typed }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('typeAtMany' as const),
        at: fc.array(place, { minLength: 2, maxLength: 4 }),
        insert: typed,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('paste' as const),
        at: place,
        length: some,
        text: fc.constantFrom('a\r\nb', '\r', 'e\u0301', '\ud83c', '🌲🌲', 'word '.repeat(60), 'x\n\ny'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('drag' as const), at: place, length: some, to: place }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('caret' as const), at: place }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('compose' as const),
        at: place,
        texts: fc.array(fc.constantFrom('n', 'ni', '你', '你好', 'か'), { minLength: 1, maxLength: 3 }),
        behind: fc.option(fc.constantFrom(...(Object.keys(MOVES) as MoveName[])), { freq: 3 }),
        takes: fc.constantFrom(0, 300, 5_000),
      }),
    },
  );
}

/** Maps a random offset into the text, never inside a surrogate pair. */
export function placeIn({ view }: WritingDesk, at: number): number {
  const { length } = view.state.doc;
  const offset = at === 999 ? length : at % (length + 1);
  return /[\udc00-\udfff]/.test(view.state.sliceDoc(offset, offset + 1)) ? offset - 1 : offset;
}

/** Performs a hand step; a composition takes time, and does not wait for the move started before it. */
export async function runHandStep(writing: WritingDesk, step: HandStep): Promise<void> {
  const { view, type, select, paste, drag } = writing;
  const from = placeIn(writing, step.do === 'typeAtMany' ? 0 : step.at);
  const stretch = (length: number) => {
    const to = Math.min(from + length, view.state.doc.length);
    return Math.max(from, placeIn(writing, to === view.state.doc.length ? 999 : to));
  };
  switch (step.do) {
    case 'type':
      type(step.insert, from, stretch(step.length));
      break;
    case 'typeAtMany': {
      const places = [...new Set(step.at.map((at) => placeIn(writing, at)))].sort((a, b) => a - b);
      const changes = places.map((at) => ({ from: at, insert: step.insert }));
      view.dispatch({ changes, userEvent: 'input.type' });
      break;
    }
    case 'paste':
      select(from, stretch(step.length));
      paste(step.text);
      break;
    case 'drag': {
      const to = stretch(step.length);
      const target = placeIn(writing, step.to);
      if (to > from && (target < from || target > to)) drag(from, to, target);
      break;
    }
    case 'caret':
      select(from);
      break;
    case 'compose': {
      const dispatch = (kind: string) => view.contentDOM.dispatchEvent(new Event(kind, { bubbles: true }));
      const move: Move | null = step.behind === null ? null : MOVES[step.behind];
      void move?.(writing, 0);
      select(from);
      dispatch('compositionstart');
      for (const text of step.texts) {
        // The text composed so far is selected, as input methods do.
        const { from: start, to } = view.state.selection.main;
        view.dispatch({
          changes: { from: start, to, insert: text },
          selection: { anchor: start, head: start + text.length },
          userEvent: 'input.type.compose',
        });
      }
      await vi.advanceTimersByTimeAsync(step.takes);
      view.dispatch({ selection: { anchor: view.state.selection.main.to } });
      dispatch('compositionend');
      await vi.advanceTimersByTimeAsync(10);
      break;
    }
  }
}
