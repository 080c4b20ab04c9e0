import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { outputHash } from '../../../../../src/core/fences/fence-hashes.ts';
import { layerHash } from '../../../../../src/core/history/layer.ts';
import type { Sha256 } from '../../../../../src/core/ids.ts';
import { verifyLayers } from '../../../../../src/main/grove/checking/verify-layers.ts';
import { defineQuery, NONE } from '../../../../../src/main/store/connection/query.ts';
import { readLayers } from '../../../../../src/main/store/tables/history/read-layers.ts';
import { rollOff, squashDrafts } from '../../../../../src/main/store/tables/history/roll-off.ts';
import { paragraphs } from '../../../../helpers/arbitrary-blocks.ts';
import { countingIdsAndClock } from '../../../../helpers/grove.ts';
import { LayeredGrove, layersOf, runLayerPass, textAt } from '../../../../helpers/layered-grove.ts';

const NO_SIZE = Number.MAX_SAFE_INTEGER;

/** Commits, switches and drafts, all of which have their hash that get one. */
function layered(): LayeredGrove {
  const made = new LayeredGrove();
  made.commit('One.\n\nTwo.');
  made.type('\n\nThr');
  made.type('\n\nThree.');
  made.commit('\n\nThree.');
  made.revise(0, 'One.\n\n2.');
  const [first] = made.path;
  if (first !== undefined) made.switch(first.positionId);
  made.commit('\n\nThree again.');
  made.branch(1, '\n\nElsewhere.');
  made.type('2.', 0);
  runLayerPass(made);
  return made;
}

function keepNewest(made: LayeredGrove, maxDeltas: number, maxSize = NO_SIZE): number {
  const limits = { ttl: null, rolloff: { maxDeltas, maxSize } };
  return made.store.transact((tx) => rollOff(tx, made.ref, limits, 0));
}

/** Every layer that there still is shows its text. */
function expectTexts(made: LayeredGrove): void {
  for (const { seq } of layersOf(made)) expect(textAt(made, seq)).toBe(made.texts.get(seq));
}

const seqsOf = (made: LayeredGrove) => layersOf(made).map(({ seq }) => seq);

describe('the roll-off of a time line', () => {
  test('at any point leaves nothing older, and loses nothing newer', () => {
    const made = layered();
    const before = layersOf(made);
    const undone = new Error('rolled back');
    for (let kept = 0; kept <= before.length; kept++) {
      const roll = () =>
        made.store.transact((tx) => {
          rollOff(tx, made.ref, { ttl: null, rolloff: { maxDeltas: kept, maxSize: NO_SIZE } }, 0);
          const wanted = before.at(-1 - kept)?.seq ?? 0;
          // The base has a hash: drafts before those that are kept stay with it.
          const base = before.findLast(({ seq, hash }) => seq <= wanted && hash !== null);
          const rest = before.filter(({ seq }) => seq >= (base?.seq ?? 0));
          expect(layersOf(made)).toEqual(
            rest.map((layer) => (layer === base ? { ...layer, reason: 'begin' } : layer)),
          );
          expectTexts(made);
          throw undone;
        });
      expect(roll).toThrow(undone);
    }
  });

  test('goes on as before: later layers are hashed against the new beginning', () => {
    const [kept, whole] = [layered(), layered()];
    keepNewest(kept, 3);
    for (const made of [kept, whole]) {
      made.commit('\n\nFour.');
      made.switch(made.path[0]?.positionId ?? made.grove.root);
      made.commit('\n\nFive.');
      runLayerPass(made);
    }
    expect(layersOf(kept).slice(-3)).toEqual(layersOf(whole).slice(-3));
    expectTexts(kept);
  });

  test('forgets nothing that is not hashed yet', () => {
    const made = new LayeredGrove();
    made.commit('One.');
    made.commit('Two.');
    expect(keepNewest(made, 1)).toBe(0);
    expect(seqsOf(made)).toEqual([1, 2, 3]);
  });

  test('keeps labelled layers, also drafts, and can be repeated', () => {
    const made = layered();
    made.label(2, 'The beginning');
    made.label(4, 'While typing');
    keepNewest(made, 3);
    expect(seqsOf(made).slice(0, 2)).toEqual([2, 4]);
    expectTexts(made);
    made.label(2, null);
    keepNewest(made, 1);
    expect(seqsOf(made)[0]).toBe(4);
    expectTexts(made);
  });

  test('follows from age and from size as well as from number', () => {
    const made = layered();
    const layers = layersOf(made);
    const third = layers[5];
    if (third === undefined) throw new Error('more than five layers');
    const roll = (ttl: number | null, maxSize: number) =>
      made.store.transact((tx) =>
        rollOff(tx, made.ref, { ttl, rolloff: { maxDeltas: 1_000, maxSize } }, third.createdAt + 10_000),
      );
    roll(null, NO_SIZE);
    expect(seqsOf(made)).toEqual(layers.map(({ seq }) => seq));
    roll(10_000, NO_SIZE);
    expect(seqsOf(made)).toEqual(layers.slice(4).map(({ seq }) => seq));
    roll(null, 0);
    expect(seqsOf(made)).toEqual([layers.at(-2)?.seq, layers.at(-1)?.seq]);
    expectTexts(made);
  });
});

describe('squashing drafts', () => {
  test('removes those that were committed long ago, and counts what was typed with the commit', () => {
    const made = new LayeredGrove({ idsAndClock: countingIdsAndClock() });
    made.commit('One.');
    made.type('\n\nTwo thr');
    made.type('\n\nTwo three four.');
    const commit = made.commit('\n\nTwo three four.');
    made.type('\n\nFive six');
    made.commit('\n\nFive six.');
    made.type('\n\nSeven.');
    runLayerPass(made);
    const before = layersOf(made);
    const committedAt = before.find(({ seq }) => seq === commit)?.createdAt ?? 0;
    made.store.transact((tx) => squashDrafts(tx, made.ref, committedAt + 1));
    runLayerPass(made);
    const after = layersOf(made);
    const kept = before.filter(({ seq }) => seq !== 3 && seq !== 4);
    expect(after).toEqual(
      kept.map((layer) =>
        layer.seq === commit ? { ...layer, added: 3, authorId: made.grove.human } : layer,
      ),
    );
    expectTexts(made);
  });

  test('leaves a labelled draft, and those that were typed after it', () => {
    const made = new LayeredGrove();
    made.commit('One.');
    made.type('\n\nTwo');
    made.label(3, 'A good idea');
    made.type('\n\nTwo three');
    made.label(4, 'A better one');
    made.type('\n\nTwo three four');
    made.type('\n\nTwo three four five');
    runLayerPass(made);
    made.store.transact((tx) => squashDrafts(tx, made.ref, Number.MAX_SAFE_INTEGER));
    expect(seqsOf(made)).toEqual([1, 2, 3, 4, 5, 6]);
    made.commit('\n\nTwo three four five.');
    made.store.transact((tx) => squashDrafts(tx, made.ref, Number.MAX_SAFE_INTEGER));
    runLayerPass(made);
    expect(seqsOf(made)).toEqual([1, 2, 3, 4, 7]);
    expectTexts(made);
  });
});

describe('the roll-off of runs of fences', () => {
  const insertRun = defineQuery(
    'test.insertRun',
    (_, p: { seq: number; hash: string; ops: string; time: number }) => sql<never>`
      insert into layer (loom_tree_key, agent_key, dimension, chain, seq, hash, why, versions_in, versions_out, ops, created_at)
      values (1, 1, 'executions', 0, ${p.seq}, ${p.hash}, 'run', '[]', '[]', ${p.ops}, ${p.time})`,
  );
  const insertExecution = defineQuery(
    'test.insertExecution',
    (_, p: { seq: number; output: string; hash: string; node: string }) => sql<never>`
      insert into execution (layer_key, coordinate, fence_node_key, template_hash, input_hash, step, output_hash, output,
        agent_key, created_at)
      select layer.key, 'tree:storm.1.1.1', node.key, 't', 'i', ${p.seq}, ${p.hash}, ${p.output}, 1, 0
      from layer cross join node on node.id = ${p.node} where layer.dimension = 'executions' and layer.seq = ${p.seq}`,
  );
  const outputs = defineQuery('test.outputs', (db) =>
    db.selectFrom('execution').select('output').orderBy('step'),
  );

  test('keeps those whose output is in a version, and the hash that the next one follows', () => {
    const made = new LayeredGrove();
    made.commit('The storm came. Thunder.');
    const [node] = made.path;
    if (node === undefined) throw new Error('a version');
    const ref = { ...made.ref, dimension: 'executions' } as const;
    const texts = ['Rain.', 'Thunder.', 'Snow.', 'Hail.', 'Fog.'];
    let parent: Sha256 | null = null;
    for (const [index, text] of texts.entries()) {
      const ops = [['insert', 0, paragraphs(text)]] as const;
      parent = layerHash({ parent, ops });
      const row = { seq: index + 1, hash: parent, ops: JSON.stringify(ops), time: index };
      made.store.transact((tx) => {
        tx.run(insertRun, row);
        tx.run(insertExecution, {
          seq: row.seq,
          output: text,
          hash: outputHash(text),
          node: node.id,
        });
      });
    }
    const roll = (maxDeltas: number) =>
      made.store.transact((tx) =>
        rollOff(tx, ref, { ttl: null, rolloff: { maxDeltas, maxSize: NO_SIZE } }, 0),
      );
    const verified = () => verifyLayers(made.store, 10).faults;
    expect(verified()).toEqual([]);
    roll(2);
    expect(made.store.all(outputs, NONE).map(({ output }) => output)).toEqual(['Thunder.', 'Hail.', 'Fog.']);
    expect(readLayers(made.store, ref, 0, 9).map(({ seq }) => seq)).toEqual([2, 3, 4, 5]);
    expect(verified()).toEqual([]);
    roll(0);
    expect(made.store.all(outputs, NONE).map(({ output }) => output)).toEqual(['Thunder.']);
    expect(readLayers(made.store, ref, 0, 9).map(({ seq }) => seq)).toEqual([2, 5]);
    expect(verified()).toEqual([]);
  });
});
