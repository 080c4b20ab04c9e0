// Commits one node as many times as the second argument says, in the grove of the first. Run by `fsyncs.bench.ts`, which
// counts what the process asks of the disk.
import { randomUUID } from 'node:crypto';
import type { RequestId } from '../../../src/core/ids.ts';
import { makeScratchGrove, textOfNode } from '../groves/scratch-grove.ts';

const [, , path = '', times = '0'] = process.argv;
const { store, tree, writer, grow, openSession } = makeScratchGrove(path);
grow(tree.rootPositionId, 10);
const session = openSession();
let { pathVersion } = session.readPath();
for (let commit = 0; commit < Number(times); commit++) {
  const text = textOfNode(commit);
  const ops = [{ nodeId: null, whole: { text, spans: [{ agent: writer, length: text.length }] } }];
  ({ pathVersion } = session.commit({ pathVersion, ops }, randomUUID() as string as RequestId));
}
session.close();
store.close();
