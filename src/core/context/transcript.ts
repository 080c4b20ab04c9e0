/** A conversation as one text, for models that only continue texts (`dialogue.md`, *Context*). */
import type { AssembledContext } from './assemble.ts';
import {
  BLANK_LINE,
  type ConversationInput,
  continuedText,
  insertedFirst,
  insertedPieces,
  JOIN,
  type KeptMessages,
  keepMessages,
  lengthOfPieces,
  literal,
  MESSAGE_GAP,
  nameBefore,
  omittedMessages,
  readMessages,
  type SpokenMessage,
  systemTexts,
} from './conversation-context.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { withinTheText } from './insertion.ts';
import type { ContextPiece } from './story.ts';
import { withTopic } from './topic-part.ts';

/**
 * Assembles the transcript that a base model continues with an agent's reply: paragraphs `Name: text`, and at the end
 * the agent's name with a colon. The text that the conversation is about comes first. The answer ends before the next name. Insertions are paragraphs too; one with depth 1
 * is before the last message. Roles, and the tree's setting for names, do not matter here. Where the agent goes on with
 * its own last message (`continuing`), that message is the end.
 * @throws {AspenError} CONTEXT_TOO_LONG as `keepMessages`
 */
export function assembleTranscript(input: ConversationInput): AssembledContext {
  const spoken = readMessages(input);
  const { kept, pieces } = withTopic(input, (near) => {
    const build = (some: KeptMessages) => buildTranscript(input, near, spoken, some);
    const fitting = keepMessages(
      spoken,
      input,
      (some) => lengthOfPieces(build(some)),
      (message) =>
        nameBefore(message.speaker.name).length + lengthOfPieces(message.pieces) + BLANK_LINE.length,
    );
    return { kept: fitting, pieces: build(fitting) };
  });
  return {
    kind: 'document',
    pieces,
    omitted: omittedMessages(input, spoken, kept),
    tokens: estimateTokens(lengthOfPieces(pieces)),
    reply: { name: input.replier.name, stop: stopsFor(input, spoken), ...continuedText(input, spoken) },
  };
}

function buildTranscript(
  input: ConversationInput,
  near: readonly ContextPiece[],
  spoken: readonly SpokenMessage[],
  { beginning, end }: KeptMessages,
): readonly ContextPiece[] {
  const parts = spoken.map(({ speaker, pieces }) => [literal('name', nameBefore(speaker.name)), ...pieces]);
  const isCut = beginning + end < parts.length;
  const said = [
    ...parts.slice(0, beginning),
    ...(isCut ? [[literal('gap', MESSAGE_GAP)], ...parts.slice(parts.length - end)] : []),
  ];
  const { length } = said;
  const continues = input.continuing !== undefined;
  // Insert at the end first, so that the other places stay. Nothing is between a message and what continues it.
  for (const insertion of withinTheText(input.insertions).toReversed()) {
    const depth = continues ? Math.max(1, insertion.depth) : insertion.depth;
    said.splice(Math.max(0, length - depth), 0, [...insertedPieces(insertion)]);
  }
  const before = insertedFirst(input).map(insertedPieces);
  const paragraphs = [...before, near, ...said].map((pieces) => pieces.filter((piece) => piece !== null));
  const system = literal('system', systemTexts(input).join(BLANK_LINE));
  const sent = paragraphs.flatMap((pieces) => (pieces.length === 0 ? [] : [...pieces, JOIN]));
  if (continues) return [...(system === null ? [] : [system]), ...sent.slice(0, -1)];
  return [
    ...(system === null ? [] : [system]),
    ...sent,
    { source: { kind: 'name' }, text: `${input.replier.name}:` },
  ];
}

/** A name at the start of a line, those who spoke last first and the agent's own last. */
function stopsFor({ replier }: ConversationInput, spoken: readonly SpokenMessage[]): readonly string[] {
  const names = spoken.map(({ speaker }) => speaker.name).toReversed();
  const others = names.filter((name) => name !== replier.name);
  return [...new Set([...others, replier.name])].map((name) => `\n${name}:`);
}
