import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AssembledContext,
  promptOf,
  sentPrompt,
  suffixOf,
  systemContextOf,
} from '../../../src/core/context/assemble.ts';
import {
  assembleReplacement,
  passageMarks,
  type ReplacementInput,
} from '../../../src/core/context/assemble-replacement.ts';
import { estimateTokens } from '../../../src/core/context/estimate-tokens.ts';
import { MARKERS } from '../../../src/core/context/infill.ts';
import { insertionsOf } from '../../../src/core/context/insertion.ts';
import { type MessagesContext, sentMessages } from '../../../src/core/context/messages.ts';
import type { ContextNode } from '../../../src/core/context/story.ts';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';

function nodesOf(...texts: readonly string[]): readonly ContextNode[] {
  return texts.map((text, i) => ({
    nodeId: `n${i}` as NodeId,
    text,
    speakerId: 'writer' as AgentId,
    excluded: false,
    pruned: false,
  }));
}

const at = (node: number, offset: number) => ({ nodeId: `n${node}` as NodeId, offset });
const TEXTS = nodesOf('The lamp was lit. ', 'Nobody came. The dog', ' barked.\n\nThen it rained.');
/** “Nobody came.” */
const PASSAGE = { from: at(1, 0), to: at(1, 12) };

function input(options: Partial<ReplacementInput> = {}): ReplacementInput {
  return {
    nodes: TEXTS,
    range: PASSAGE,
    instruction: '',
    systemPrompt: '',
    systemContext: '',
    insertions: [],
    between: '',
    window: 8_000,
    reserve: 200,
    strategy: 'truncateMiddle',
    infill: { kind: 'suffix' },
    ...options,
  };
}

function documentOf(options: Partial<ReplacementInput> = {}): AssembledContext {
  const context = assembleReplacement(input(options));
  if (context.kind !== 'document') throw new Error('messages');
  return context;
}

function messagesOf(options: Partial<ReplacementInput> = {}): MessagesContext {
  const context = assembleReplacement(input({ infill: { kind: 'chat' }, ...options }));
  if (context.kind !== 'messages') throw new Error('a document');
  return context;
}

const userText = (context: MessagesContext) => sentMessages(context).at(-1)?.content;
const inserted = insertionsOf({ memory: 'A lake.', authorsNote: '[dark]', authorsNoteDepth: 0 });

describe('a suffix', () => {
  test('is what follows the passage, each piece with the node it came from; the passage is not sent', () => {
    expect(documentOf({ instruction: 'Shorter' })).toEqual({
      kind: 'document',
      pieces: [
        { source: { kind: 'node', nodeId: 'n0', from: 0, to: 18, in: 'before' }, text: 'The lamp was lit. ' },
      ],
      suffix: [
        { source: { kind: 'node', nodeId: 'n1', from: 12, to: 20, in: 'after' }, text: ' The dog' },
        {
          source: { kind: 'node', nodeId: 'n2', from: 0, to: 25, in: 'after' },
          text: ' barked.\n\nThen it rained.',
        },
      ],
      omitted: [{ nodeId: 'n1', from: 0, to: 12, reason: 'replaced' }],
      tokens: 13,
    });
  });

  test('comes after the document with its system texts, memory and author’s note', () => {
    const context = documentOf({
      systemPrompt: 'You write.',
      systemContext: 'A fable.',
      insertions: inserted,
    });
    expect(systemContextOf(context)).toBe('You write.\n\nA fable.');
    expect(promptOf(context)).toBe('A lake.\nThe lamp was lit. \n[dark]\n');
    expect(suffixOf(context)).toBe(' The dog barked.\n\nThen it rained.');
  });

  test('is empty at the end of the text, and the document before its beginning', () => {
    const end = documentOf({ range: { from: at(2, 25), to: at(2, 25) } });
    expect([promptOf(end).length, end.suffix]).toEqual([63, []]);
    const beginning = documentOf({ range: { from: at(0, 0), to: at(0, 0) } });
    expect([beginning.pieces, suffixOf(beginning).length]).toEqual([[], 63]);
  });
});

describe('a template', () => {
  const template = { kind: 'template', ...MARKERS.codeLlama } as const;

  test('is one document with both sides between the model’s markers, exactly', () => {
    const context = documentOf({ infill: template });
    expect(sentPrompt(context)).toEqual({
      text: '<PRE> The lamp was lit.  <SUF> The dog barked.\n\nThen it rained. <MID>',
      spaces: '',
    });
    expect(context.suffix).toEqual([]);
    expect(context.pieces.map(({ source }) => source.kind)).toEqual([
      'marker',
      'node',
      'marker',
      'node',
      'node',
      'marker',
    ]);
  });

  test('is not trimmed where its last marker ends with a space', () => {
    const context = documentOf({ infill: { ...template, middle: '<MID> ' } });
    expect(sentPrompt(context).text.endsWith('<MID> ')).toBe(true);
  });

  test('has the system texts within its markers', () => {
    const context = documentOf({ infill: template, systemContext: 'A fable.', insertions: inserted });
    expect(systemContextOf(context)).toBe('');
    expect(promptOf(context)).toMatch(
      /^<PRE> A fable\.\n\nA lake\.\nThe lamp was lit\. \n\[dark\]\n <SUF> The dog/,
    );
  });

  test('of a model that reads what follows first has that first', () => {
    expect(promptOf(documentOf({ infill: { kind: 'template', ...MARKERS.codestral } }))).toBe(
      '[SUFFIX] The dog barked.\n\nThen it rained.[PREFIX]The lamp was lit. ',
    );
  });
});

describe('a chat', () => {
  test('shows both sides with the passage marked, and the instruction after them', () => {
    const context = messagesOf({
      instruction: ' Shorter ',
      systemPrompt: 'You write.',
      systemContext: 'A fable.',
    });
    expect(userText(context)).toBe(
      'The lamp was lit. ⟦Nobody came.⟧ The dog barked.\n\nThen it rained.\n\nShorter',
    );
    const [system] = sentMessages(context);
    expect(system).toMatchObject({ role: 'system' });
    expect(system?.content).toMatch(
      /^You write\.\n\nA fable\.\n\nThe user gives you a text in which a passage/,
    );
    expect(context.messages[1]?.pieces.map(({ source }) => source.kind === 'node' && source.in)).toEqual([
      'before',
      false,
      'passage',
      false,
      'after',
      'after',
      false,
      false,
    ]);
    expect(context.omitted).toEqual([]);
  });

  test('marks the place of a bridge, and says that it joins both sides', () => {
    const context = messagesOf({ range: { from: at(0, 17), to: at(0, 17) } });
    expect(userText(context)).toMatch(/^The lamp was lit\.⟦⟧ Nobody came\./);
    expect(sentMessages(context)[0]?.content).toMatch(/a place is marked with ⟦⟧\. .* joins the text before/);
  });

  test('has memory first and the author’s note in the text before', () => {
    expect(userText(messagesOf({ insertions: inserted }))).toMatch(
      /^A lake\.\nThe lamp was lit\. \n\[dark\]\n⟦Nobody came\.⟧ The dog/,
    );
  });

  test('uses marks that are nowhere in the text', () => {
    expect(passageMarks(['a ⟦ b'])).toEqual({ open: '⟦2|', close: '|2⟧' });
    const context = messagesOf({ nodes: nodesOf('', 'Nobody came. Hm ⟧', '') });
    expect(userText(context)).toBe('⟦2|Nobody came.|2⟧ Hm ⟧');
    expect(sentMessages(context)[0]?.content).toContain('⟦2| before it and |2⟧ after it');
  });

  test('of a conversation has a blank line between messages', () => {
    const range = { from: at(0, 4), to: at(1, 6) };
    expect(userText(messagesOf({ between: '\n\n', range }))).toMatch(
      /^The ⟦lamp was lit\. \n\nNobody⟧ came\. The dog\n\n barked\./,
    );
  });
});

describe('what is not sent', () => {
  test('excluded and pruned nodes are left out of both sides', () => {
    const nodes = TEXTS.map((node, i) => ({ ...node, excluded: i === 0, pruned: i === 2 }));
    const context = documentOf({ nodes });
    expect([promptOf(context), suffixOf(context)]).toEqual(['', ' The dog']);
    expect(context.omitted.map(({ nodeId, reason }) => [nodeId, reason])).toEqual([
      ['n0', 'excluded'],
      ['n1', 'replaced'],
      ['n2', 'pruned'],
    ]);
  });

  test('a passage with excluded text is refused; a caret beside it is not', () => {
    const nodes = TEXTS.map((node, i) => ({ ...node, excluded: i === 1 }));
    expect(() => documentOf({ nodes, range: { from: at(0, 4), to: at(2, 3) } })).toThrow(/excluded/);
    expect(promptOf(documentOf({ nodes, range: { from: at(1, 0), to: at(1, 0) } }))).toBe(
      'The lamp was lit. ',
    );
    expect(promptOf(documentOf({ nodes, range: { from: at(0, 4), to: at(1, 0) } }))).toBe('The ');
  });

  test('a passage that is not on the path is refused', () => {
    expect(() => documentOf({ range: { from: at(0, 0), to: at(7, 0) } })).toThrow(/not on the path/);
  });
});

describe('a text that does not fit', () => {
  const long = nodesOf('It went on. '.repeat(400), 'Nobody came.', ' And on it went.'.repeat(400));
  const size = 12 * 400 + 16 * 400;
  const cut = (options: Partial<ReplacementInput> = {}) => documentOf({ nodes: long, ...options });

  test('is cut at the far ends, with more of the text before, and listed', () => {
    const context = cut({ window: 700 });
    const [before, after] = [promptOf(context), suffixOf(context)];
    expect(before).toMatch(/^It went on\. .*It went on\. $/);
    expect(after).toMatch(/^ And on it went\..*$/);
    expect(before.length).toBeGreaterThan(1_080);
    expect(after.length).toBeGreaterThan(680);
    expect(before.length + after.length).toBeLessThanOrEqual(2_000);
    expect(context.omitted).toEqual([
      { nodeId: 'n0', from: 0, to: 4_800 - before.length, reason: 'truncated' },
      { nodeId: 'n1', from: 0, to: 12, reason: 'replaced' },
      { nodeId: 'n2', from: after.length, to: 6_400, reason: 'truncated' },
    ]);
  });

  test.each([
    [0, 'the text before has the room that the other leaves'],
    [2, 'the text after has the room that the other leaves'],
  ])('at node %i, %s', (node) => {
    const nodes = nodesOf(...long.map(({ text }, i) => (i === node ? 'Once. ' : text)));
    const range = node === 0 ? PASSAGE : { from: at(1, 0), to: at(1, 12) };
    const context = documentOf({ nodes, range, window: 700 });
    expect(promptOf(context).length + suffixOf(context).length).toBeGreaterThan(1_900);
  });

  test('is refused by the strategy that stops, with the excess', () => {
    const tooMany = estimateTokens(size) - 500;
    expect(() => cut({ window: 700, strategy: 'stopAtLimit' })).toThrow(`${tooMany} more`);
    expect(cut({ window: 4_000, strategy: 'stopAtLimit' }).omitted).toHaveLength(1);
  });

  test('around a passage that is too long itself is refused before anything is sent', () => {
    const nodes = nodesOf('Once. ', 'Nobody came. '.repeat(400), ' The end.');
    const range = { from: at(1, 0), to: at(1, 5_200) };
    expect(() => messagesOf({ nodes, range, window: 1_000 })).toThrow(
      expect.objectContaining({ code: 'CONTEXT_TOO_LONG' }),
    );
    expect(userText(messagesOf({ nodes, range, window: 1_700 }))).toContain('Nobody came. '.repeat(400));
    expect(suffixOf(documentOf({ nodes, range, window: 1_000 }))).toBe(' The end.');
  });
});

const texts = fc.array(
  fc
    .array(fc.constantFrom('It ', 'rained.', ' ', '\n', '\n\n', 'the dog ', '🐕', '⟦', '漢字'), {
      maxLength: 60,
    })
    .map((parts) => parts.join('')),
  { minLength: 1, maxLength: 6 },
);
const infills = fc.constantFrom(
  { kind: 'suffix' } as const,
  { kind: 'template', ...MARKERS.starCoder } as const,
  { kind: 'template', ...MARKERS.codestral } as const,
  { kind: 'chat' } as const,
);

test('law: both sides and the passage are sent or listed, each once; what is sent fits', () => {
  fc.assert(
    fc.property(
      texts,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 600 }),
      infills,
      fc.boolean(),
      (ofNodes, one, other, room, infill, hasNote) => {
        const nodes = nodesOf(...ofNodes);
        const whole = ofNodes.join('');
        const [from, to] = [one % (whole.length + 1), other % (whole.length + 1)].sort((a, b) => a - b);
        const insertions = hasNote ? inserted : [];
        let context: AssembledContext | MessagesContext;
        try {
          const range = { from: pointAt(ofNodes, from ?? 0), to: pointAt(ofNodes, to ?? 0) };
          context = assembleReplacement(
            input({ nodes, range, infill, insertions, window: room + 50, reserve: 50 }),
          );
        } catch (error) {
          expect(error).toMatchObject({ code: 'CONTEXT_TOO_LONG' });
          return;
        }
        expect(context.tokens).toBeLessThanOrEqual(room);
        const pieces =
          context.kind === 'messages'
            ? context.messages.flatMap((message) => message.pieces)
            : [...context.pieces, ...(context.suffix ?? [])];
        const covered = [
          ...pieces.flatMap(({ source }) => (source.kind === 'node' ? [source] : [])),
          ...context.omitted,
        ];
        for (const [i, text] of ofNodes.entries()) {
          const parts = covered.filter(({ nodeId }) => nodeId === `n${i}`).sort((a, b) => a.from - b.from);
          expect(parts.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text);
        }
        const kept = (part: string) =>
          pieces
            .map(({ source, text }) => (source.kind === 'node' && source.in === part ? text : ''))
            .join('');
        expect(whole.slice(0, from).endsWith(kept('before'))).toBe(true);
        expect(whole.slice(to).startsWith(kept('after'))).toBe(true);
        if (infill.kind === 'chat') expect(kept('passage')).toBe(whole.slice(from, to));
      },
    ),
  );
});

/** The first point with this offset in the joined texts. */
function pointAt(texts: readonly string[], offset: number) {
  let left = offset;
  for (const [i, text] of texts.entries()) {
    if (left <= text.length) return at(i, left);
    left -= text.length;
  }
  throw new RangeError(`${offset} is after the text`);
}
