import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { Block } from '../../../src/core/history/block.ts';
import { blockHash, layerHash, walk, walkBack } from '../../../src/core/history/layer.ts';
import { paragraphs, someHistory } from '../../helpers/arbitrary-blocks.ts';

describe('walking', () => {
  test('forward and back ends where it began', () => {
    fc.assert(
      fc.property(someHistory, fc.nat(), fc.nat(), ({ history, states }, one, other) => {
        const [from = 0, to = 0] = [one % states.length, other % states.length].toSorted((a, b) => a - b);
        const layers = history.layers.slice(from, to);
        const [before = [], after = []] = [states[from], states[to]];
        expect(walk(before, layers)).toEqual(after);
        expect(walkBack(after, layers)).toEqual(before);
      }),
    );
  });
});

describe('the hash', () => {
  const storm: Block = { kind: 'fence', text: '```prompt\n“é”\n```' };
  const stormHash = sha256('["aspen-token-1","fence","```prompt\\n“é”\\n```"]');
  const proseHash = sha256('["aspen-token-1","paragraph","a"]');

  test('of a block is over its kind and text', () => {
    expect(blockHash(storm)).toBe(stormHash);
  });

  test('of a layer is over its parent and its ops, with the hash of each block', () => {
    const ops = [
      ['snip', 3, 4, [storm]],
      ['insert', 3, paragraphs('a', 'a')],
    ] as const;
    expect(layerHash({ parent: null, ops })).toBe(
      sha256(
        `["aspen-layer-1",null,[["snip",3,4,["${stormHash}"]],["insert",3,["${proseHash}","${proseHash}"]]]]`,
      ),
    );
    expect(layerHash({ parent: stormHash, ops: [] })).toBe(sha256(`["aspen-layer-1","${stormHash}",[]]`));
  });
});
