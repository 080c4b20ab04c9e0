import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { NodeId } from '../../../src/core/ids.ts';
import type { JsonValue } from '../../../src/core/provenance/canonical-json.ts';
import {
  canonicalMessages,
  checkPrompt,
  nodesOfRequest,
  rebuildMessages,
  rebuildPrompt,
  rebuildSuffix,
} from '../../../src/core/provenance/rebuild-prompt.ts';

const texts = new Map([
  ['one', 'Once upon a time, '],
  ['two', 'there was a castle.  '],
]);
const findText = (id: NodeId) => texts.get(id);
const requestOf = (prompt: JsonValue): JsonValue => ({ model: 'm', prompt });
const pieces = [
  { kind: 'memory', text: 'A tale.\n' },
  { node: 'one', from: 5, to: 18 },
  { node: 'two', from: 0, to: 21 },
];
const SENT = 'A tale.\nupon a time, there was a castle.';

describe('the prompt of a recorded request', () => {
  test('is rebuilt from the texts of nodes and its own pieces, without the spaces trimmed from its end', () => {
    expect(rebuildPrompt(requestOf({ pieces, trimmed: 2 }), findText)).toBe(SENT);
  });

  test('is the one that was sent if its hash matches the recorded one', () => {
    expect(checkPrompt(requestOf({ pieces, trimmed: 2, sha256: sha256(SENT) }), findText)).toBe('rebuilt');
    expect(checkPrompt(requestOf({ pieces, trimmed: 1, sha256: sha256(SENT) }), findText)).toBe('other');
  });

  test('cannot be rebuilt if a node is missing', () => {
    const lost = [...pieces, { node: 'three', from: 0, to: 1 }];
    expect(checkPrompt(requestOf({ pieces: lost, trimmed: 0, sha256: '' }), findText)).toBe('missing');
  });

  test.each<JsonValue>([
    null,
    'text',
    [],
    {},
    { prompt: 'text' },
    { prompt: { pieces: 7, trimmed: 0 } },
    { prompt: { pieces, trimmed: '2' } },
    { prompt: { pieces: [null], trimmed: 0 } },
    { prompt: { pieces: [{ node: 'one', from: 0 }], trimmed: 0 } },
  ])('cannot be rebuilt from an invalid record: %j', (request) => {
    expect(rebuildPrompt(request, findText)).toBeUndefined();
  });
});

describe('the text that was to follow the answer', () => {
  const prompt = {
    pieces: [{ node: 'one', from: 0, to: 18 }],
    trimmed: 1,
    sha256: sha256('Once upon a time,'),
  };
  const after = [{ node: 'two', from: 0, to: 21 }];
  const withSuffix = (suffix: JsonValue): JsonValue => ({ prompt, suffix });
  const recorded = { pieces: after, trimmed: 0, sha256: sha256('there was a castle.  ') };

  test('is rebuilt exactly, and checked with the prompt', () => {
    expect(rebuildSuffix(withSuffix(recorded), findText)).toBe('there was a castle.  ');
    expect(checkPrompt(withSuffix(recorded), findText)).toBe('rebuilt');
    expect(checkPrompt(withSuffix({ ...recorded, sha256: sha256('other') }), findText)).toBe('other');
    expect(nodesOfRequest(withSuffix(recorded))).toEqual(['one', 'two']);
  });

  test('is none if none was sent, and missing if it cannot be rebuilt', () => {
    expect(rebuildSuffix({ prompt }, findText)).toBeNull();
    expect(checkPrompt({ prompt }, findText)).toBe('rebuilt');
    for (const suffix of [
      null,
      'text',
      { pieces: after },
      { pieces: [{ node: 'three', from: 0, to: 1 }], trimmed: 0 },
    ])
      expect(checkPrompt(withSuffix(suffix), findText)).toBe('missing');
  });
});

describe('the messages of a recorded request', () => {
  const list = [
    { role: 'system', pieces: [{ kind: 'system', text: 'A tale.' }] },
    {
      role: 'user',
      pieces: [
        { kind: 'name', text: 'Mara: ' },
        { node: 'one', from: 0, to: 4 },
      ],
    },
  ];
  const sent = [
    { role: 'system', content: 'A tale.' },
    { role: 'user', content: 'Mara: Once' },
  ] as const;
  const canonical = '[{"content":"A tale.","role":"system"},{"content":"Mara: Once","role":"user"}]';

  test('are rebuilt from the texts of nodes and their own pieces; their hash is over canonical JSON', () => {
    expect(canonicalMessages(sent)).toBe(canonical);
    const messages = { list, sha256: sha256(canonical) };
    expect(rebuildMessages({ messages }, findText)).toEqual(sent);
    expect(checkPrompt({ messages }, findText)).toBe('rebuilt');
    expect(checkPrompt({ messages: { list, sha256: sha256('other') } }, findText)).toBe('other');
    expect(checkPrompt({ messages }, () => undefined)).toBe('missing');
  });

  test.each<JsonValue>([
    { messages: 'text' },
    { messages: { list: 7 } },
    { messages: { list: [null] } },
    { messages: { list: [{ role: 'tool', pieces: [] }] } },
    { messages: { list: [{ role: 'user', pieces: [{ node: 'three', from: 0, to: 1 }] }] } },
  ])('cannot be rebuilt from an invalid record: %j', (request) => {
    expect(rebuildMessages(request, findText)).toBeUndefined();
    expect(checkPrompt(request, findText)).toBe('missing');
  });
});
