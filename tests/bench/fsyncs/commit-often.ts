// Commits one node repeatedly: the first argument is the grove, the second the number of commits. Run by
// `fsyncs.bench.ts`, which counts the process's fsyncs.
import { randomUUID } from 'node:crypto';
import type { RequestId } from '../../../src/core/ids.ts';
import { makeScratchGrove, textOfNode } from '../groves/scratch-grove.ts';

const [, , path = '', times = '0'] = process.argv;
const { store, tree, writer, addChain, openSession } = makeScratchGrove(path);
addChain(tree.rootPositionId, 10);
const session = openSession();
let { pathVersion } = session.readPath();
for (let commit = 0; commit < Number(times); commit++) {
  const text = textOfNode(commit);
  const ops = [{ nodeId: null, whole: { text, spans: [{ agent: writer, length: text.length }] } }];
  ({ pathVersion } = session.commit({ pathVersion, ops }, randomUUID() as string as RequestId));
}
session.close();
store.close();
