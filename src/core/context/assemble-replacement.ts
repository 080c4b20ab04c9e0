/** The context of a request to rewrite a part of the text (`edits.md`, *Rewrites and bridges*). */
import { AspenError } from '../errors.ts';
import type { NodeId } from '../ids.ts';
import type { TextRange } from '../text/span.ts';
import type { Infill } from '../tree/agent.ts';
import type { AssembledContext, ContextInput } from './assemble.ts';
import { BLANK_LINE, JOIN, lengthOfPieces, literal, systemTexts } from './conversation-context.ts';
import { contextTooLong, estimateTokens, lengthOfTokens } from './estimate-tokens.ts';
import { atTheBeginning, withinTheText } from './insertion.ts';
import { type ContextMessage, lengthOf, type MessagesContext } from './messages.ts';
import {
  type ContextPiece,
  lengthOfInsertions,
  listOmissions,
  nodePieces,
  paragraphOf,
  piecesWith,
  readStory,
  type Story,
  snippedFrom,
} from './story.ts';
import { keepBeginning, keepEnd } from './truncate.ts';

/** A point of the path's text. */
export interface NodePoint {
  /** As in the nodes of the context; null in the working buffer. */
  readonly nodeId: NodeId | null;
  /** In UTF-16 code units of that node's text. */
  readonly offset: number;
}

/** The passage that is replaced; empty for a bridge. */
export interface ReplacedRange {
  readonly from: NodePoint;
  readonly to: NodePoint;
}

export interface ReplacementInput extends Omit<ContextInput, 'nodes' | 'systemContext'> {
  /** From the root to the end of the path. */
  readonly nodes: ContextInput['nodes'];
  readonly range: ReplacedRange;
  /** The writer's instruction; empty for none. Only `chat` sends it. */
  readonly instruction: string;
  /** The agent's own; empty for none. */
  readonly systemPrompt: string;
  /** The tree's; empty for none. */
  readonly systemContext: string;
  /** The separator between the texts of two nodes: a blank line in a conversation, nothing in a manuscript. */
  readonly between: '' | typeof BLANK_LINE;
  readonly infill: Infill;
}

/** The share of the room for the text before the passage, which matters more for it. */
const SHARE_OF_BEFORE = 3 / 5;

/** The three parts of the text. */
interface Parts {
  readonly story: Story;
  readonly before: TextRange;
  readonly passage: TextRange;
  readonly after: TextRange;
}

/** A way to send them. */
interface Form<C> {
  /** The length of everything but both sides, at most, in UTF-16 code units. */
  readonly fixed: number;
  build(kept: Parts): C;
}

/**
 * Assembles what an agent is sent to rewrite a passage, or what joins both sides of a caret. Excluded and pruned nodes
 * are left out; memory is at the beginning and the author's note within the text before the passage.
 *
 * - `suffix`: a document and what follows it. The passage is not sent, nor is the instruction.
 * - `template`: the same as one document, with the model's markers.
 * - `chat`: a system message that says what to do, and a user message: both sides with the passage marked, which is
 *   always whole, then the instruction.
 *
 * Of the room for both sides, three fifths are for the text before, and each may have what the other leaves. What does
 * not fit is omitted at the far ends, cut at paragraphs or words if they are near, never inside a surrogate pair.
 * @throws {AspenError} CONTEXT_TOO_LONG, with the excess: if the strategy is `stopAtLimit` and not everything fits, or
 *   if the passage and the pieces that are never shortened leave no room for both sides; INVALID_ARGUMENT if the
 *   passage has text of an excluded or pruned node, which is not sent; NOT_FOUND if it begins or ends in none of the
 *   nodes
 */
export function assembleReplacement(input: ReplacementInput): AssembledContext | MessagesContext {
  const parts = partsOf(input);
  const form = formOf(input, parts);
  const { window, reserve, strategy } = input;
  const room = lengthOfTokens(window - reserve) - form.fixed;
  const [before, after] = [textOf(parts.story, parts.before), textOf(parts.story, parts.after)];
  const sides = before.length + after.length;
  if (sides > room && (strategy === 'stopAtLimit' || room <= 0))
    throw contextTooLong(estimateTokens(form.fixed + sides), window - reserve);
  const keptBefore = keepEnd(before, Math.max(Math.floor(room * SHARE_OF_BEFORE), room - after.length));
  const keptAfter = keepBeginning(after, room - (keptBefore.to - keptBefore.from));
  const start = parts.after.from;
  return form.build({
    ...parts,
    before: keptBefore,
    after: { from: start, to: start + keptAfter.to },
  });
}

function textOf({ text }: Story, { from, to }: TextRange): string {
  return text.slice(from, to);
}

function partsOf({ nodes, range, between }: ReplacementInput): Parts {
  const story = readStory(nodes, between);
  const from = offsetOf(story, range.from);
  const to = Math.max(from, offsetOf(story, range.to));
  requireSent(story, range);
  return {
    story,
    before: { from: 0, to: from },
    passage: { from, to },
    after: { from: to, to: story.text.length },
  };
}

/** The offset of a point in the story; for a point in omitted text, the offset where that text would be. */
function offsetOf({ places }: Story, { nodeId, offset }: NodePoint): number {
  const own = places.filter(({ node }) => node.nodeId === nodeId);
  const place = own.find(({ base, size }) => offset <= base + size) ?? own.at(-1);
  if (place === undefined) throw new AspenError('NOT_FOUND', `The passage is in ${nodeId}, not on the path.`);
  return place.start + Math.min(Math.max(0, offset - place.base), place.length);
}

/** Text that may not be sent cannot be rewritten by a model. */
function requireSent({ places }: Story, { from, to }: ReplacedRange): void {
  const first = places.findIndex(({ node }) => node.nodeId === from.nodeId);
  const last = places.findLastIndex(({ node }) => node.nodeId === to.nodeId);
  for (const { node, base, size, isFence } of places.slice(first, last + 1)) {
    const begin = Math.max(base, node.nodeId === from.nodeId ? from.offset : 0);
    const end = Math.min(base + size, node.nodeId === to.nodeId ? to.offset : node.text.length);
    if (end <= begin) continue;
    if (isFence)
      throw new AspenError('INVALID_ARGUMENT', 'Part of the passage is a prompt, which no model is sent.');
    if (node.excluded || node.pruned)
      throw new AspenError(
        'INVALID_ARGUMENT',
        `Part of the passage is ${node.pruned ? 'set aside' : 'excluded'}, so that no model is sent it.`,
      );
  }
}

function formOf(input: ReplacementInput, parts: Parts): Form<AssembledContext | MessagesContext> {
  switch (input.infill.kind) {
    case 'suffix':
      return suffixForm(input);
    case 'template':
      return templateForm(input, input.infill);
    case 'chat':
      return chatForm(input, parts);
  }
}

/** The pieces before the text, with the system texts joined. */
function fixedPieces(input: ReplacementInput) {
  return {
    system: systemTexts(input).join(BLANK_LINE),
    before: atTheBeginning(input.insertions).flatMap((one) => paragraphOf(one)),
    within: withinTheText(input.insertions),
  };
}

function suffixForm(input: ReplacementInput): Form<AssembledContext> {
  const { system, before, within } = fixedPieces(input);
  return {
    fixed: system.length + lengthOfInsertions(before, within),
    build: (kept) => {
      const pieces: readonly ContextPiece[] = [
        { source: { kind: 'system' }, text: system },
        ...before,
        ...piecesWith(kept.story, kept.before, within, 'before'),
      ];
      return documentOf(kept, pieces, nodePieces(kept.story, kept.after, 'after'));
    },
  };
}

function templateForm(
  input: ReplacementInput,
  { prefix, suffix, middle, order }: Extract<Infill, { readonly kind: 'template' }>,
): Form<AssembledContext> {
  const { system, before, within } = fixedPieces(input);
  // A model that knows the markers expects nothing before the first of them.
  const systemText = system === '' ? '' : `${system}${BLANK_LINE}`;
  return {
    fixed: [prefix, suffix, middle, systemText].join('').length + lengthOfInsertions(before, within),
    build: (kept) => {
      const first = [
        marker(prefix),
        { source: { kind: 'system' }, text: systemText } as const,
        ...before,
        ...piecesWith(kept.story, kept.before, within, 'before'),
      ];
      const second = [marker(suffix), ...nodePieces(kept.story, kept.after, 'after')];
      const sides = order === 'spm' ? [...second, ...first] : [...first, ...second];
      return documentOf(kept, [...sides, marker(middle)], []);
    },
  };
}

export function marker(text: string): ContextPiece {
  return { source: { kind: 'marker' }, text };
}

function documentOf(
  kept: Parts,
  pieces: readonly ContextPiece[],
  suffix: readonly ContextPiece[],
): AssembledContext {
  const sent = pieces.filter(({ text }) => text !== '');
  return {
    kind: 'document',
    pieces: sent,
    suffix,
    omitted: omissions(kept, 'replaced'),
    tokens: estimateTokens(lengthOfPieces(sent) + lengthOfPieces(suffix)),
    ...snippedFrom(kept.story),
  };
}

function omissions({ story, before, passage, after }: Parts, ofPassage: 'replaced' | null) {
  return listOmissions(story, [
    { from: 0, to: before.from, reason: 'truncated' },
    ...(ofPassage === null ? [] : [{ ...passage, reason: ofPassage }]),
    { from: after.to, to: story.text.length, reason: 'truncated' },
  ]);
}

function chatForm(input: ReplacementInput, parts: Parts): Form<MessagesContext> {
  const before = atTheBeginning(input.insertions).flatMap((one) => paragraphOf(one));
  const within = withinTheText(input.insertions);
  const marks = passageMarks([
    parts.story.text,
    input.instruction,
    ...input.insertions.map(({ text }) => text),
  ]);
  const isBridge = parts.passage.from === parts.passage.to;
  const system = systemPieces(input, replacementTask(marks, isBridge));
  const asked = literal('instruction', input.instruction);
  const messagesOf = (kept: Parts): readonly ContextMessage[] => {
    const pieces = [
      ...before,
      ...piecesWith(kept.story, kept.before, within, 'before'),
      ...markedPassage(kept, marks),
      ...nodePieces(kept.story, kept.after, 'after'),
      ...(asked === null ? [] : [JOIN, asked]),
    ];
    return [
      { role: 'system', pieces: system, speakers: [] },
      { role: 'user', pieces: pieces.filter(({ text }) => text !== ''), speakers: [] },
    ];
  };
  const { from, to } = parts.passage;
  const nothing = { ...parts, before: { from, to: from }, after: { from: to, to } };
  return {
    // A line end may be needed before each insertion (`lengthOfInsertions`), wherever it is.
    fixed: lengthOf(messagesOf(nothing)) + within.length,
    build: (kept) => {
      const messages = messagesOf(kept);
      return {
        kind: 'messages',
        messages,
        omitted: omissions(kept, null),
        tokens: estimateTokens(lengthOf(messages)),
        reply: { name: null, stop: [] },
        ...snippedFrom(kept.story),
      };
    },
  };
}

function systemPieces(input: ReplacementInput, task: string): readonly ContextPiece[] {
  return [...systemTexts(input), task].flatMap((text, index) => [
    ...(index === 0 ? [] : [JOIN]),
    { source: { kind: 'system' }, text } as const,
  ]);
}

function markedPassage({ story, passage }: Parts, { open, close }: PassageMarks): readonly ContextPiece[] {
  return [marker(open), ...nodePieces(story, passage, 'passage'), marker(close)];
}

// The form in which an instructed model is shown a passage (`edits.md`, *Rewrites and bridges*).

/** Marks before and after a passage. */
interface PassageMarks {
  readonly open: string;
  readonly close: string;
}

/** Marks that are in none of the texts. */
export function passageMarks(texts: readonly string[]): PassageMarks {
  const isFree = (mark: string) => texts.every((text) => !text.includes(mark));
  for (let number = 1; ; number++) {
    const open = number === 1 ? '⟦' : `⟦${number}|`;
    const close = number === 1 ? '⟧' : `|${number}⟧`;
    if (isFree(open) && isFree(close)) return { open, close };
  }
}

/** Instructs a model to write the text between the marks. @param isBridge whether there is nothing between them */
function replacementTask({ open, close }: PassageMarks, isBridge: boolean): string {
  const [what, marked, goal] = isBridge
    ? [
        'a place',
        `with ${open}${close}`,
        'what belongs there, so that it joins the text before to the text after',
      ]
    : ['a passage', `with ${open} before it and ${close} after it`, 'what is to replace that passage'];
  return (
    `The user gives you a text in which ${what} is marked ${marked}. ` +
    `Write ${goal}, in the same voice, tense and language, so that the whole reads as one text. ` +
    `Follow the user’s instruction, if there is one after the text. ` +
    'Answer with nothing else: no remarks, no title, no marks, no quotation marks around it, ' +
    'and nothing of the text before or after.'
  );
}
