import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Block, BlockOp } from '../../src/core/history/block.ts';
import type { AddressedLayer } from '../../src/core/history/history.ts';
import { layerHash } from '../../src/core/history/layer.ts';
import { writeHistory } from '../../src/core/history/write-history.ts';
import type { Sha256 } from '../../src/core/ids.ts';
import { verifyLayers } from '../../src/main/grove/checking/verify-layers.ts';
import { importHistory } from '../../src/main/grove/import/import-history.ts';
import { connectRaw, makeScratchGrove, textOfNode } from './groves/scratch-grove.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';

/** Time for which input from elsewhere may keep the program, or the doctor (`storage.md`, `security.md`). */
export const hostileBench: Bench = {
  name: 'hostile',
  run: async (context) => [checkChains(context), importLong(context)],
};

/** Many time lines of one moment each, as many merges would leave. */
function checkChains({ scale, scratch, log }: BenchContext): Row {
  const count = scale.quick ? 500 : 50_000;
  log(`the check of ${count.toLocaleString('en')} chains`);
  const path = join(scratch, 'chains.aspen');
  const { store, tree, addChain } = makeScratchGrove(path);
  addChain(tree.rootPositionId, 5);
  const raw = connectRaw(path);
  const [treeKey, agent, head] = ['max(key) from loom_tree', 'max(key) from agent', 'max(key) from node'].map(
    (wanted) => raw.prepare(`select ${wanted}`).pluck().get(),
  );
  const addLayer = raw.prepare(
    `insert into layer (loom_tree_key, agent_key, dimension, chain, seq, why, head_position_key, versions_in, versions_out,
      created_at) values (?, ?, 'versions', ?, 1, 'begin', ?, '[]', '[]', 1)`,
  );
  const addSnapshot = raw.prepare(
    `insert into layer_snapshot (layer_key, head_position_key, versions) values (?, ?, '[]')`,
  );
  raw.transaction(() => {
    for (let chain = 1; chain <= count; chain++)
      addSnapshot.run(addLayer.run(treeKey, agent, chain, head).lastInsertRowid, head);
  })();
  raw.close();
  const started = performance.now();
  const { layers, faults } = store.snapshot((reader) => verifyLayers(reader, 100));
  const seconds = (performance.now() - started) / 1_000;
  store.close();
  if (layers !== count || faults.length > 0) throw new Error(`${layers} layers: ${faults[0]}`);
  return {
    path: `check of the time lines in a grove with ${count.toLocaleString('en')} of them`,
    baseline: '–',
    goal: { atMost: 5 },
    figure: { kind: 'measured', value: Number(seconds.toFixed(1)), unit: 's', parts: 'one moment each' },
  };
}

/** The longest step of importing a history, which holds main. */
function importLong({ scale, scratch, log }: BenchContext): Row {
  const size = scale.quick ? 2_000_000 : 89_000_000;
  log(`the import of a history of ${Math.round(size / 1_000_000)} MB`);
  const json = longHistory(size);
  const path = join(scratch, 'imported.aspen');
  const { store, writer, idsAndClock } = makeScratchGrove(path);
  const steps = importHistory(store, json, writer, idsAndClock);
  let longest = 0;
  let count = 0;
  for (let done: boolean | undefined = false; done !== true; count += 1) {
    const started = performance.now();
    done = steps.next().done;
    longest = Math.max(longest, performance.now() - started);
  }
  store.close();
  rmSync(path);
  return {
    path: `longest step of importing a history of ${Math.round(json.length / 1_000_000)} MB`,
    baseline: '–',
    goal: { atMost: 200 },
    figure: { kind: 'measured', value: Math.round(longest), unit: 'ms', parts: `of ${count} steps` },
  };
}

/** The file of a history: a text of a thousand pages, whose paragraphs are then changed one by one. */
function longHistory(size: number): string {
  const layers: AddressedLayer[] = [];
  const add = (ops: readonly BlockOp[]) => {
    const parent: Sha256 | null = layers.at(-1)?.hash ?? null;
    layers.push({ parent, ops, hash: layerHash({ parent, ops }), createdAt: 1_000 * layers.length });
  };
  const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
  const text = Array.from({ length: 4_000 }, (_, index) =>
    paragraph(`${index === 0 ? '' : '\n\n'}${textOfNode(index)}`),
  );
  add([['insert', 0, [...text]]]);
  let written = 4_000 * 350;
  for (let change = 0; written < size; change++) {
    const at = (change * 7_919) % text.length;
    const before = text[at] ?? paragraph('');
    const after = paragraph(`${before.text} ${change}`);
    add([
      ['snip', at, at + 1, [before]],
      ['insert', at, [after]],
    ]);
    text[at] = after;
    written += 2 * after.text.length + 300;
  }
  return [...writeHistory({ slug: 'long', dimension: 'versions', first: 0, layers, keyframes: [] })].join('');
}
