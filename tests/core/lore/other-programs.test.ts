import { describe, expect, test } from 'vitest';
import { type LoreCase, reasonsIn, selectIn, sentIn } from './lore-cases.ts';

/**
 * The rules by which SillyTavern (*World Info*) and NovelAI (*Lorebook*) select entries, as their documentation has them, with what is sent
 * here. Where it differs, the reason is that the same text must send the same lore, so that the preview shows what the request sends.
 */
interface Case extends LoreCase {
  readonly rule: string;
  /** What differs here, and why; missing where nothing does. */
  readonly differs?: string;
  /** In the order inserted. */
  readonly sent: readonly string[];
}

const SILLY_TAVERN: readonly Case[] = [
  {
    rule: 'any of the keys wakes an entry, in any case, as a whole word',
    text: 'The BRONZE king met a dragonfly.',
    entries: [{ title: 'Mask', keys: ['gold', 'bronze'] }, { title: 'Dragon' }],
    sent: ['Mask'],
  },
  {
    rule: 'with secondary keys: AND ANY, AND ALL, NOT ANY, NOT ALL',
    text: 'Marie skated home.',
    entries: [
      { title: 'and any', keys: ['Marie'], secondary: ['home', 'abroad'], logic: 'andAny' },
      { title: 'and all', keys: ['Marie'], secondary: ['home', 'abroad'], logic: 'andAll' },
      { title: 'not any', keys: ['Marie'], secondary: ['home', 'abroad'], logic: 'notAny' },
      { title: 'not all', keys: ['Marie'], secondary: ['home', 'abroad'], logic: 'notAll' },
    ],
    sent: ['and any', 'not all'],
  },
  {
    rule: 'constant entries are sent without a key, and first where the budget is short',
    differs: 'they count, but are never dropped: what is said to be always sent is',
    text: 'Marie.',
    entries: [
      { title: 'Marie', text: 'M'.repeat(40), order: 900 },
      { title: 'World', text: 'W'.repeat(400), always: true },
    ],
    book: { budget: 50 },
    sent: ['World'],
  },
  {
    rule: 'a higher insertion order is nearer the end, and is included first',
    text: 'one two three',
    entries: [
      { title: 'One', order: 50 },
      { title: 'Two', order: 150 },
      { title: 'Three', order: 100 },
    ],
    sent: ['One', 'Three', 'Two'],
  },
  {
    rule: 'the budget ends the selection at the first entry that does not fit',
    differs:
      'it is passed over, and smaller ones still have their place: how long one entry is decides nothing about others',
    text: 'one two three',
    entries: [
      { title: 'One', text: 'One.', order: 30 },
      { title: 'Two', text: '2'.repeat(400), order: 20 },
      { title: 'Three', text: 'Three.', order: 10 },
    ],
    book: { budget: 20 },
    sent: ['Three', 'One'],
  },
  {
    rule: 'recursive scanning looks for keys in the texts of entries, unless those prevent it',
    differs: 'off at first, at most three rounds, and an entry says that lore wakes it',
    text: 'The harbour.',
    entries: [
      { title: 'Harbour', text: 'Marie skates there.' },
      { title: 'Marie', text: 'Her brother is Jan.', wokenBy: 'lore', wakes: false },
      { title: 'Jan', wokenBy: 'both' },
    ],
    book: { rounds: 3 },
    sent: ['Harbour', 'Marie'],
  },
  {
    rule: 'of an inclusion group one is sent: drawn by weight or, with Prioritize Inclusion, that of the highest order',
    differs: 'nothing is drawn',
    text: 'It rained in the north.',
    entries: [
      { title: 'Rain', keys: ['rained'], group: 'weather', order: 10 },
      { title: 'Storm', keys: ['north'], group: 'weather', order: 20 },
    ],
    sent: ['Storm'],
  },
];

const NOVEL_AI: readonly Case[] = [
  {
    rule: 'keys are whole words in any case; between slashes, a regular expression with its case',
    text: 'ELARA rode to the king.',
    entries: [
      { title: 'Elara', keys: ['elara'] },
      { title: 'Kings', keys: ['/King/'] },
      { title: 'Rides', keys: ['/r(ode|ides)/'] },
    ],
    sent: ['Elara', 'Rides'],
  },
  {
    rule: 'keys joined by & must all be there',
    differs: 'secondary keys with AND ALL: an ampersand is a part of names',
    text: 'Smith & Sons sold to Elara.',
    entries: [
      { title: 'Firm', keys: ['Smith & Sons'] },
      { title: 'Sale', keys: ['Elara'], secondary: ['sold', 'bought'], logic: 'andAll' },
    ],
    sent: ['Firm'],
  },
  {
    rule: 'the search range is in characters from the end of the story, for each entry',
    text: `Elara. Jan. ${'x'.repeat(100)}`,
    entries: [
      { title: 'Elara', scan: 1_000 },
      { title: 'Jan', scan: 50 },
    ],
    sent: ['Elara'],
  },
  {
    rule: 'Always On needs no key; a disabled entry is never sent',
    text: 'Elara.',
    entries: [
      { title: 'World', always: true },
      { title: 'Elara', enabled: false },
    ],
    sent: ['World'],
  },
  {
    rule: 'cascading activation: an entry that allows it is found in entries that are sent, whatever the search range',
    text: 'The palace.',
    entries: [
      { title: 'Palace', text: 'Elara lives here.' },
      { title: 'Elara', wokenBy: 'both' },
      { title: 'Princess', keys: ['Elara'] },
    ],
    book: { rounds: 1 },
    sent: ['Elara', 'Palace'],
  },
  {
    rule: 'what does not fit in the token budget is trimmed, by sentences at best',
    differs: 'an entry is sent whole or not at all: half a fact may say the opposite',
    text: 'Elara.',
    entries: [{ title: 'Elara', text: 'She is good. '.repeat(20) }],
    book: { budget: 10 },
    sent: [],
  },
  {
    rule: 'a higher insertion order has its place in the context first',
    differs: 'with equal orders, names decide, and not which entry was made first',
    text: 'Elara and Jan.',
    entries: [
      { title: 'Jan', text: 'J'.repeat(40) },
      { title: 'Elara', text: 'E'.repeat(40) },
    ],
    book: { budget: 15 },
    sent: ['Elara'],
  },
];

describe.each([
  ['SillyTavern', SILLY_TAVERN],
  ['NovelAI', NOVEL_AI],
] as const)('the rules of %s', (_, cases) => {
  test.each(cases)('$rule', (one) => {
    expect(sentIn(one).toSorted()).toEqual([...one.sent].toSorted());
    // Only the case about the order says where it stands.
    if (one.rule.includes('nearer the end')) expect(sentIn(one)).toEqual(one.sent);
  });
});

test('an entry says why it is not sent', () => {
  const position = 'p' as never;
  const reasons = reasonsIn({
    text: 'Marie, Jan and the harbour.',
    entries: [
      { title: 'fires', keys: ['Marie'] },
      { title: 'always', always: true },
      { title: 'off', keys: ['Marie'], enabled: false },
      { title: 'none', keys: ['Nobody'] },
      { title: 'second', keys: ['Marie'], secondary: ['Anna'] },
      { title: 'large', keys: ['Marie'], text: 'x'.repeat(4_000), order: 1 },
      { title: 'elsewhere', keys: ['Marie'], after: [position] },
      { title: 'not here', keys: ['Nobody'], after: [position] },
      { title: 'first', keys: ['Jan'], group: 'one', order: 200 },
      { title: 'later', keys: ['Jan'], group: 'One' },
      { title: 'bad', keys: ['/(/', 'Nobody'] },
      { title: 'bad and good', keys: ['/(/', 'harbour'] },
      { title: 'empty', keys: ['Marie'], text: '' },
      { title: 'woken', keys: ['fires'], wokenBy: 'lore' },
    ],
    book: { budget: 500, rounds: 1 },
  });
  expect(reasons).toEqual(
    'key always off noKey secondary budget branch noKey key group badKey key empty wokenBy'.split(' '),
  );
});

test('entries that wake one another in a circle are each sent once, and a budget of 0 sends none but those for always', () => {
  const entries = [
    { title: 'A', text: 'B and C', wokenBy: 'both' },
    { title: 'B', text: 'C and A', wokenBy: 'both' },
    { title: 'C', text: 'A and B', wokenBy: 'both' },
    { title: 'D', always: true },
  ] as const;
  expect(sentIn({ text: 'Only A.', entries, book: { rounds: 3 } }).toSorted()).toEqual(['A', 'B', 'C', 'D']);
  expect(sentIn({ text: 'Only A.', entries, book: { rounds: 3, budget: 0 } })).toEqual(['D']);
});

test('a prompt in the text wakes nothing, nor does what stands in it count as a paragraph', () => {
  const text = 'Marie came.\n\n```prompt\nJan would tell it.\n```\n\nSo.';
  const entries = [{ title: 'Marie' }, { title: 'Jan' }];
  expect(reasonsIn({ text, entries })).toEqual(['key', 'noKey']);
  expect(selectIn({ text, entries }).verdicts[0]?.why).toMatchObject({
    paragraphsUp: 1,
    place: { from: 0, to: 5 },
  });
});

test('in a conversation the last messages are scanned, and the place counts messages', () => {
  const text = ['Marie came.', 'Jan came.', 'Yes.', 'No.', 'So.'];
  const entries = [{ title: 'Marie' }, { title: 'Jan' }];
  expect(reasonsIn({ text, entries })).toEqual(['noKey', 'key']);
  expect(reasonsIn({ text, entries, book: { scan: 5 } })).toEqual(['key', 'key']);
  expect(reasonsIn({ text, entries, book: { scan: 0 } })).toEqual(['noKey', 'noKey']);
});
