import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { ConversationInput, Speaker } from '../../../src/core/context/conversation-context.ts';
import { type Insertion, insertionsOf } from '../../../src/core/context/insertion.ts';
import {
  assembleMessages,
  GO_ON_INSTRUCTION,
  type MessagesContext,
  namesInstruction,
  sentMessages,
} from '../../../src/core/context/messages.ts';
import type { ContextNode, ContextPiece } from '../../../src/core/context/story.ts';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';
import {
  canonicalMessages,
  checkPrompt,
  rebuildMessages,
} from '../../../src/core/provenance/rebuild-prompt.ts';

const people: readonly Speaker[] = [
  { id: 'M' as AgentId, name: 'Mara', type: 'human' },
  { id: 'I' as AgentId, name: 'Ida', type: 'human' },
  { id: 'O' as AgentId, name: 'Opus', type: 'model' },
  { id: 'S' as AgentId, name: 'Sonnet', type: 'model' },
];
const speakers = new Map(people.map((speaker) => [speaker.id, speaker]));

/** Each message begins with the letter of who speaks, after `+` if it goes on with the one before it; ` pruned` and ` excluded` at the end mark it. */
function messages(...notations: readonly string[]): readonly ContextNode[] {
  return notations.map((notation, index) => {
    const [, goesOn, speakerId, text = ''] = /^(\+?)(.) ([\s\S]*)$/.exec(notation) ?? [];
    return {
      nodeId: `n${index}` as NodeId,
      text: text.replace(/ (pruned|excluded)$/, ''),
      speakerId: speakerId as AgentId,
      excluded: notation.endsWith(' excluded'),
      pruned: notation.endsWith(' pruned'),
      continues: goesOn === '+',
    };
  });
}

function input(nodes: readonly ContextNode[], rest: Partial<ConversationInput> = {}): ConversationInput {
  const replier = speakers.get('O' as AgentId);
  if (replier === undefined) throw new Error('no Opus');
  return {
    nodes,
    replier,
    speakers,
    takingPart: new Set(['O' as AgentId]),
    names: 'never',
    systemPrompt: '',
    systemContext: '',
    insertions: [],
    topic: null,
    window: 8_000,
    reserve: 200,
    strategy: 'truncateMiddle',
    ...rest,
  };
}

/** `user: text`, one for each message that is sent. */
function sent(nodes: readonly ContextNode[], rest: Partial<ConversationInput> = {}): readonly string[] {
  return said(assembleMessages(input(nodes, rest)));
}

function said(context: MessagesContext): readonly string[] {
  return sentMessages(context).map(({ role, content }) => `${role}: ${content}`);
}

const note = (text: string, depth: number | null, order = 0): Insertion => ({
  text,
  source: 'authorsNote',
  depth,
  order,
});

describe('roles', () => {
  const talk = messages('M Hello.', 'S I am Sonnet.', 'O I am Opus.', 'I And I am Ida.');

  test('its own words, and those of a model that does not take part now, are the assistant’s', () => {
    expect(sent(talk)).toEqual([
      'user: Hello.',
      'assistant: I am Sonnet.\n\nI am Opus.',
      'user: And I am Ida.',
    ]);
  });

  test('the words of people, and of the other models that take part, are the user’s', () => {
    const takingPart = new Set(['O', 'S'] as AgentId[]);
    expect(sent(talk, { takingPart })).toEqual([
      'user: Hello.\n\nI am Sonnet.',
      'assistant: I am Opus.',
      'user: And I am Ida.',
    ]);
  });
});

describe('the system message', () => {
  test('has the agent’s prompt, the tree’s and memory, and is left out if they are blank', () => {
    const texts = { systemPrompt: ' Be brief.\n', systemContext: 'A fable.' };
    const insertions = insertionsOf({ memory: 'The lamp is old.\n', authorsNote: '' });
    expect(sent(messages('M Hello.'), { ...texts, insertions })).toEqual([
      'system: Be brief.\n\nA fable.\n\nThe lamp is old.',
      'user: Hello.',
    ]);
    expect(
      sent(messages('M Hello.'), { systemPrompt: ' ', insertions: insertionsOf({ memory: '\n' }) }),
    ).toEqual(['user: Hello.']);
  });

  test('is sent without messages; if there is nothing to send, that is an error', () => {
    expect(sent([], { systemContext: 'A fable.' })).toEqual(['system: A fable.']);
    expect(() => sent(messages('M  ', 'M Hello. pruned'))).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
  });
});

describe('names', () => {
  const talk = messages('M Hello.', 'I Hi.', 'O I am Opus.');

  test('are before messages with more than one other author, and the system message says who the agent is', () => {
    const context = assembleMessages(input(talk, { names: 'auto', systemPrompt: 'Be brief.' }));
    expect(said(context)).toEqual([
      `system: Be brief.\n\n${namesInstruction('Opus')}`,
      'user: Mara: Hello.\n\nIda: Hi.',
      'assistant: Opus: I am Opus.',
    ]);
    expect(context.reply.name).toBe('Opus');
  });

  test('are not before messages with one other author, or whose author’s words are not sent', () => {
    const [first, second, third] = messages('M Hello.', 'O I am Opus.', 'I Hi. excluded');
    if (!first || !second || !third) throw new Error('three messages');
    const context = assembleMessages(input([first, second, third], { names: 'auto' }));
    expect(said(context)).toEqual(['user: Hello.', 'assistant: I am Opus.']);
    expect(context.reply.name).toBeNull();
  });

  test('are always or never sent, as the tree says', () => {
    expect(sent(messages('M Hello.'), { names: 'always' })[1]).toBe('user: Mara: Hello.');
    expect(sent(talk, { names: 'never' })).toEqual(['user: Hello.\n\nHi.', 'assistant: I am Opus.']);
  });
});

describe('the author’s note', () => {
  const talk = messages('M One.', 'O Two.', 'M Three.', 'O Four.', 'M Five.');

  test.each([
    [0, ['user: One.', 'assistant: Two.', 'user: Three.', 'assistant: Four.', 'user: [dark]\n\nFive.']],
    [1, ['user: One.', 'assistant: Two.', 'user: [dark]\n\nThree.', 'assistant: Four.', 'user: Five.']],
    [9, ['user: [dark]\n\nOne.', 'assistant: Two.', 'user: Three.', 'assistant: Four.', 'user: Five.']],
  ])('is a paragraph in the user’s message that is %i from the end', (depth, expected) => {
    expect(sent(talk, { insertions: [note('[dark]\n', depth)] })).toEqual(expected);
  });

  test('is in the system message if the user said nothing', () => {
    expect(sent(messages('O Two.'), { insertions: [note('[dark]', 1)] })).toEqual([
      'system: [dark]',
      'assistant: Two.',
    ]);
  });

  test('insertions at one place are in their order', () => {
    const insertions = [note('second', 0, 2), note('first', 0, 1), note('above', 1)];
    expect(sent(messages('M Five.'), { insertions })).toEqual(['user: above\n\nfirst\n\nsecond\n\nFive.']);
  });
});

test('white space around a message, and blank, excluded and pruned messages are not sent', () => {
  const context = assembleMessages(
    input(messages('M \n Hello. ', 'O  \n', 'M Not this. excluded', 'M Nor this. pruned', 'M Bye.\n')),
  );
  expect(said(context)).toEqual(['user: Hello.\n\nBye.']);
  expect(context.omitted).toEqual([
    { nodeId: 'n2', from: 0, to: 9, reason: 'excluded' },
    { nodeId: 'n3', from: 0, to: 9, reason: 'pruned' },
  ]);
  expect(context.messages[0]?.pieces[0]?.source).toEqual({ kind: 'node', nodeId: 'n0', from: 2, to: 8 });
});

describe('a continued reply', () => {
  test('is one message, its parts joined by nothing, without the white space around all of it', () => {
    expect(sent(messages('M Hello.', 'O  I am', '+O  Opus, ', '+O \nand here.\n', 'M So?'))).toEqual([
      'user: Hello.',
      'assistant: I am Opus, \nand here.',
      'user: So?',
    ]);
  });

  test('has its name once, and of an excluded part nothing is sent', () => {
    const talk = messages('M Hello.', 'S I am', '+S  not excluded', '+S  Sonnet.', 'I And I am Ida.');
    const rest = { names: 'always', takingPart: new Set(['S' as AgentId]) } as const;
    expect(sent(talk, rest).slice(1)).toEqual([
      'user: Mara: Hello.\n\nSonnet: I am Sonnet.\n\nIda: And I am Ida.',
    ]);
  });

  test('stands alone where its beginning is not on the path, or is another’s', () => {
    expect(sent(messages('+O I am here.', '+M So?'))).toEqual(['assistant: I am here.', 'user: So?']);
  });

  const cut = messages('M Hello.', 'O I am Opus, and ');

  test('ends what is sent to a model that goes on with a message', () => {
    const context = assembleMessages(input(cut, { continuing: 'message' }));
    expect(said(context)).toEqual(['user: Hello.', 'assistant: I am Opus, and']);
    expect(context.reply.continued).toEqual({ text: 'I am Opus, and', spaces: ' ', isInstructed: false });
  });

  test('is followed by an instruction to another; the author’s note is where it is for a reply', () => {
    const insertions = [note('[dark]', 0)];
    const context = assembleMessages(input(cut, { continuing: 'instruction', insertions }));
    expect(said(context)).toEqual([
      'user: [dark]\n\nHello.',
      'assistant: I am Opus, and',
      `user: ${GO_ON_INSTRUCTION}`,
    ]);
    expect(context.reply.continued?.isInstructed).toBe(true);
  });
});

describe('a conversation that does not fit', () => {
  const long = (letter: string) => `${letter} ${'word '.repeat(16)}end.`;
  const talk = messages('M Once.', long('O'), long('M'), long('O'), long('M'), long('O'), 'M And now?');
  /** 400 characters. */
  const small = { window: 120, reserve: 20 };

  test('loses whole messages, and the gap is marked in a message of the user', () => {
    const { omitted, ...context } = assembleMessages(input(talk, { ...small, strategy: 'rollingWindow' }));
    const kept = said({ omitted, ...context });
    expect(kept[0]).toMatch(/^user: Once\.\n\n\[…\]\n\nword .* end\.$/);
    expect(kept.slice(1)).toEqual(said(assembleMessages(input(talk.slice(3)))));
    expect(omitted).toEqual([{ nodeId: 'n1', from: 0, to: 84, reason: 'truncated' }]);
    expect(context.tokens).toBeLessThanOrEqual(100);
  });

  test('keeps some of the beginning too, unless only the end is wanted', () => {
    const short = Array.from({ length: 60 }, (_, index) => `${index % 2 === 0 ? 'M' : 'O'} ${index}.`);
    const kept = (strategy: 'truncateMiddle' | 'rollingWindow') =>
      sent(messages(...short), { window: 40, reserve: 20, strategy });
    expect(kept('truncateMiddle').slice(0, 2)).toEqual(['user: 0.', 'assistant: 1.']);
    expect(kept('rollingWindow')[0]).toBe('user: 0.\n\n[…]');
    for (const strategy of ['truncateMiddle', 'rollingWindow'] as const)
      expect(kept(strategy).at(-1)).toBe('assistant: 59.');
  });

  test('is refused if the tree says so, or if the first and the last message do not fit', () => {
    const tooLong = expect.objectContaining({ code: 'CONTEXT_TOO_LONG' });
    expect(() => sent(talk, { ...small, strategy: 'stopAtLimit' })).toThrow(tooLong);
    expect(() => sent(talk, { ...small, systemPrompt: 'x'.repeat(400) })).toThrow(tooLong);
    expect(() => sent(messages(long('M').repeat(6)), small)).toThrow(tooLong);
  });
});

const anyText = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '🏰', ':'), maxLength: 40 });
const anyInput = fc
  .record({
    nodes: fc.array(
      fc.record({
        text: anyText,
        speakerId: fc.constantFrom(...people.map(({ id }) => id)),
        excluded: fc.boolean(),
        pruned: fc.boolean(),
        continues: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    takingPart: fc.subarray(people.map(({ id }) => id)).map((ids) => new Set(ids)),
    names: fc.constantFrom('auto' as const, 'always' as const, 'never' as const),
    systemPrompt: anyText,
    systemContext: fc.constant('A fable.'),
    insertions: fc.array(
      fc.record({
        text: anyText,
        source: fc.constantFrom('memory' as const, 'authorsNote' as const),
        depth: fc.option(fc.nat(4)),
        order: fc.nat(2),
      }),
      { maxLength: 3 },
    ),
    window: fc.integer({ min: 130, max: 260 }),
    reserve: fc.nat(5),
    strategy: fc.constantFrom('truncateMiddle' as const, 'rollingWindow' as const),
  })
  .map((any) =>
    input([], {
      ...any,
      nodes: any.nodes.map((node, index) => ({ ...node, nodeId: `n${index}` as NodeId })),
    }),
  );

/** The nodes by the message that they are of: one goes on with the one before it only if both are of one speaker. */
function wholeMessages(nodes: readonly ContextNode[]): readonly (readonly ContextNode[])[] {
  const whole: ContextNode[][] = [];
  for (const node of nodes) {
    const before = whole.at(-1);
    if (node.continues === true && before?.at(-1)?.speakerId === node.speakerId) before.push(node);
    else whole.push([node]);
  }
  return whole;
}

test('any messages fit, roles alternate, and every message is sent whole or not at all', () => {
  fc.assert(
    fc.property(anyInput, (any) => {
      const context = assembleMessages(any);
      expect(context.tokens + any.reserve).toBeLessThanOrEqual(any.window);
      const roles = context.messages.map(({ role }) => role);
      for (const [index, role] of roles.entries()) expect(role).not.toBe(roles[index - 1]);
      expect(roles.lastIndexOf('system')).toBe(0);
      const texts = new Map(
        context.messages.flatMap(({ pieces }) =>
          pieces.flatMap(({ source, text }) => (source.kind === 'node' ? [[source.nodeId, text]] : [])),
        ) as [NodeId, string][],
      );
      const reasons = new Map(context.omitted.map(({ nodeId, reason }) => [nodeId, reason]));
      const omitted = new Set(
        any.nodes.filter(({ excluded, pruned }) => excluded || pruned).map(({ nodeId }) => nodeId),
      );
      for (const parts of wholeMessages(any.nodes)) {
        const kept = parts.filter(({ nodeId }) => !omitted.has(nodeId));
        const words = kept.map(({ text }) => text).join('');
        const sentWords = parts.map(({ nodeId }) => texts.get(nodeId as NodeId) ?? '').join('');
        expect([words.trim(), '']).toContain(sentWords);
        // Of one that does not fit, no part is sent.
        const isCut = parts.some(({ nodeId }) => reasons.get(nodeId) === 'truncated');
        expect(sentWords === '').toBe(isCut || words.trim() === '');
      }
    }),
  );
});

test('a record rebuilds exactly the messages that were sent', () => {
  const asJson = ({ source, text }: ContextPiece) =>
    source.kind === 'node'
      ? { node: source.nodeId, from: source.from, to: source.to }
      : { kind: source.kind, text };
  fc.assert(
    fc.property(anyInput, (any) => {
      const context = assembleMessages(any);
      const exact = sentMessages(context);
      const list = context.messages.map(({ role, pieces }) => ({ role, pieces: pieces.map(asJson) }));
      const record = { messages: { list, sha256: sha256(canonicalMessages(exact)) } };
      const findText = (id: NodeId) => any.nodes.find(({ nodeId }) => nodeId === id)?.text;
      expect(rebuildMessages(record, findText)).toEqual(exact);
      expect(checkPrompt(record, findText)).toBe('rebuilt');
      const changed = (id: NodeId) => findText(id)?.replace(/\S/, '?');
      if (
        exact.some(({ role }) => role !== 'system') &&
        context.messages.some(({ speakers: some }) => some.length > 0)
      )
        expect(checkPrompt(record, changed)).toBe('other');
      expect(checkPrompt(record, () => undefined)).toBe(
        context.messages.some(({ speakers: some }) => some.length > 0) ? 'missing' : 'rebuilt',
      );
    }),
  );
});
