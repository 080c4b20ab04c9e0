import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { AgentId, Sha256 } from '../../../src/core/ids.ts';
import { canonicalJson } from '../../../src/core/provenance/canonical-json.ts';
import { contentHash } from '../../../src/core/provenance/content-hash.ts';
import { isoTime } from '../../../src/core/provenance/iso-time.ts';
import type { Content } from '../../../src/core/tree/tree-node.ts';

describe('the vectors of domain.md', () => {
  const first = 'e04630055044caa3dd6dc1674d277779ade47318587535b66e9d38cba3efb1f1' as Sha256;

  test('a human author, no parent', () => {
    const found = contentHash({
      content: { type: 'text', text: 'Once upon a time, ' },
      parentHashes: [],
      createdAt: Date.parse('2026-01-02T03:04:05.678Z'),
      authorId: '01HQ3K4N7Y8M2P5R6T9W0X1Z2A' as AgentId,
      responseHash: null,
    });
    expect(found).toBe(first);
  });

  test('a model that continues it, with the bytes of its response', () => {
    const found = contentHash({
      content: { type: 'text', text: 'there was a castle — “old” 🏰' },
      parentHashes: [first],
      createdAt: Date.parse('2026-01-02T03:04:06.000Z'),
      authorId: '01HQ3K9B2C4D5E6F7G8H9J0K1L' as AgentId,
      responseHash: sha256('{"id":"cmpl-1","choices":[{"text":"there was a castle"}]}'),
    });
    expect(found).toBe('c4991fe3557f73873f71fe4b332b2fbf89e8cfea2d39e2a5080a6f685dfea404');
  });
});

test('the order of a node’s parents does not matter, but every parent does', () => {
  const parents = ['b', 'a', 'c'].map((text) => sha256(text));
  const hashAfter = (parentHashes: readonly Sha256[]) =>
    contentHash({
      content: { type: 'text', text: 'x' },
      parentHashes,
      createdAt: 0,
      authorId: '01HQ3K4N7Y8M2P5R6T9W0X1Z2A' as AgentId,
      responseHash: null,
    });
  expect(hashAfter(parents.toReversed())).toBe(hashAfter(parents));
  expect(hashAfter(parents.slice(1))).not.toBe(hashAfter(parents));
});

test('every kind of content has its own hash', () => {
  const image = { type: 'image', ref: 'sha256:1', mimeType: 'image/png', width: 1, height: 2 } as const;
  const contents: readonly Content[] = [
    { type: 'text', text: '' },
    image,
    { ...image, altText: 'a castle' },
    { type: 'audio', ref: 'sha256:1', mimeType: 'audio/ogg', durationMs: 5 },
    { type: 'mixed', blocks: [image] },
    { type: 'mixed', blocks: [image, { type: 'text', text: '' }] },
  ];
  const authorId = '01HQ3K4N7Y8M2P5R6T9W0X1Z2A' as AgentId;
  const hashes = contents.map((content) =>
    contentHash({ content, parentHashes: [], createdAt: 0, authorId, responseHash: null }),
  );
  expect(new Set(hashes).size).toBe(contents.length);
});

test('a time is formatted as Date formats it', () => {
  const latest = Date.parse('9999-12-31T23:59:59.999Z');
  const earliest = Date.parse('0001-01-01T00:00:00.000Z');
  fc.assert(
    fc.property(fc.integer({ min: earliest, max: latest }), (time) => {
      expect(isoTime(time)).toBe(new Date(time).toISOString());
    }),
  );
  for (const day of ['1970-01-01', '2000-02-29', '2100-02-28', '2100-03-01', '2024-12-31']) {
    expect(isoTime(Date.parse(`${day}T00:00:00.000Z`))).toBe(`${day}T00:00:00.000Z`);
  }
});

test('canonical JSON sorts keys by code unit, including numeric ones, and has no white space', () => {
  expect(canonicalJson({ b: 1, a: [true, null, 'x y'], '9': 0, '10': 0, Z: undefined })).toBe(
    '{"10":0,"9":0,"a":[true,null,"x y"],"b":1}',
  );
});

test('canonical JSON round-trips through JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.parse(canonicalJson(JSON.parse(text)))).toEqual(JSON.parse(text));
    }),
  );
});

test('a node’s hash is that of its canonical JSON, whatever its text and number of parents', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (given, parents) => {
      const text = given.toWellFormed();
      const parentHashes = parents.map((parent) => sha256(parent));
      const authorId = '01HQ3K4N7Y8M2P5R6T9W0X1Z2A' as AgentId;
      const found = contentHash({
        content: { type: 'text', text },
        parentHashes,
        createdAt: 0,
        authorId,
        responseHash: null,
      });
      const sorted = [...parentHashes].sort();
      const time = '1970-01-01T00:00:00.000Z';
      const json = canonicalJson(['aspen-node-1', { type: 'text', text }, sorted, time, authorId, null]);
      expect(found).toBe(sha256(json));
    }),
  );
});
