/**
 * The prompt by which a chat model is asked for an edit (`edits.md`, *Directive*, *Reading a patch*). A test holds the
 * words to the rules of the design.
 */
import { marker } from '../context/assemble-replacement.ts';
import { insertedPieces, JOIN, literal, systemTexts } from '../context/conversation-context.ts';
import { estimateTokens, lengthOfTokens } from '../context/estimate-tokens.ts';
import { atTheBeginning, type Insertion, withinTheText } from '../context/insertion.ts';
import { type ContextMessage, lengthOf, type MessagesContext } from '../context/messages.ts';
import type { ContextPiece } from '../context/story.ts';
import { cutText } from '../text/limits.ts';
import type { TextRange } from '../text/span.ts';
import { snapToPairEnd, snapToPairStart } from '../text/surrogate-pair.ts';
import type { LinesOf } from './lines.ts';

/** The whole answer of a model that has nothing to change. */
export const NO_CHANGES = 'NO CHANGES';

/** The text that is asked about. Offsets in UTF-16 code units. */
export interface AskedText {
  readonly text: string;
  readonly lines: LinesOf;
  /** The selection or the caret in it; null if that is elsewhere. */
  readonly selection: TextRange | null;
}

export interface EditPrompt {
  /** The agent's own; empty for none. */
  readonly systemPrompt: string;
  /** The tree's; empty for none. */
  readonly systemContext: string;
  readonly insertions: readonly Insertion[];
  readonly asked: AskedText;
  /** The writer's instruction. */
  readonly instruction: string;
  /** Requests search/replace blocks (the setting *Agents edit by patches*) rather than the whole passage. */
  readonly byPatches: boolean;
}

const PATCH_TASK = `The user gives you a text, or a part of one, and says what to change in it. A paragraph is one line. Answer with blocks of this form, one for each place that changes, in the order of the text:

<<<<<<< SEARCH
the sentences as they are in the text now
=======
the sentences that replace them
>>>>>>> REPLACE

- Copy unchanged words exactly, with their punctuation and quotation marks: what follows SEARCH must be in the text, character for character.
- Write whole sentences, but as few as possible: those that change, and no more around them than are needed.
- What follows SEARCH must occur exactly once in the text. If it does not, add the sentence before or after it on both sides.
- To insert, search for the sentence before the place, and repeat it before what is new. To delete, leave the replacement empty.
- Write no line numbers, and no dots or remarks in place of text that you leave out.
- Keep to the voice, the tense and the language of the text, unless the user asks for something else.
- Before the first block you may say in one line why. Write nothing else.
- If nothing is to be changed, answer only: ${NO_CHANGES}`;

const PASSAGE_TASK = `The user gives you a passage, or a text with a passage in it, and says what to change in the passage. Answer with the whole passage as it is to read, and nothing else: no remarks, no title, no marks, and nothing of the text before or after it.

- Copy unchanged words exactly, with their punctuation and quotation marks.
- Write all of it, in whole sentences, with the same line breaks: no line numbers, and no dots or remarks in place of text that you leave out.
- Keep to the voice, the tense and the language of the text, unless the user asks for something else.
- If nothing is to be changed, answer only: ${NO_CHANGES}`;

/**
 * A system message with the agent's prompt, the tree's, memory, the author's note and how to answer; and a user message with the
 * text, what is selected, and what the writer asks for. Nothing is put within the text, since the model copies from it.
 */
export function editContext(prompt: EditPrompt): MessagesContext {
  const { asked, instruction, byPatches } = prompt;
  const text = byPatches ? textToPatch(asked) : textWithPassage(asked);
  const asks = literal('instruction', instruction);
  const user = [...text, ...(asks === null ? [] : [marker('\n\nWhat to change:\n\n'), asks])];
  return contextOf([
    { role: 'system', pieces: systemPieces(prompt), speakers: [] },
    { role: 'user', pieces: user, speakers: [] },
  ]);
}

/** The same again, with an answer that does not fit, and why: the model is to answer once more. */
export function contextAfterRefusal(
  { messages }: Pick<MessagesContext, 'messages'>,
  answer: string,
  conflict: string,
): MessagesContext {
  const said: ContextMessage = {
    role: 'assistant',
    pieces: [{ source: { kind: 'answer' }, text: answer }],
    speakers: [],
  };
  const told: ContextMessage = {
    role: 'user',
    pieces: [{ source: { kind: 'results' }, text: conflict }],
    speakers: [],
  };
  // Some services refuse an empty message.
  return contextOf([...messages, ...(answer.trim() === '' ? [] : [said]), told]);
}

/** The range that is replaced when a model writes the whole passage: the selection, or all if nothing is selected. */
export function passageOf({ text, selection }: Pick<AskedText, 'text' | 'selection'>): TextRange {
  if (selection === null || selection.from === selection.to) return { from: 0, to: text.length };
  return { from: snapToPairStart(text, selection.from), to: snapToPairEnd(text, selection.to) };
}

function contextOf(messages: readonly ContextMessage[]): MessagesContext {
  const tokens = estimateTokens(lengthOf(messages));
  return { kind: 'messages', messages, omitted: [], tokens, reply: { name: null, stop: [] } };
}

function systemPieces(prompt: EditPrompt): readonly ContextPiece[] {
  const { insertions, byPatches } = prompt;
  const system = (text: string) => [{ source: { kind: 'system' }, text } as const];
  const own = systemTexts(prompt).map(system);
  const inserted = [...atTheBeginning(insertions), ...withinTheText(insertions)].map(insertedPieces);
  return [...own, ...inserted, system(byPatches ? PATCH_TASK : PASSAGE_TASK)]
    .filter((pieces) => pieces.length > 0)
    .flatMap((pieces, index) => (index === 0 ? pieces : [JOIN, ...pieces]));
}

function textToPatch({ text, lines, selection }: AskedText): readonly ContextPiece[] {
  const tags = freeTags([text]);
  return [
    marker(`The text, ${linesInWords(lines)}:\n\n`),
    ...tagged(tags.text, snapshot(text)),
    ...selectedIn(text, selection, tags.selection),
  ];
}

function textWithPassage(asked: AskedText): readonly ContextPiece[] {
  const { text, lines } = asked;
  const tags = freeTags([text]);
  const { from, to } = passageOf(asked);
  const before = text.slice(0, from);
  const after = text.slice(to);
  const isWhole = before === '' && after === '';
  return [
    marker(`The ${isWhole ? 'passage' : 'text'}, ${linesInWords(lines)}:\n\n`),
    ...(before === '' ? [] : [...tagged(tags.before, snapshot(before)), JOIN]),
    ...tagged(tags.passage, snapshot(text.slice(from, to))),
    ...(after === '' ? [] : [JOIN, ...tagged(tags.after, snapshot(after))]),
  ];
}

function linesInWords({ first, last, of }: LinesOf): string {
  return `${first === last ? `line ${first}` : `lines ${first}-${last}`} of ${of}`;
}

/** A longer selection is not quoted whole, in UTF-16 code units. */
const LONGEST_QUOTE = 1_000;
/** Length quoted of each of its ends. */
const QUOTED_END = 200;

/** The selection; none if whole lines are selected, or nothing. */
function selectedIn(text: string, selection: TextRange | null, tag: string): readonly ContextPiece[] {
  const selected = selection === null ? '' : text.slice(selection.from, selection.to);
  if (selected.trim() === '' || selected.trim() === text.trim()) return [];
  if (selected.length <= LONGEST_QUOTE)
    return [marker('\n\nSelected in it:\n\n'), ...tagged(tag, snapshot(selected))];
  const end = selected.slice(snapToPairStart(selected, selected.length - QUOTED_END));
  return [
    marker('\n\nSelected in it is a part that begins with:\n\n'),
    ...tagged(tag, snapshot(cutText(selected, QUOTED_END))),
    marker('\n\nand ends with:\n\n'),
    ...tagged(tag, snapshot(end)),
  ];
}

const TAGS = ['text', 'selection', 'before', 'passage', 'after'] as const;
type Tags = Readonly<Record<(typeof TAGS)[number], string>>;

/** Names of tags that are in none of the texts. */
function freeTags(texts: readonly string[]): Tags {
  for (let number = 1; ; number++) {
    const names = TAGS.map((tag) => [tag, number === 1 ? tag : `${tag}-${number}`] as const);
    const isFree = (name: string) =>
      texts.every((text) => !text.includes(`<${name}>`) && !text.includes(`</${name}>`));
    if (names.every(([, name]) => isFree(name))) return Object.fromEntries(names) as Tags;
  }
}

function tagged(tag: string, piece: ContextPiece): readonly ContextPiece[] {
  return [marker(`<${tag}>\n`), piece, marker(`\n</${tag}>`)];
}

function snapshot(text: string): ContextPiece {
  return { source: { kind: 'snapshot' }, text };
}

/** The bounds of an answer, in tokens; services refuse to allow many more. */
const LEAST_ANSWER = 1_000;
const MOST_ANSWER = 16_384;

/** A block repeats the text that it replaces. */
const TIMES_THE_TEXT = 2;

/** The share of the room that is left for blocks, or for the whole text again. */
const SHARE_OF_BLOCKS = 1 / 3;
const SHARE_OF_PASSAGE = 1 / 2;

/** The form of the answer: blocks, a passage within the text, or all of it. */
type AnswerForm = 'blocks' | 'passage' | 'all';

/**
 * The longest text that an agent can be given; 0 or less if there is no room for any.
 * @param fixed the length of everything else that is sent
 * @param window in tokens
 */
export function longestText(fixed: number, window: number, form: AnswerForm): number {
  const room = window - estimateTokens(fixed);
  const answer = Math.max(LEAST_ANSWER, room * (form === 'blocks' ? SHARE_OF_BLOCKS : SHARE_OF_PASSAGE));
  const text = lengthOfTokens(Math.floor(room - Math.min(MOST_ANSWER, answer)));
  return form === 'all' ? Math.min(text, lengthOfTokens(MOST_ANSWER - LEAST_ANSWER)) : text;
}

/**
 * The most tokens of an answer: enough to write the text twice, as far as the window allows.
 * @param text its length
 * @param sent the tokens of everything that is sent
 * @param own as the agent is set; null if it is not
 */
export function answerTokens(text: number, sent: number, window: number, own: number | null): number {
  const wanted = Math.max(own ?? 0, LEAST_ANSWER + TIMES_THE_TEXT * estimateTokens(text));
  return Math.max(1, Math.min(wanted, Math.max(MOST_ANSWER, own ?? 0), window - sent));
}
