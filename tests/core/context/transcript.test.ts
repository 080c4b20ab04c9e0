import { expect, test } from 'vitest';
import { promptOf, systemContextOf } from '../../../src/core/context/assemble.ts';
import type { ConversationInput, Speaker } from '../../../src/core/context/conversation-context.ts';
import { insertionsOf } from '../../../src/core/context/insertion.ts';
import { assembleTranscript } from '../../../src/core/context/transcript.ts';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';

const opus: Speaker = { id: 'O' as AgentId, name: 'Opus', type: 'model' };
const people: readonly Speaker[] = [opus, { id: 'M' as AgentId, name: 'Mara', type: 'human' }];

function transcript(notations: readonly string[], rest: Partial<ConversationInput> = {}) {
  return assembleTranscript({
    nodes: notations.map((notation, index) => ({
      nodeId: `n${index}` as NodeId,
      text: notation.slice(2),
      speakerId: notation.charAt(0) as AgentId,
      continues: notation.charAt(1) === '+',
      excluded: false,
      pruned: false,
    })),
    replier: opus,
    speakers: new Map(people.map((speaker) => [speaker.id, speaker])),
    takingPart: new Set(),
    names: 'never',
    systemPrompt: '',
    systemContext: '',
    insertions: [],
    topic: null,
    window: 8_000,
    reserve: 200,
    strategy: 'truncateMiddle',
    ...rest,
  });
}

test('a transcript has a paragraph for each message and ends with the agent’s name', () => {
  const context = transcript(['M  Hello. ', 'O I am Opus.\nReally.', 'M So?']);
  expect(promptOf(context)).toBe('Mara: Hello.\n\nOpus: I am Opus.\nReally.\n\nMara: So?\n\nOpus:');
  expect(context.reply).toEqual({ name: 'Opus', stop: ['\nMara:', '\nOpus:'] });
  expect(promptOf(transcript([]))).toBe('Opus:');
});

test('system texts, memory and the author’s note are paragraphs of it', () => {
  const context = transcript(['M One.', 'M Two.'], {
    systemPrompt: 'Be brief.',
    systemContext: 'A fable.',
    insertions: insertionsOf({ memory: 'The lamp is old.', authorsNote: '[dark]', authorsNoteDepth: 1 }),
  });
  expect(systemContextOf(context)).toBe('Be brief.\n\nA fable.');
  expect(promptOf(context)).toBe('The lamp is old.\n\nMara: One.\n\n[dark]\n\nMara: Two.\n\nOpus:');
});

test('what does not fit is left out in whole messages, and marked', () => {
  const long = `${'word '.repeat(20)}end.`;
  const context = transcript(['M One.', `O ${long}`, `O ${long}`, `O ${long}`, 'M Two.'], {
    window: 60,
    reserve: 10,
  });
  expect(promptOf(context)).toBe(`Mara: One.\n\n[…]\n\nOpus: ${long}\n\nMara: Two.\n\nOpus:`);
  expect(context.omitted.map(({ nodeId, reason }) => `${nodeId} ${reason}`)).toEqual([
    'n1 truncated',
    'n2 truncated',
  ]);
});

test('what the agent goes on with is the end of it, and no insertion comes after that', () => {
  const context = transcript(['M Hello.', 'O I am', 'O+ Opus, and '], {
    continuing: 'message',
    insertions: insertionsOf({ memory: '', authorsNote: '[dark]', authorsNoteDepth: 0 }),
  });
  expect(promptOf(context)).toBe('Mara: Hello.\n\n[dark]\n\nOpus: I am Opus, and');
  expect(context.reply?.continued).toEqual({ text: 'I am Opus, and', spaces: ' ', isInstructed: false });
});
