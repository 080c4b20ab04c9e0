import { makeGrove, SMALL_SHAPE } from '../../../scripts/make-grove.ts';
import { makeLarge } from '../../helpers/damage.ts';
import { newRequest, openProgram, typing } from '../program.ts';

/** Nodes that take the pass of hashes some tenths of a second. */
const NODES = 3_000;

/** Makes a grove that is opened after only the quick checks: it is large, was closed, and its writer has been in it. */
export async function makeLargeGrove(path: string): Promise<void> {
  makeGrove(path, { ...SMALL_SHAPE, nodes: NODES });
  const { session, close } = await openProgram(path);
  const { pathVersion } = session.readPath();
  session.commit({ pathVersion, ops: [typing('Here the writer was. ', 0)] }, newRequest());
  await close();
  makeLarge(path);
}
