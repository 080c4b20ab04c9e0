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
const caret = { pathLength: 5, forkId: null };
const nowhere = { chapter: null, scene: null, message: null };

describe('the caret’s place', () => {
  it('is just the beginning in an empty tree', () => {
    expect(formatPosition({ ...caret, pathLength: 0 }, nowhere, undefined, [], grove)).toBe('the beginning');
  });

  it('leaves out what does not apply', () => {
    expect(formatPosition(caret, nowhere, header, [writerId], grove)).toBe('you');
  });

  it('is the chapter, its scene, who wrote the text, and the ways on', () => {
    const many = { ...header, siblingIndex: 2, siblingCount: 3, versionIndex: 2, versionCount: 4 };
    const place = { ...nowhere, chapter: 'Chapter Three', scene: 2 };
    expect(formatPosition(caret, place, many, [pine, writerId], grove)).toBe(
      'Chapter Three · scene 2 · Pine, edited by you · 2 of 3 ways on',
    );
  });

  it('says when a node is excluded', () => {
    expect(formatPosition(caret, nowhere, { ...header, flags: 2 }, [writerId], grove)).toBe('you · excluded');
  });

  it('is the message in a conversation', () => {
    expect(formatPosition(caret, { ...nowhere, message: 4 }, header, [pine], grove)).toBe(
      'message 4 of 5 · Pine',
    );
  });
});

describe('the word count', () => {
  const counts = { words: 1204, selectionWords: 0, selectionCharacters: 0 };

  it('is of the whole text, and of the chapter if there is one', () => {
    expect(formatWordCount(counts, null)).toBe('1,204 words');
    expect(formatWordCount({ ...counts, words: 1 }, null)).toBe('1 word');
    expect(formatWordCount(counts, { allWords: 412 })).toBe('412 of 1,204 words');
    expect(formatWordCount(counts, { allWords: 1204 })).toBe('1,204 words');
  });

  it('is of the selection while there is one', () => {
    const selected = { ...counts, selectionWords: 120, selectionCharacters: 700 };
    expect(formatWordCount(selected, { allWords: 412 })).toBe('120 of 1,204 words selected');
    expect(formatWordCount({ ...counts, words: 12, selectionCharacters: 1 }, null)).toBe(
      '0 of 12 words selected',
    );
  });

  it('never shows progress below zero', () => {
    expect(formatProgress(320, 500)).toBe('320 of 500 this session');
    expect(formatProgress(-4, 1500)).toBe('0 of 1,500 this session');
  });
});
