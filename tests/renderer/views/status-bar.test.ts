import { describe, expect, it } from 'vitest';
import type { AgentId } from '../../../src/core/ids.ts';
import {
  formatPosition,
  formatProgress,
  formatWordCount,
} from '../../../src/renderer/views/status-bar/StatusBar.tsx';

const writerId = 'writer' as AgentId;
const pine = 'pine' as AgentId;
const grove = { writerId, agents: [{ id: pine, name: 'Pine' }] };
const header = {
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
    expect(formatPosition({ ...caret, pathLength: 0, nodeNumber: 0 }, undefined, [], grove)).toBe(
      'the beginning',
    );
  });

  it('omits counts of one of one', () => {
    expect(formatPosition(caret, header, [writerId], grove)).toBe('5 of 5 · you');
  });

  it('names who wrote it, and counts alternatives and versions', () => {
    const many = { ...header, siblingIndex: 2, siblingCount: 3, versionIndex: 2, versionCount: 4 };
    expect(formatPosition(caret, many, [pine, writerId], grove)).toBe(
      '5 of 5 · Pine, edited by you · alternative 2 of 3 · version 2',
    );
  });

  it('says when a node is excluded or edited', () => {
    expect(formatPosition({ ...caret, edited: true }, { ...header, flags: 2 }, [writerId], grove)).toBe(
      '5 of 5 · you · excluded · being edited',
    );
  });

  it('gives only the number of a node that is being committed', () => {
    expect(formatPosition(caret, undefined, [], grove)).toBe('5 of 5');
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
