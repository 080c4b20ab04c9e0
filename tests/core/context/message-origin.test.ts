import { expect, test } from 'vitest';
import {
  canBeContinued,
  continuesMessage,
  type MessageHeader,
  originsOf,
  speakerOf,
} from '../../../src/core/context/message-origin.ts';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';

/** `b:Mara<a` is message b by Mara, made of message a; `b+:Opus` goes on with the message before it. Mara is a person. */
function messages(notation: string): readonly MessageHeader[] {
  return notation.split(' ').map((one) => {
    const [, id, goesOn, author, from] = /^(\w+)(\+?):(\w+)(?:<(\w+))?$/.exec(one) ?? [];
    return {
      id: id as NodeId,
      authorId: author as AgentId,
      authorType: author === 'Mara' ? 'human' : 'model',
      seam: goesOn === '+' ? { continues: true } : null,
      editedFrom: (from ?? null) as NodeId | null,
    };
  });
}

/** The speakers that are not the authors, and how often other messages were asked for. */
function speakers(path: string, others = ''): { readonly found: string; readonly asked: number } {
  const known = others === '' ? [] : messages(others);
  let asked = 0;
  const shown = messages(path);
  const origins = originsOf(shown, (ids) => {
    asked += 1;
    return known.filter(({ id }) => ids.includes(id));
  });
  const found = shown.filter((message) => speakerOf(message, origins) !== message.authorId);
  return { found: found.map((message) => `${message.id}:${speakerOf(message, origins)}`).join(' '), asked };
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

test('an edit of a part of a reply is a part of it too', () => {
  const path = messages('a:Mara b:Opus c+:Opus d:Mara<c e:Mara<a');
  const origins = originsOf(path, () => []);
  expect(path.filter((message) => continuesMessage(message, origins)).map(({ id }) => id)).toEqual([
    'c',
    'd',
  ]);
});

test.each([
  ['b:Opus', 'length', true],
  ['b:Opus', 'stopped', true],
  ['b:Opus', 'interrupted', true],
  ['b:Opus', 'stop', false],
  ['b:Opus', 'content_filter', false],
  ['b:Opus', null, false],
  ['b:Mara<a a:Opus', null, true],
  ['b:Mara<a a:Mara', null, false],
  ['b:Mara', null, false],
] as const)('whether %s that ended with %s can be continued: %s', (path, finishReason, expected) => {
  const [message, ...others] = messages(path);
  if (message === undefined) throw new Error('no message');
  const origins = originsOf([message], () => others);
  expect(canBeContinued({ ...message, finishReason }, origins)).toBe(expected);
});
