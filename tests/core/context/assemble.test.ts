import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assembleContext,
  type ContextInput,
  promptOf,
  systemContextOf,
} from '../../../src/core/context/assemble.ts';
import { estimateTokens } from '../../../src/core/context/estimate-tokens.ts';
import { insertionsOf } from '../../../src/core/context/insertion.ts';
import type { ContextNode } from '../../../src/core/context/story.ts';
import { GAP_MARK } from '../../../src/core/context/truncate.ts';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';
import type { TreeSettings } from '../../../src/core/tree/loom-tree.ts';

const SPEAKER = 'writer' as AgentId;

function nodesOf(...texts: readonly string[]): readonly ContextNode[] {
  return texts.map((text, i) => ({
    nodeId: `n${i}` as NodeId,
    text,
    speakerId: SPEAKER,
    excluded: false,
    pruned: false,
  }));
}

type Inserted = Pick<TreeSettings, 'memory' | 'authorsNote' | 'authorsNoteDepth'>;

function input(
  nodes: readonly ContextNode[],
  { memory = '', authorsNote = '', authorsNoteDepth = 1, ...rest }: Partial<ContextInput> & Inserted = {},
): ContextInput {
  return {
    nodes,
    systemContext: null,
    insertions: insertionsOf({ memory, authorsNote, authorsNoteDepth }),
    window: 8_000,
    reserve: 200,
    strategy: 'truncateMiddle',
    ...rest,
  };
}

describe('the context', () => {
  test('is the path’s text, each piece with the node it came from', () => {
    const context = assembleContext(input(nodesOf('', 'Once upon', ' a time')));
    expect(context).toEqual({
      kind: 'document',
      pieces: [
        { source: { kind: 'node', nodeId: 'n1', from: 0, to: 9 }, text: 'Once upon' },
        { source: { kind: 'node', nodeId: 'n2', from: 0, to: 7 }, text: ' a time' },
      ],
      omitted: [],
      tokens: 4,
    });
  });

  test('of an empty tree is empty', () => {
    expect(assembleContext(input(nodesOf('')))).toEqual({
      kind: 'document',
      pieces: [],
      omitted: [],
      tokens: 0,
    });
  });

  test('omits excluded and pruned nodes, and reports them', () => {
    const [first, second, third] = nodesOf('one ', 'two ', 'three');
    if (!first || !second || !third) throw new Error('three nodes');
    const context = assembleContext(
      input([{ ...first, excluded: true }, second, { ...third, pruned: true, excluded: true }]),
    );
    expect(promptOf(context)).toBe('two ');
    expect(context.omitted).toEqual([
      { nodeId: 'n0', from: 0, to: 4, reason: 'excluded' },
      { nodeId: 'n2', from: 0, to: 5, reason: 'pruned' },
    ]);
  });

  test('puts memory first, as its own paragraph', () => {
    expect(promptOf(assembleContext(input(nodesOf('Once'), { memory: 'A fairy tale.' })))).toBe(
      'A fairy tale.\nOnce',
    );
    expect(promptOf(assembleContext(input(nodesOf('Once'), { memory: 'A tale.\n\n' })))).toBe(
      'A tale.\n\nOnce',
    );
  });

  test('keeps the system context separate from the document', () => {
    const context = assembleContext(input(nodesOf('Once'), { systemContext: 'You write.' }));
    expect(systemContextOf(context)).toBe('You write.');
    expect(promptOf(context)).toBe('Once');
    expect(context.tokens).toBe(estimateTokens(14));
    expect(systemContextOf(assembleContext(input(nodesOf('Once'))))).toBe('');
  });

  test.each([
    [0, 'One.\n\nTwo.\nThree\n[dark]\n'],
    [1, 'One.\n\nTwo.\n[dark]\nThree'],
    [2, 'One.\n\n[dark]\nTwo.\nThree'],
    [3, '[dark]\nOne.\n\nTwo.\nThree'],
    [9, '[dark]\nOne.\n\nTwo.\nThree'],
  ])('puts the author’s note %i paragraphs from the end', (authorsNoteDepth, expected) => {
    const nodes = nodesOf('One.\n', '\nTwo', '.\nThr', 'ee');
    const context = assembleContext(input(nodes, { authorsNote: '[dark]', authorsNoteDepth }));
    expect(promptOf(context)).toBe(expected);
  });

  test('counts a finished paragraph as one, and splits the node that the note falls into', () => {
    const context = assembleContext(input(nodesOf('One.\nTwo.\n'), { authorsNote: '[dark]' }));
    expect(context.pieces).toEqual([
      { source: { kind: 'node', nodeId: 'n0', from: 0, to: 5 }, text: 'One.\n' },
      { source: { kind: 'authorsNote' }, text: '[dark]\n' },
      { source: { kind: 'node', nodeId: 'n0', from: 5, to: 10 }, text: 'Two.\n' },
    ]);
  });
});

const words = 'The tower stood on the hill and nobody went there. '.repeat(20);
const small = { window: 120, reserve: 20 };

describe('a context that does not fit', () => {
  test('keeps the beginning and the end and marks the gap', () => {
    const context = assembleContext(input(nodesOf(words, words, words), small));
    const prompt = promptOf(context);
    expect(prompt.length).toBeLessThanOrEqual(400);
    const [beginning = '', end = ''] = prompt.split(GAP_MARK);
    expect(words.startsWith(beginning)).toBe(true);
    expect(words.endsWith(end)).toBe(true);
    expect(end.length).toBeGreaterThan(beginning.length);
    expect(context.omitted.map(({ reason }) => reason)).toEqual(['truncated', 'truncated', 'truncated']);
    expect(context.omitted[1]).toEqual({ nodeId: 'n1', from: 0, to: words.length, reason: 'truncated' });
  });

  test('keeps the end as a rolling window', () => {
    const context = assembleContext(input(nodesOf(words, words), { ...small, strategy: 'rollingWindow' }));
    expect(words.endsWith(promptOf(context))).toBe(true);
    expect(context.omitted.at(0)).toEqual({ nodeId: 'n0', from: 0, to: words.length, reason: 'truncated' });
  });

  test('is rejected at the limit, with the excess', () => {
    const full = input(nodesOf('x'.repeat(400)), { ...small, strategy: 'stopAtLimit' });
    expect(assembleContext(full).tokens).toBe(100);
    const over = input(nodesOf('x'.repeat(408)), { ...small, strategy: 'stopAtLimit' });
    expect(() => assembleContext(over)).toThrow(
      expect.objectContaining({
        code: 'CONTEXT_TOO_LONG',
        detail: 'The context is about 102 tokens, 2 more than the 100 that fit.',
      }),
    );
  });

  test('is rejected under any strategy when memory and note leave no room for text', () => {
    const crowded = input(nodesOf('Once'), { ...small, memory: 'm'.repeat(400) });
    expect(() => assembleContext(crowded)).toThrow(expect.objectContaining({ code: 'CONTEXT_TOO_LONG' }));
  });

  test('still includes memory, note and system context', () => {
    const context = assembleContext(
      input(nodesOf(words), { ...small, memory: 'Memory.', authorsNote: '[note]', systemContext: 'System.' }),
    );
    expect(context.pieces.map(({ source }) => source.kind)).toEqual([
      'system',
      'memory',
      'node',
      'gap',
      'authorsNote',
      'node',
    ]);
  });
});

test('any context fits, and together with what was omitted it is the whole text of the path', () => {
  const anyNode = fc.record({
    text: fc.string({ unit: fc.constantFrom('a', ' ', '\n', '🏰'), maxLength: 60 }),
    excluded: fc.boolean(),
    pruned: fc.boolean(),
  });
  const anyInput = fc.record({
    nodes: fc
      .array(anyNode, { maxLength: 6 })
      .map((nodes) => nodes.map((node, i) => ({ ...node, nodeId: `n${i}` as NodeId, speakerId: SPEAKER }))),
    systemContext: fc.constantFrom(null, 'System'),
    insertions: fc.array(
      fc.record({
        text: fc.constantFrom('Note', 'Note\n'),
        source: fc.constantFrom('memory' as const, 'authorsNote' as const),
        depth: fc.option(fc.nat(4)),
        order: fc.nat(2),
      }),
      { maxLength: 2 },
    ),
    window: fc.integer({ min: 15, max: 120 }),
    reserve: fc.nat(5),
    strategy: fc.constantFrom('truncateMiddle' as const, 'rollingWindow' as const),
  });
  fc.assert(
    fc.property(anyInput, (any) => {
      const { pieces, omitted, tokens } = assembleContext(any);
      expect(tokens + any.reserve).toBeLessThanOrEqual(any.window);
      const parts = [
        ...omitted,
        ...pieces.flatMap(({ source, text }) => (source.kind === 'node' ? [{ ...source, text }] : [])),
      ];
      for (const { nodeId, text } of any.nodes) {
        const own = parts.filter((part) => part.nodeId === nodeId).sort((a, b) => a.from - b.from);
        expect(own.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text);
        for (const part of own) if ('text' in part) expect(part.text).toBe(text.slice(part.from, part.to));
      }
      for (const { text } of pieces) expect(text.isWellFormed() && text !== '').toBe(true);
    }),
  );
});
