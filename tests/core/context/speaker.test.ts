import { expect, test } from 'vitest';
import { type Authored, speakersOf } from '../../../src/core/context/speaker.ts';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';

/** `b:Mara<a` is message b by Mara, made of message a. */
function messages(notation: string): readonly Authored[] {
  return notation.split(' ').map((one) => {
    const [, id, author, from] = /^(\w+):(\w+)(?:<(\w+))?$/.exec(one) ?? [];
    return {
      id: id as NodeId,
      authorId: author as AgentId,
      editedFrom: (from ?? null) as NodeId | null,
    };
  });
}

/** The speakers that are not the authors, and how often other messages were asked for. */
function speakers(path: string, others = ''): { readonly found: string; readonly asked: number } {
  const known = others === '' ? [] : messages(others);
  let asked = 0;
  const found = speakersOf(messages(path), (ids) => {
    asked += 1;
    return known.filter(({ id }) => ids.includes(id));
  });
  return { found: [...found].map(([id, speaker]) => `${id}:${speaker}`).join(' '), asked };
}

test('an edit keeps the speaker of the message it was made of, however often it is edited', () => {
  expect(speakers('a:Mara b:Mara<b1 c:Opus', 'b1:Sonnet')).toEqual({ found: 'b:Sonnet', asked: 1 });
  expect(speakers('c:Mara<b', 'b:Opus<a a:Sonnet')).toEqual({ found: 'c:Sonnet', asked: 2 });
  expect(speakers('a:Sonnet b:Mara<a c:Opus<b')).toEqual({ found: 'b:Sonnet c:Sonnet', asked: 0 });
});

test('the writer’s edit of their own message is theirs, and a path without edits asks for nothing', () => {
  expect(speakers('b:Mara<a', 'a:Mara')).toEqual({ found: '', asked: 1 });
  expect(speakers('a:Mara b:Opus')).toEqual({ found: '', asked: 0 });
});

test('a chain ends before a message that is missing, and where a damaged file makes it a circle', () => {
  expect(speakers('c:Mara<b', 'b:Opus<a')).toEqual({ found: 'c:Opus', asked: 2 });
  expect(speakers('b:Mara<a', 'a:Opus<b').asked).toBe(1);
});
