import { describe, expect, it } from 'vitest';
import type { AgentId } from '../../../src/core/ids.ts';
import type { Agent } from '../../../src/core/tree/agent.ts';
import { formatProgress, formatWordCount } from '../../../src/renderer/views/status-bar/counts.ts';
import { formatPosition } from '../../../src/renderer/views/status-bar/place-of.ts';

const writerId = 'writer' as AgentId;
const grove = { writerId, agents: [{ id: 'pine' as AgentId, name: 'Pine' } as Agent] };
const header = {
  authorId: writerId,
  siblingIndex: 1,
  siblingCount: 1,
  versionIndex: 1,
  versionCount: 1,
  flags: 0,
};
const caret = { pathLength: 5, nodeNumber: 5, edited: false };

describe('where the caret is', () => {
  it('an empty tree has a beginning and nothing else', () => {
    expect(formatPosition({ pathLength: 0, nodeNumber: 0, edited: false }, undefined, grove)).toBe(
      'the beginning',
    );
  });

  it('what is one of one is left out', () => {
    expect(formatPosition(caret, header, grove)).toBe('node 5 of 5 · human');
  });

  it('a model is called by its name, siblings and versions are counted', () => {
    const many = { ...header, authorId: 'pine' as AgentId, siblingIndex: 2, siblingCount: 3 };
    expect(formatPosition(caret, { ...many, versionIndex: 2, versionCount: 4 }, grove)).toBe(
      'node 5 of 5 · Pine · 2 of 3 · v2',
    );
  });

  it('a node that is excluded, and one whose text was changed, say so', () => {
    expect(formatPosition({ ...caret, edited: true }, { ...header, flags: 2 }, grove)).toBe(
      'node 5 of 5 · human · excluded · edited',
    );
  });

  it('a node whose commit is under way has only its number', () => {
    expect(formatPosition(caret, undefined, grove)).toBe('node 5 of 5');
  });
});

describe('how much is written', () => {
  it('the words of the whole text', () => {
    expect(formatWordCount({ words: 1204, selectionWords: 0, selectionCharacters: 0 })).toBe('1,204 words');
    expect(formatWordCount({ words: 1, selectionWords: 0, selectionCharacters: 0 })).toBe('1 word');
  });

  it('with a selection, its words of all', () => {
    expect(formatWordCount({ words: 1204, selectionWords: 120, selectionCharacters: 700 })).toBe(
      '120 of 1,204 words',
    );
    expect(formatWordCount({ words: 12, selectionWords: 0, selectionCharacters: 1 })).toBe('0 of 12 words');
  });

  it('the way to a target never begins below nothing', () => {
    expect(formatProgress(320, 500)).toBe('320 of 500 this session');
    expect(formatProgress(-4, 1500)).toBe('0 of 1,500 this session');
  });
});
