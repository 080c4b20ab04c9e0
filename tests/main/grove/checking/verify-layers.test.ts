import { readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { verifyLayers } from '../../../../src/main/grove/checking/verify-layers.ts';
import { exportHistory } from '../../../../src/main/grove/history/export-history.ts';
import { defineQuery, NONE } from '../../../../src/main/store/connection/query.ts';
import { rollOff, squashDrafts } from '../../../../src/main/store/tables/history/roll-off.ts';
import { dumpGrove, openGrove } from '../../../helpers/grove.ts';
import { LayeredGrove, runLayerPass } from '../../../helpers/layered-grove.ts';

function layered(): LayeredGrove {
  const made = new LayeredGrove();
  made.commit('One.\n\nTwo.');
  made.commit('\n\nThree.');
  made.type('\n\nFour');
  made.commit('\n\nFour.');
  made.revise(0, 'One.\n\n2.');
  made.branch(1, '\n\n3.');
  made.switch(made.path[0]?.positionId ?? made.grove.root);
  made.commit('\n\nThree again.');
  return made;
}

function verify({ store }: LayeredGrove) {
  return verifyLayers(store, 100);
}

/** Changes a row as another program could. */
function damage({ store }: LayeredGrove, statement: string): void {
  const query = defineQuery<object, never>(`test.${statement}`, () => sql.raw(statement));
  store.transact((tx) => tx.run(query, NONE));
}

describe('verifying time lines', () => {
  test('finds nothing wrong with one that was hashed, rolled off, labelled and squashed', () => {
    const made = layered();
    runLayerPass(made);
    expect(verify(made)).toEqual({ layers: 9, unaddressed: 0, faults: [] });
    made.label(2, 'The beginning');
    made.label(4, 'While typing');
    const limits = { ttl: null, rolloff: { maxDeltas: 4, maxSize: 1_000_000 } };
    made.store.transact((tx) => rollOff(tx, made.ref, limits, 0));
    made.commit('\n\nFive.');
    made.type('\n\nSix');
    made.commit('\n\nSix.');
    runLayerPass(made);
    made.store.transact((tx) => squashDrafts(tx, made.ref, Number.MAX_SAFE_INTEGER));
    expect(verify(made)).toEqual({ layers: 9, unaddressed: 0, faults: [] });
  });

  test('computes the hashes that are missing, and writes nothing', () => {
    const made = layered();
    const before = dumpGrove(made.store);
    expect(verify(made)).toEqual({ layers: 9, unaddressed: 8, faults: [] });
    expect(dumpGrove(made.store)).toEqual(before);
  });

  test.each([
    [
      'a hash',
      "update layer set hash = replace(hash, substr(hash, 1, 4), 'ffff') where seq = 5",
      'layer 5 does not match its hash',
    ],
    [
      'a head',
      'update layer set head_position_key = (select head_position_key from layer where seq = 2) where seq = 3',
      'layer 3 does not match its hash',
    ],
    [
      'the versions of a layer',
      "update layer set versions_in = '[]' where seq = 6",
      'layer 6 does not match its hash',
    ],
    ['a layer that is gone', 'delete from layer where seq = 5', 'layer 6 does not match its hash'],
    [
      'a snapshot',
      "update layer_snapshot set draft = json_object('buffer', json_array(0, 0, 'x', null), 'edits', json_array())",
      'layer 1 does not match its hash',
    ],
    ['a draft that is none', "update layer set draft = '{}' where seq = 4", 'cannot be read'],
  ])('finds %s that another program has changed', (_what, statement, fault) => {
    const made = layered();
    runLayerPass(made);
    damage(made, statement);
    expect(verify(made).faults.join('\n')).toContain(fault);
  });

  test.each([4e15, 2 ** 62])('ends where the last layer has the number %d', (number) => {
    const made = layered();
    damage(made, `update layer set seq = ${BigInt(number)} where seq = 9`);
    runLayerPass(made);
    expect(verify(made).layers).toBe(9);
    const steps = exportHistory(made.store, made.ref, 'aria');
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(step.value.layers.length).toBeGreaterThan(5);
  });

  test('ends where the index names another chain than its table', () => {
    const { store } = layered();
    store.close();
    const bytes = readFileSync(store.path);
    // Only the table has both columns side by side.
    bytes.write('vepsionsbegin', bytes.indexOf('versionsbegin'));
    writeFileSync(store.path, bytes);
    expect(verifyLayers(openGrove(store.path), 100).faults).toEqual([
      expect.stringContaining('not where the index has it'),
    ]);
  });

  test.each([
    ['as it was', '', []],
    [
      'its hash',
      "update layer set hash = replace(hash, substr(hash, 1, 4), 'ffff') where chain = 2",
      ['layer 1 does not match its hash'],
    ],
    [
      'its head',
      'update layer set head_position_key = (select head_position_key from layer where seq = 2) where chain = 2',
      ['layer 1 does not match its hash'],
    ],
    [
      'its versions',
      `update layer_snapshot set versions = json_array((select max(key) from node where edited_from_key is not null))
        where layer_key = (select key from layer where chain = 2)`,
      ['layer 1 does not match its hash'],
    ],
  ])('reads a chain that begins as others do with %s', (_what, statement, faults) => {
    const made = new LayeredGrove();
    made.commit('One.\n\nTwo.');
    made.commit('\n\nThree.');
    made.revise(0, 'One.\n\n2.');
    for (const chain of [1, 2, 3]) {
      damage(
        made,
        `insert into layer
          (loom_tree_key, agent_key, dimension, chain, seq, why, head_position_key, versions_in, versions_out, created_at)
          select loom_tree_key, agent_key, dimension, ${chain}, 1, 'begin', head_position_key, '[]', '[]', 1
          from layer where chain = 0 and seq = 3`,
      );
      damage(
        made,
        `insert into layer_snapshot (layer_key, head_position_key, versions)
          select key, head_position_key, '[]' from layer where chain = ${chain}`,
      );
    }
    runLayerPass(made);
    if (statement !== '') damage(made, statement);
    expect(verify(made)).toMatchObject({
      layers: 7,
      faults: faults.map((fault) => expect.stringContaining(fault)),
    });
  });
});
