import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 as sha256OfNode } from '#sha256';
import { sha256 } from '../../../src/core/provenance/sha256.ts';

/** Any UTF-16, halves of pairs included. */
const anyString = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

test('the hash of the page is that of Node, for bytes and for strings', () => {
  expect(sha256OfNode).not.toBe(sha256);
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ size: 'large' }), anyString, fc.string({ unit: 'grapheme' })),
      (data) => {
        expect(sha256(data)).toBe(sha256OfNode(data));
      },
    ),
  );
});
