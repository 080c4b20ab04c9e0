import { hash } from 'node:crypto';
import { type NodeToVerify, verifyNodes } from '../../src/core/provenance/verify.ts';
import { textOf } from '../../src/core/tree/tree-node.ts';
import type { Store } from '../../src/main/store/connection/store.ts';
import { eachStoredNode } from '../../src/main/store/tree/whole-trees.ts';
import { cachedTree, openForReading } from './groves/cached-grove.ts';
import type { Bench } from './harness/bench.ts';
import { compare } from './harness/compare.ts';

export const verifyBench: Bench = {
  name: 'verify',
  /** The small tree consists only of its path. */
  async run(context) {
    const { scale, log } = context;
    const made = await cachedTree('small', context);
    log('verifying a path');
    const store = openForReading(made);
    const loaded = [...nodesIn(store)];
    const { invalid, summary } = verifyNodes(loaded);
    if (invalid > 0) throw new Error(`the generated grove does not verify: ${summary}`);
    const bytes = Buffer.from(loaded.map(({ node }) => textOf(node.content)).join(''));
    const rounds = {
      baseline: () => hash('sha256', bytes),
      rounds: scale.rounds.long,
      warmUp: 5,
    };
    const hashing = compare({ ours: () => verifyNodes(loaded), ...rounds });
    const reading = compare({ ours: () => verifyNodes(nodesIn(store)), ...rounds });
    store.close();
    const baseline = 'one SHA-256 over the bytes';
    return [
      {
        path: `verify a path of ${scale.path.toLocaleString('en')} nodes`,
        baseline,
        goal: { atMost: 12, seen: 8.5 },
        figure: { kind: 'timed', timing: hashing },
      },
      {
        path: '  including reading it from the file',
        baseline,
        goal: null,
        figure: { kind: 'timed', timing: reading },
      },
    ];
  },
};

function* nodesIn(store: Store): Iterable<NodeToVerify> {
  for (const { node, parents } of eachStoredNode(store, null)) yield { node, parents, response: null };
}
