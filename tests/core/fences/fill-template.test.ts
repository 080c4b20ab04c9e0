import { describe, expect, test } from 'vitest';
import type { ContextNode } from '../../../src/core/context/story.ts';
import type { FenceFault } from '../../../src/core/fences/fence-fault.ts';
import { assembleFence, fillTemplate, type HoleSources } from '../../../src/core/fences/fill-template.ts';
import { OutputReader } from '../../../src/core/fences/output-reader.ts';
import { findPromptFences } from '../../../src/core/fences/prompt-fence.ts';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';

/** The request of a prompt fence (`layers.md`, *Prompt fences*). */

const SPEAKER = 'someone' as AgentId;

function node(text: string, hidden: Partial<ContextNode> = {}, nodeId = `node of ${text.slice(0, 4)}`) {
  return { nodeId: nodeId as NodeId, text, speakerId: SPEAKER, excluded: false, pruned: false, ...hidden };
}

const SOURCES: HoleSources = {
  findNode: (localId) =>
    localId === 'a7x2' ? { nodeId: 'far' as NodeId, text: 'Far away.', isHidden: false } : undefined,
  findOutput: () => undefined,
  readDocument: () => ({ fault: 'noDocument' }),
  readLore: () => [],
  fenceNames: new Set(['late']),
  values: new Map([['mood', 'dry']]),
};

/** The request of the nodes' last fence, and its faults. */
function fill(nodes: readonly ContextNode[], sources: Partial<HoleSources> = {}) {
  const text = nodes.map((one) => one.text).join('');
  const fence = findPromptFences(text).at(-1);
  if (fence === undefined) throw new Error('no fence');
  const faults: FenceFault[] = [];
  const { pieces, holes } = fillTemplate(nodes, fence, { ...SOURCES, ...sources }, faults);
  return { sent: pieces.map((piece) => piece.text).join(''), pieces, holes, faults };
}

const fence = (body: string) => `\n\n\`\`\`prompt\n${body}\n\`\`\``;

test('a document is sent without prompt fences, and one without text is not', () => {
  const nodes = [node(`One.${fence('Who: {{doc:Marie#fears}}')}`)];
  const readDocument = (address: string) => ({
    text: address === 'Marie#fears' ? `## Fears${fence('x')}\n\nWater.\n` : '',
  });
  const filled = fill(nodes, { readDocument });
  expect(filled.sent).toBe('Who: ## Fears\n\nWater.');
  expect(filled.holes).toEqual([{ hole: 'doc:Marie#fears', text: '## Fears\n\nWater.' }]);
  const empty = fill(nodes, { readDocument: () => ({ text: fence('x') }) });
  expect(empty.faults).toEqual([{ kind: 'hole', hole: 'doc:Marie#fears', why: 'emptyDocument' }]);
});

test('lore is chosen by the filled rest of the prompt, and a prompt of nothing else may be empty', () => {
  const part = { nodeId: 'of Marie' as NodeId, from: 0, to: 13, text: 'Marie skates.' };
  const read: string[] = [];
  const readLore = (prompt: string) => {
    read.push(prompt);
    return [{ text: part.text, source: 'lore' as const, parts: [part], depth: null, order: 100 }];
  };
  const nodes = [node(`One.${fence('Know: {{lore}}\nIn a {{mood}} voice.')}`)];
  const filled = fill(nodes, { readLore });
  expect(read).toEqual(['Know: \nIn a dry voice.']);
  expect(filled.sent).toBe('Know: Marie skates.\nIn a dry voice.');
  expect(filled.holes).toContainEqual({ hole: 'lore', text: 'Marie skates.' });
  expect(filled.pieces).toContainEqual({
    source: { kind: 'node', nodeId: 'of Marie', from: 0, to: 13, in: 'lore' },
    text: 'Marie skates.',
  });
  expect(fill([node(`One.${fence('{{lore}}')}`)]).faults).toEqual([{ kind: 'empty' }]);
});

describe('the paragraphs around a fence', () => {
  const around = (body: string) => [
    node(`# One\n\nA.\n\nB.${fence('other')}\n\nC`),
    node('.\n\nHidden.', { excluded: true }),
    node(`\n\n* * *\n\nD.${fence(body)}\n\nE.\n\nF.\n`),
  ];

  test.each([
    ['{{before:1}}', 'D.'],
    ['{{before:2}}', 'C\n\n* * *\n\nD.'],
    ['{{before:3}}', 'B.\n\nC\n\n* * *\n\nD.'],
    ['{{before:99}}', 'A.\n\nB.\n\nC\n\n* * *\n\nD.'],
    ['{{after:1}}', 'E.'],
    ['{{after:9}}', 'E.\n\nF.'],
  ])('%s is without fences and without what no model is sent', (body, sent) => {
    const filled = fill(around(body));
    expect(filled.sent).toBe(sent);
    expect(filled.holes).toEqual([{ hole: body.slice(2, -2), text: sent }]);
    // All of it is in nodes, so that a record need not have it again.
    expect(filled.pieces.every(({ source }) => source.kind === 'node')).toBe(true);
  });
});

describe('a template', () => {
  test('is sent with its holes filled, from the nodes that it is in', () => {
    const text = `A.${fence('One {{mood}} {{node:a7x2}} {{{{two}}')}`;
    const { pieces, faults } = fill([node(text.slice(0, 16), {}, 'first'), node(text.slice(16), {}, 'last')]);
    expect(faults).toEqual([]);
    expect(
      pieces.map(({ source, text: piece }) => [source.kind === 'node' ? source.nodeId : source.kind, piece]),
    ).toEqual([
      ['first', 'On'],
      ['last', 'e '],
      ['filled', 'dry'],
      ['last', ' '],
      ['far', 'Far away.'],
      ['last', ' '],
      ['filled', '{{'],
      ['last', 'two}}'],
    ]);
  });

  test.each([
    ['{{before:1}}', 'nothingBefore'],
    ['{{after:2}}', 'nothingAfter'],
    ['{{node:nope}}', 'noNode'],
    ['{{fence:late}}', 'notRun'],
    ['{{fence:nope}}', 'noFence'],
    ['{{place}}', 'noValue'],
  ])('names %s if it cannot be filled', (body, why) => {
    expect(fill([node(fence(body))]).faults).toEqual([{ kind: 'hole', hole: body.slice(2, -2), why }]);
  });

  test('is refused in hidden text, and with hidden text', () => {
    expect(fill([node(fence('x'), { excluded: true })]).faults).toEqual([{ kind: 'hidden' }]);
    const findNode = () => ({ nodeId: 'far' as NodeId, text: 'Far.', isHidden: true });
    expect(fill([node(fence('{{node:a}}'))], { findNode }).faults).toEqual([
      { kind: 'hole', hole: 'node:a', why: 'hidden' },
    ]);
  });

  test('is never shortened', () => {
    const { pieces } = fill([node(fence('x'.repeat(400)))]);
    const input = { pieces, systemPrompt: '', isChat: true, reserve: 50 };
    expect(assembleFence({ ...input, window: 150 }).tokens).toBe(100);
    expect(() => assembleFence({ ...input, window: 149 })).toThrow('CONTEXT_TOO_LONG');
  });
});

describe('a result', () => {
  const read = (...chunks: readonly string[]) => {
    const reader = new OutputReader();
    return { text: chunks.map((chunk) => reader.read(chunk)).join(''), seam: reader.seam };
  };

  test('is all of the answer without the white space around it, however it arrives', () => {
    const answer = ' \n\nIt broke.\n\n"Rain," she said. \n';
    const text = 'It broke.\n\n"Rain," she said.';
    const seam = { promptTrimmed: 0, answerTrimmed: 3, ranges: [{ from: 3, to: 3 + text.length, at: 0 }] };
    expect(read(answer)).toEqual({ text, seam });
    expect(read(...answer)).toEqual({ text, seam });
    expect(read(' ', '\n')).toMatchObject({ text: '', seam: { ranges: [] } });
  });
});
