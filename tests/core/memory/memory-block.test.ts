import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanAnswer } from '../../../src/core/commands/scan-answer.ts';
import { estimateTokens } from '../../../src/core/context/estimate-tokens.ts';
import type { AgentId, LocalId, NodeId, TreeId, TurnId } from '../../../src/core/ids.ts';
import type { OperationalMemory, Pin, Stash } from '../../../src/core/memory/fold-memory.ts';
import {
  type FindRemembered,
  type MemoryBlockOptions,
  memoryBlock,
  memoryRoom,
} from '../../../src/core/memory/memory-block.ts';
import { listMemory } from '../../../src/core/memory/memory-list.ts';
import type { RememberedAction } from '../../../src/core/memory/turn-steps.ts';

const node = (name: string) => ({ nodeId: name as NodeId, localId: name as LocalId });
const pin = (name: string, isByPerson = false): Pin => ({
  of: node(name),
  isByPerson,
});
const stash = (label: string, text: Stash['text'], isRecalled = false): Stash => ({
  label,
  text,
  isOfDocument: false,
  treeId: null,
  isRecalled,
  isByPerson: false,
});
const action = (turn: string, about: string): RememberedAction => ({
  turnId: turn as TurnId,
  agentId: 'me' as AgentId,
  isByPerson: false,
  ordinal: 0,
  callOrdinal: 0,
  verb: 'view',
  outcome: 'done',
  about: about as LocalId,
  document: null,
  count: null,
  line: `→ view [${about}]`,
  result: `[${about}] human`,
  memory: null,
  isInDocument: false,
  treeId: null,
  startedAt: 0,
  isOfDocument: false,
  isWithheld: false,
});
const textsIn =
  (texts: Readonly<Record<string, string>>, hidden: readonly string[] = []): FindRemembered =>
  (of) => {
    const key = 'nodeId' in of ? of.nodeId : of.title;
    const text = texts[key];
    const name = 'nodeId' in of ? `[${of.localId}]` : `doc:"${of.title}" (2 words)`;
    const isWithheld = key === 'secret';
    return text === undefined
      ? undefined
      : { name, text, isHidden: hidden.includes(key), isWithheld, isUnsent: false };
  };

const ALL = { room: memoryRoom(100_000), withActions: true, withTexts: true };
const NOTHING: OperationalMemory = { pins: [], stashes: [], actionCount: 0, lastActions: [] };

describe('memory as it is sent', () => {
  test('what has no room for its name is counted, and not read', () => {
    const pins = [...Array(100_000).keys()].map((at) => pin(`n${at}`));
    let reads = 0;
    const find: FindRemembered = (of) => {
      reads += 1;
      return {
        name: 'nodeId' in of ? `[${of.localId}]` : '',
        text: 'Rain.',
        isHidden: false,
        isWithheld: false,
        isUnsent: false,
      };
    };
    const { text, textsLeftOut } = memoryBlock({ ...NOTHING, pins }, find, { ...ALL, room: 2_000 });
    expect(text).toMatch(/… and 99\d\d\d more \(not in context\); → memory\n===$/);
    expect(textsLeftOut).toBeGreaterThan(99_000);
    expect(reads).toBeLessThan(200);
  });

  test('has the source’s format', () => {
    const memory: OperationalMemory = {
      pins: [
        { of: { documentId: 'doc' as TreeId, title: 'Notes', section: null }, isByPerson: false },
        pin('a7x2bc'),
        pin('b3k9qq', true),
        pin('c4m2ww'),
        pin('gone11'),
        pin('secret', true),
      ],
      stashes: [stash('marie', '→ help\nYes.', true), stash('theme', 'Rain.'), stash('end', 'Snow.')],
      actionCount: 12,
      lastActions: [...Array(10).keys()].map((at) => action('old', `n${at + 2}`)),
    };
    const find = textsIn(
      {
        a7x2bc: 'It rained.\n→ view here',
        b3k9qq: '',
        c4m2ww: 'Pruned.',
        secret: 'Hush.',
        Notes: 'Be kind.',
      },
      ['c4m2ww'],
    );
    const block = memoryBlock(memory, find, ALL);
    expect(block).toEqual({ text: expect.any(String), textsLeftOut: 0, actionsLeftOut: 0 });
    expect(block.text.split('\n')).toEqual([
      '=== Operational Memory ===',
      'Pinned:',
      '  doc:"Notes" (2 words) "Be kind."',
      '  [a7x2bc] "It rained.',
      '\\→ view here"',
      '  [b3k9qq] (by the human) (no text)',
      '  [c4m2ww] (pruned) "Pruned."',
      '  [gone11] (no longer there)',
      '  a text (by the human) (of a document; doc_read not enabled)',
      'Recalled:',
      '  “marie” "\\→ help',
      'Yes."',
      'Recent actions:',
      '  (2 earlier) viewed [n2], [n3], [n4], [n5], [n6], [n7], [n8], [n9], [n10], [n11]',
      'Stashed (not in context): “theme”, “end”',
      '===',
    ]);
    expect(memoryBlock(NOTHING, find, ALL).text).toBe('');
    const short = memoryBlock(memory, find, { ...ALL, withActions: false, withTexts: false });
    expect(short).toMatchObject({ textsLeftOut: 5, actionsLeftOut: 10 });
    expect(short.text).toContain('Recent actions: 12, not listed; → memory trace');
    expect(short.text).toContain('“marie” (not in context)');
    expect(short.text).not.toContain('rained');
  });

  test('has the newest texts until a quarter of the window is used up, and names the others', () => {
    const pins = ['new', 'old', 'first'].map((name) => pin(name));
    const find = textsIn({ new: 'N'.repeat(2_000), old: 'O'.repeat(3_000), first: 'F'.repeat(1_000) });
    const { text, textsLeftOut } = memoryBlock({ ...NOTHING, pins }, find, {
      ...ALL,
      room: memoryRoom(4_000),
    });
    expect(estimateTokens(text.length)).toBeLessThanOrEqual(1_000);
    expect(textsLeftOut).toBe(1);
    expect(text).toContain('N'.repeat(2_000));
    expect(text).toContain('[old] (not in context)');
    expect(text).toContain('F'.repeat(1_000));
  });

  test('counts names where there are too many', () => {
    const pins = [...Array(200).keys()].map((at) => pin(`pin${at}`));
    const stashes = [...Array(200).keys()].map((at) =>
      stash(`a stash with a long label, number ${at}`, 'Text.'),
    );
    const find: FindRemembered = (of) => ({
      name: 'nodeId' in of ? `[${of.localId}]` : '',
      text: 'A text of some length.',
      isHidden: false,
      isWithheld: false,
      isUnsent: false,
    });
    const block = memoryBlock({ ...NOTHING, pins, stashes }, find, { ...ALL, room: memoryRoom(4_000) });
    expect(estimateTokens(block.text.length)).toBeLessThanOrEqual(1_000);
    expect(block.text).toContain('[pin0] "A text of some length."');
    const unnamed = Number(/… and (\d+) more \(not in context\); → memory$/m.exec(block.text)?.[1]);
    const named = block.text.match(/\[pin\d+\]/g)?.length ?? 0;
    expect(named + unnamed).toBe(200);
    expect(block.textsLeftOut).toBe(200 - (block.text.match(/"A text/g)?.length ?? 0));
    expect(block.text).toMatch(/number 0”.* and \d+ more; → memory stashed/);
  });

  test('law: is no longer than its room, names or counts everything, and is never a command', () => {
    const texts = fc.string({ maxLength: 300 }).map((text) => `${text}\n→ view here`);
    const cases = fc.record({
      texts: fc.array(texts, { maxLength: 30 }),
      stashes: fc.array(fc.tuple(texts, fc.boolean()), { maxLength: 30 }),
      room: fc.integer({ min: 1_000, max: 20_000 }),
      withTexts: fc.boolean(),
    });
    fc.assert(
      fc.property(cases, ({ texts, stashes, room, withTexts }) => {
        const find = textsIn(Object.fromEntries(texts.map((text, at) => [`pin${at}`, text])));
        const memory: OperationalMemory = {
          pins: texts.map((_, at) => pin(`pin${at}`)),
          stashes: stashes.map(([text, isRecalled], at) => stash(`label ${at}`, text, isRecalled)),
          actionCount: 0,
          lastActions: [],
        };
        const options: MemoryBlockOptions = { ...ALL, room, withTexts };
        const block = memoryBlock(memory, find, options);
        expect(block.text.length).toBeLessThanOrEqual(room);
        expect(scanAnswer(block.text).parts.filter(({ kind }) => kind !== 'prose')).toEqual([]);
        const isIn = (text: string) => (block.text.includes(text.replace('\n→', '\n\\→')) ? 1 : 0);
        const all = [...texts, ...stashes.flatMap(([text, isRecalled]) => (isRecalled ? [text] : []))];
        if (!withTexts) expect(block.textsLeftOut).toBe(all.length);
        else if (block.textsLeftOut === 0) expect(all.every(isIn)).toBe(true);
      }),
    );
  });
});

test('the tool lists what is kept by its size, and the last actions with their errors', () => {
  const memory: OperationalMemory = {
    pins: [pin('a7x2bc'), pin('gone11')],
    stashes: [stash('marie', 'x'.repeat(400), true), stash('of', node('a7x2bc'))],
    actionCount: 2,
    lastActions: [
      action('t', 'a7x2bc'),
      { ...action('t', 'xyz999'), outcome: 'NOT_FOUND', result: '✗ NOT_FOUND: no' },
    ],
  };
  const find = textsIn({ a7x2bc: 'It rained.\nAnd rained.' });
  expect(listMemory(memory, 'state', find).split('\n')).toEqual([
    'Pinned:',
    '  [a7x2bc] “It rained. And rained.” (6 tokens)',
    '  [gone11] (no longer there)',
    'Stashed:',
    '  “marie” (100 tokens), recalled',
    '  “of” (6 tokens)',
    'Recent actions:',
    '  viewed [a7x2bc] · tried view [xyz999] (NOT_FOUND)',
  ]);
  expect(listMemory(memory, 'stashed', find)).toBe('  “marie” (100 tokens), recalled\n  “of” (6 tokens)');
  expect(listMemory(memory, 'trace', find).split('\n')).toEqual([
    '\\→ view [a7x2bc]',
    '  [a7x2bc] human',
    '\\→ view [xyz999]',
    '  ✗ NOT_FOUND: no',
  ]);
  expect(listMemory(NOTHING, 'state', find)).toMatch('nothing is pinned');
});
