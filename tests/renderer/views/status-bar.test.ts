import { describe, expect, it } from 'vitest';
import type { AgentId } from '../../../src/core/ids.ts';
import type { Agent } from '../../../src/core/tree/agent.ts';
import { formatProgress, formatWordCount } from '../../../src/renderer/views/status-bar/format-counts.ts';
import { formatPosition } from '../../../src/renderer/views/status-bar/format-position.ts';

const writerId = 'writer' as AgentId;
const grove = { writerId, agents: [{ id: 'pine' as AgentId, name: 'Pine' } as Agent] };
const header = {
  authorId: writerId,
  siblingIndex: 1,
  siblingCount: 1,
  versionIndex: 1,
  versionCount: 1,
  flags: 0,
  forks: [],
};
const caret = { pathLength: 5, nodeNumber: 5, edited: false, forkId: null };

describe('the caret’s position', () => {
  it('is just the beginning in an empty tree', () => {
    expect(formatPosition({ ...caret, pathLength: 0, nodeNumber: 0 }, undefined, grove)).toBe(
      'the beginning',
    );
  });

  it('omits counts of one of one', () => {
    expect(formatPosition(caret, header, grove)).toBe('node 5 of 5 · human');
  });

  it('names a model and counts siblings and versions', () => {
    const many = { ...header, authorId: 'pine' as AgentId, siblingIndex: 2, siblingCount: 3 };
    expect(formatPosition(caret, { ...many, versionIndex: 2, versionCount: 4 }, grove)).toBe(
      'node 5 of 5 · Pine · 2 of 3 · v2',
    );
  });

  it('says when a node is excluded or edited', () => {
    expect(formatPosition({ ...caret, edited: true }, { ...header, flags: 2 }, grove)).toBe(
      'node 5 of 5 · human · excluded · edited',
    );
  });

  it('gives only the number of a node that is being committed', () => {
    expect(formatPosition(caret, undefined, grove)).toBe('node 5 of 5');
  });
});

describe('the word count', () => {
  it('counts the words of the whole text', () => {
    expect(formatWordCount({ words: 1204, selectionWords: 0, selectionCharacters: 0 })).toBe('1,204 words');
    expect(formatWordCount({ words: 1, selectionWords: 0, selectionCharacters: 0 })).toBe('1 word');
  });

  it('counts the selected words out of the total', () => {
    expect(formatWordCount({ words: 1204, selectionWords: 120, selectionCharacters: 700 })).toBe(
      '120 of 1,204 words',
    );
    expect(formatWordCount({ words: 12, selectionWords: 0, selectionCharacters: 1 })).toBe('0 of 12 words');
  });

  it('never shows progress below zero', () => {
    expect(formatProgress(320, 500)).toBe('320 of 500 this session');
    expect(formatProgress(-4, 1500)).toBe('0 of 1,500 this session');
  });
});
