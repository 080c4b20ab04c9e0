import type { PositionId } from '../../src/core/ids.ts';
import { HandlersDesk } from './desk.ts';
import { plantGrove } from './grove.ts';

/** Nodes of a path so long that main counts neither its beginning nor its middle. */
export const LONG = 300;
/** Index of a position on the path with a sibling before it and two versions, far from what is counted. */
export const BRANCHED = 20;

export interface LongPath {
  readonly desk: HandlersDesk;
  readonly branched: PositionId;
}

/** A desk that shows a long path, with the caret at its end. */
export async function openLongPath(): Promise<LongPath> {
  const grove = plantGrove();
  const texts = Array.from({ length: LONG }, (_, at) => `Node ${at}. `);
  const parent = grove.chain(grove.root, texts.slice(0, BRANCHED)).at(-1)?.positionId ?? grove.root;
  grove.continue(parent, 'Elsewhere. ');
  const [branched] = grove.chain(parent, texts.slice(BRANCHED));
  if (branched === undefined) throw new Error('a chain has a first node');
  grove.revise(branched, 'Again. ');
  grove.store.close();
  const desk = new HandlersDesk(grove.store.path, 1_000_000);
  const end = (await desk.shown()).length;
  await desk.call('cursor.save', { treeId: desk.treeId, cursor: { anchor: end, head: end, scroll: 0 } });
  return { desk, branched: branched.positionId };
}
