import { hierarchy, tree as tidyTree } from 'd3-hierarchy';
import { withDisplay } from '../../scripts/display.ts';
import { layOutMap } from '../../src/core/outline/map-layout.ts';
import { listOutline, type TreeShape } from '../../src/core/outline/outline.ts';
import { readPositionPage } from '../../src/main/store/tree/tree-positions.ts';
import { cachedTree, openForReading } from './groves/cached-grove.ts';
import { connectRaw } from './groves/scratch-grove.ts';
import { binary, randomShape, siblings } from './groves/tree-shapes.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { compare, timingOf } from './harness/compare.ts';
import { openWindow } from './renderer/open-window.ts';
import { servePage } from './renderer/serve-page.ts';

export const treeBench: Bench = {
  name: 'tree',
  async run(context) {
    return [...layouts(context), await reading(context), ...(await frames(context))];
  },
};

const SHAPES = { siblings, binary, 'as written': randomShape } as const;
const formatCount = (count: number) => count.toLocaleString('en');

interface TreeObject {
  readonly children: TreeObject[];
}

/** The same tree in the form that d3-hierarchy needs. */
function objectsOf({ count, parents }: TreeShape): TreeObject {
  const all = Array.from({ length: count }, (): TreeObject => ({ children: [] }));
  all.forEach((one, at) => {
    all[parents[at] ?? -1]?.children.push(one);
  });
  return all[0] ?? { children: [] };
}

/**
 * One row per shape: the goal holds for the worst one, and so for each. A spine is not among them:
 * `hierarchy` takes time quadratic in its depth, minutes for 100,000.
 */
function layouts({ scale, log }: BenchContext): readonly Row[] {
  const count = scale.trees[1];
  const layOut = tidyTree<TreeObject>().nodeSize([1, 1]);
  return Object.entries(SHAPES).map(([name, make]) => {
    log(`laying out ${formatCount(count)} positions: ${name}`);
    const shape = make(count);
    const objects = objectsOf(shape);
    const timing = compare({
      ours: () => layOutMap(listOutline(shape, { top: 0, open: null, hidden: null, stops: null })),
      baseline: () => layOut(hierarchy(objects, ({ children }) => children)),
      rounds: scale.quick ? 4 : 15,
      warmUp: 3,
    });
    return {
      path: `map of ${formatCount(count)} positions, ${name}: listing and layout`,
      baseline: 'd3-hierarchy',
      goal: { atMost: 0.5, seen: 0.37 },
      figure: { kind: 'timed', timing },
    };
  });
}

/** All pages of a tree, as main returns them. */
async function reading(context: BenchContext): Promise<Row> {
  const { scale, log } = context;
  const made = await cachedTree('middle', context);
  const { treeId, writer } = made;
  log('reading a whole tree without its texts');
  const store = openForReading(made);
  const raw = connectRaw(made.path, { readonly: true });
  const statement = raw
    .prepare(
      `select node.key, node.id, source.position_key, node.author_agent_key, node.bookmarked
       from node
       left join edge on edge.target_node_key = node.key
       left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
       where +node.loom_tree_key = 1 order by node.key`,
    )
    .raw(true);
  const timing = compare({
    ours: () => {
      for (let after: number | null = 0; after !== null; ) {
        after = readPositionPage(store, treeId, writer, after, 5_000).next;
      }
    },
    baseline: () => statement.all(),
    rounds: scale.quick ? 4 : 15,
    warmUp: 2,
  });
  store.close();
  raw.close();
  return {
    path: `read the outline of ${formatCount(scale.trees[1])} nodes, page by page`,
    baseline: 'ids, parents and authors in one prepared statement',
    goal: null,
    figure: { kind: 'timed', timing },
  };
}

function frames(context: BenchContext): Promise<readonly Row[]> {
  const { scale, scratch, log } = context;
  const [few, many] = [1_000, scale.trees[1]];
  return withDisplay(async () => {
    log('panning the map and scrolling the outline');
    const page = await servePage(scratch);
    const window = await openWindow({ scratch, origin: page.origin });
    try {
      const rounds = scale.quick ? { blocks: 2, steps: 10 } : { blocks: 12, steps: 20 };
      const options = { many, few, ...rounds };
      const pan = timingOf(await window.measure('timeMapPan', options));
      const scroll = timingOf(await window.measure('timeOutlineScroll', options));
      const rows: readonly Row[] = [
        {
          path: `map of ${formatCount(many)} positions: pan frame`,
          baseline: `${formatCount(few)} positions`,
          goal: { atMost: 1.4, seen: 1.1 },
          figure: { kind: 'timed', timing: pan },
        },
        {
          path: `outline of ${formatCount(many)} positions: scroll frame`,
          baseline: `${formatCount(few)} positions`,
          goal: null,
          figure: { kind: 'timed', timing: scroll },
        },
      ];
      return rows;
    } finally {
      await window.close();
      page.close();
    }
  });
}
