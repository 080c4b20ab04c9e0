import { describe, expect, test } from 'vitest';
import { lengthOf, sentMessages } from '../../../src/core/context/messages.ts';
import { declinesChanges, directiveOf } from '../../../src/core/proposals/ask-answer.ts';
import {
  answerTokens,
  contextAfterRefusal,
  type EditPrompt,
  editContext,
  longestText,
  NO_CHANGES,
} from '../../../src/core/proposals/ask-prompt.ts';
import { planPassage } from '../../../src/core/proposals/patch/plan-passage.ts';
import { planPatch } from '../../../src/core/proposals/patch/plan-patch.ts';
import type { TextRange } from '../../../src/core/text/span.ts';
import { applyChange } from '../../../src/core/text/splice.ts';
import { conflictForAsked } from '../../../src/ui-text/proposals.ts';

const TEXT = 'It rained. The lamp burned all night.\n\nNobody came.';

const promptOf = (changes: Partial<EditPrompt> = {}): EditPrompt => ({
  systemPrompt: '',
  systemContext: '',
  insertions: [],
  asked: { text: TEXT, lines: { first: 12, last: 14, of: 40 }, selection: null },
  instruction: 'Make it dawn',
  byPatches: true,
  ...changes,
});

function sentFor(changes: Partial<EditPrompt> = {}) {
  const [system, user, ...rest] = sentMessages(editContext(promptOf(changes)));
  expect([system?.role, user?.role, rest]).toEqual(['system', 'user', []]);
  return { system: system?.content ?? '', user: user?.content ?? '' };
}

const selected = (text: string, from: number, to: number) => ({
  asked: { text, lines: { first: 1, last: 1, of: 1 }, selection: { from, to } },
});

/** The rules of `edits.md`, *In the manuscript* and *Reading a patch*, in the words of both prompts. */
describe.each([true, false])('how to answer (by patches: %s)', (byPatches) => {
  const { system } = sentFor({ byPatches });

  test.each([
    ['copy unchanged words exactly', /copy unchanged words exactly/i],
    ['whole sentences', /whole sentences/],
    ['no line numbers', /no line numbers/],
    ['no dots for what is left out', /no dots or remarks in place of text that you leave out/],
    ['what to say for nothing', new RegExp(`answer only: ${NO_CHANGES}`)],
  ])('says: %s', (_rule, words) => {
    expect(system).toMatch(words);
  });
});

test('by patches, it asks for few blocks, each for one place', () => {
  const { system } = sentFor();
  expect(system).toContain('as few as possible');
  expect(system).toContain('exactly once');
  expect(system).toContain('in one line why');
  // The form that it shows is one that is read.
  const [form = ''] = /<{7} SEARCH[\s\S]*>{7} REPLACE/.exec(system) ?? [];
  expect(planPatch('the sentences as they are in the text now', form, true)).toMatchObject({
    edits: [{ hunk: 1 }],
  });
});

test('the whole passage is asked for without a word of blocks', () => {
  const { system, user } = sentFor({ byPatches: false });
  expect(system).not.toMatch(/SEARCH|block/);
  expect(user).toBe(
    `The passage, lines 12-14 of 40:\n\n<passage>\n${TEXT}\n</passage>\n\nWhat to change:\n\nMake it dawn`,
  );
});

test('a passage in a text is between what is before and after it, each once', () => {
  const { user } = sentFor({ byPatches: false, ...selected(TEXT, 11, 37) });
  expect(user).toContain(
    '<before>\nIt rained. \n</before>\n\n<passage>\nThe lamp burned all night.\n</passage>\n\n<after>\n\n\nNobody came.\n</after>',
  );
});

test('before how to answer are the agent, the tree, memory and the author’s note; nothing is in the text', () => {
  const { system, user } = sentFor({
    systemPrompt: 'You are Muse.',
    systemContext: 'A novel.',
    insertions: [
      { text: 'A storm is coming.', source: 'authorsNote', depth: 3, order: 0 },
      { text: 'Ann has a limp.', source: 'memory', depth: null, order: 0 },
    ],
  });
  expect(system).toMatch(
    /^You are Muse\.\n\nA novel\.\n\nAnn has a limp\.\n\nA storm is coming\.\n\nThe user gives you/,
  );
  expect(user).toBe(
    `The text, lines 12-14 of 40:\n\n<text>\n${TEXT}\n</text>\n\nWhat to change:\n\nMake it dawn`,
  );
});

test('what is selected is quoted below the text; of much, only both ends', () => {
  expect(sentFor(selected(TEXT, 15, 19)).user).toContain(
    `</text>\n\nSelected in it:\n\n<selection>\nlamp\n</selection>`,
  );
  expect(sentFor(selected(TEXT, 15, 15)).user).not.toContain('elected');
  expect(sentFor(selected(TEXT, 0, TEXT.length)).user).not.toContain('elected');
  const long = `${'a'.repeat(3_000)}😀${'b'.repeat(199)}.`;
  const { user } = sentFor(selected(long, 10, long.length - 1));
  expect(user.isWellFormed()).toBe(true);
  expect(user).toContain(`begins with:\n\n<selection>\n${'a'.repeat(200)}\n</selection>`);
  expect(user.length).toBeLessThan(long.length + 1_000);
});

test('the tags are none that the text has', () => {
  const { user } = sentFor({
    asked: { text: 'She typed <text>.', lines: { first: 1, last: 1, of: 1 }, selection: null },
  });
  expect(user).toContain('line 1 of 1:\n\n<text-2>\nShe typed <text>.\n</text-2>');
});

test('after a refusal, the model has its answer, what was wrong with it, and the same text', () => {
  const first = editContext(promptOf());
  const answer = '<<<<<<< SEARCH\nIt poured.\n=======\nIt snowed.\n>>>>>>> REPLACE';
  const planned = planPatch(TEXT, answer, true);
  if (!('refusal' in planned)) throw new Error('it fits');
  const next = contextAfterRefusal(first, answer, conflictForAsked(planned.refusal, true));
  const sent = sentMessages(next);
  expect(sent.slice(0, 2)).toEqual(sentMessages(first));
  expect(sent[2]).toEqual({ role: 'assistant', content: answer });
  const told = sent[3]?.content ?? '';
  expect(told).toMatch(/^✗ CONFLICT: block 1 of 1 does not fit the text \(context_mismatch\)\n/);
  expect(told).toContain('It poured.');
  expect(told).toMatch(/hint: .*exactly/);
  expect(told).toMatch(/Answer again with all blocks, corrected and complete\.$/);
  expect(next.tokens).toBe(Math.ceil(lengthOf(next.messages) / 4));
  expect(contextAfterRefusal(first, ' \n', 'told').messages).toHaveLength(3);
});

describe('an answer', () => {
  const asked = { version: '9f2c41d0a7be', text: TEXT, selection: null };
  const blocks = '<<<<<<< SEARCH\nIt rained.\n=======\nIt snowed.\n>>>>>>> REPLACE';

  test.each([
    [
      'what is before the first block, in one line',
      `Colder,\nand quieter.\n\n${blocks}`,
      'Colder, and quieter.',
    ],
    ['what is before a fence', `Colder.\n\`\`\`\n${blocks}\n\`\`\``, 'Colder.'],
    ['nothing, if a block comes first', blocks, null],
    ['nothing, if there is no block', 'I would not change it.', null],
    ['nothing of JSON', JSON.stringify({ diff: blocks }, null, 2), null],
    ['no more than 500 characters', `${'why '.repeat(200)}\n${blocks}`, 'why '.repeat(125).trim()],
  ])('says why with %s', (_what, answer, rationale) => {
    const directive = directiveOf(answer, asked, true);
    expect(directive).toEqual({ action: 'patch', version: asked.version, diff: answer, rationale });
  });

  test.each([
    NO_CHANGES,
    'No changes.',
    '**NO CHANGES**\n',
    '"NO CHANGES"',
    'No changes are needed.',
    'There are no changes to make.',
    'NO CHANGES: it reads well as it is.',
    '**NO CHANGES**\n\nIt reads well as it is.',
  ])('%s changes nothing', (answer) => {
    expect(declinesChanges(answer)).toBe(true);
    expect(planPatch(TEXT, (directiveOf(answer, asked, true) as { diff: string }).diff, true)).toMatchObject({
      refusal: { reason: 'empty' },
    });
    expect(directiveOf(answer, asked, false)).toMatchObject({ content: TEXT });
  });

  test('says why nothing is to be changed', () => {
    expect(directiveOf('NO CHANGES: it reads well.', asked, true)).toMatchObject({
      rationale: 'it reads well.',
    });
    expect(directiveOf('NO CHANGES', asked, true)).toMatchObject({ rationale: null });
  });

  test.each([
    'NO CHANGES to the first line, but see below',
    'There were no changes.',
    'No changes, she thought, would ever come.',
    `NO CHANGES to most of it.\n\n${blocks}`,
    `NO CHANGES: but one.\n\n${blocks}`,
    'NO CHANGES: but one.\n{"old": "It rained.", "new": "It snowed."}',
  ])('%s is no such word', (answer) => {
    expect(declinesChanges(answer)).toBe(false);
  });

  const LONG =
    '“Who’s there?” she asked, and the wind shook the door of the old house.\n\nNobody answered, and she waited for a while in the dark.';

  test.each([
    ['bare', (text: string) => text],
    ['in a fence', (text: string) => `\`\`\`\n${text}\n\`\`\``],
    ['announced', (text: string) => `Here is the revised text:\n\n${text}`],
  ])('that is all of the text written anew is read as that: %s', (_how, framed) => {
    const answer = framed(LONG.replaceAll(/[“”]/g, '"').replace('’', "'").replace('old', 'empty'));
    const directive = directiveOf(answer, { ...asked, text: LONG }, true);
    if (directive.action === 'patch') throw new Error('it is a rewrite');
    const plan = planPassage(LONG, directive);
    expect('edits' in plan && applyChange(LONG, plan.edits)).toBe(LONG.replace('old', 'empty'));
  });

  test('that is the selection written anew is read as that', () => {
    const [first = ''] = LONG.split('\n');
    const text = `It rained.\n\n${LONG}`;
    const range = { from: 12, to: 12 + first.length };
    const answer = first.replace('old', 'empty');
    expect(directiveOf(answer, { ...asked, text, selection: range }, true)).toMatchObject({
      action: 'replace',
      range,
      content: answer,
    });
  });

  test.each([
    'I would not say that “the wind shook the door of the old house”, because nobody answered her question.',
    `I like it.\n\n${LONG}`,
    LONG.slice(0, 60),
    '- the door\n\n- the dark',
  ])('that is something else is no rewrite: %j', (answer) => {
    expect(directiveOf(answer, { ...asked, text: LONG }, true)).toMatchObject({
      action: 'patch',
      diff: answer,
    });
  });

  /** An answer's result on a text, of which a part may be the passage; or its refusal. */
  function rewritten(answer: string, text: string, selection: TextRange | null = null): string {
    const directive = directiveOf(answer, { ...asked, text, selection }, false);
    if (directive.action === 'patch') throw new Error('it is a passage');
    const plan = planPassage(text, directive);
    return 'refusal' in plan ? `refused ${plan.refusal.reason}` : applyChange(text, plan.edits);
  }

  test('with the whole passage keeps the white space around it, and loses its fence', () => {
    for (const answer of ['It snowed.', '\n\nIt snowed.\n', '```text\nIt snowed.\n```']) {
      expect(rewritten(answer, '\n  It rained.\n\n')).toBe('\n  It snowed.\n\n');
      expect(rewritten(answer, 'Then it rained. ', { from: 5, to: 16 })).toBe('Then It snowed. ');
    }
    expect(rewritten('It snowed.', 'One.\n\n', { from: 5, to: 6 })).toBe('One.\n\nIt snowed.');
  });

  test('with the whole passage loses what is said about it, and quotation marks around all of it', () => {
    const answer = 'Here is the revised passage:\n\n"It snowed."\n\nLet me know if you want further changes!';
    expect(rewritten(answer, 'It rained.')).toBe('It snowed.');
    expect(rewritten('"It snowed."', '"It rained."')).toBe('"It snowed."');
  });

  test.each([
    '[... rest unchanged ...]',
    'It snowed on the hill.\n\n[The rest of the text is unchanged.]',
    'It snowed on the hill.\n\n...',
    'It snowed on the hill.\n\n(remaining paragraphs unchanged)',
  ])('with the whole passage is refused where it leaves text out: %j', (answer) => {
    expect(rewritten(answer, 'It rained on the hill.\n\nThe lamp burned.\n\nNobody came.')).toBe(
      'refused elision',
    );
  });

  test('with the whole passage changes no quotes, dashes or spaces of the words that it keeps', () => {
    const text = '“Who’s there?” she asked — softly… “Nobody,” said\u00a0he.\n\n“Go away.”';
    const plain = '"Who\'s there?" she asked -- softly... "Nobody," said he.\n\n"Go away."';
    expect(rewritten(plain, text)).toBe('refused empty');
    expect(rewritten(plain.replace('Nobody', 'No one'), text)).toBe(text.replace('Nobody', 'No one'));
    expect(rewritten(plain.replace('away."', 'away. It\'s "late"."'), text)).toBe(
      text.replace('away.”', 'away. It’s “late”.”'),
    );
    // One line break for two between paragraphs, as some models write.
    expect(rewritten(plain.replace('\n\n', '\n').replace('Go', 'Stay'), text)).toBe(
      text.replace('Go', 'Stay'),
    );
    // Text written with the same signs is meant.
    expect(rewritten(text.replace('—', '–'), text)).toBe(text.replace('—', '–'));
  });
});

describe('the room', () => {
  test('for a text leaves enough for the prompt and the answer', () => {
    for (const form of ['blocks', 'passage', 'all'] as const)
      for (const window of [4_096, 8_192, 128_000]) {
        const text = longestText(2_000, window, form);
        const sent = 500 + Math.ceil(text / 4);
        const answer = answerTokens(text, sent, window, null);
        expect(sent + answer).toBeLessThanOrEqual(window);
        expect(answer).toBeGreaterThanOrEqual(form === 'all' ? text / 4 : 1_000);
      }
  });

  test('for an answer grows with the text, up to what services allow', () => {
    expect(answerTokens(400, 1_000, Number.MAX_SAFE_INTEGER, null)).toBe(1_200);
    expect(answerTokens(400_000, 100_000, Number.MAX_SAFE_INTEGER, null)).toBe(16_384);
    expect(answerTokens(400, 1_000, Number.MAX_SAFE_INTEGER, 30_000)).toBe(30_000);
  });

  test('is none where even the prompt does not fit', () => {
    expect(longestText(8_000, 2_048, 'blocks')).toBeLessThanOrEqual(0);
  });
});
