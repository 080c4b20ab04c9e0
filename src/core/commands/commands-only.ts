import { MAX_PARTS, type ScannedCommand, type ScannedThought, scanAnswer } from './scan-answer.ts';

/** One of the commands that a person wrote instead of a message. */
export type TypedCommand = ScannedCommand | ScannedThought;

const ARROW = /^\s*→/;

/**
 * The commands of a text whose lines are all commands, in order; null for any other text, which is a message
 * (`agents.md`, *Where it talks*). Here only `→` begins a command: a person who types `->` or `=>` means an arrow.
 * After `MAX_PARTS` commands, the text is not read on.
 */
export function commandsOnly(text: string): readonly TypedCommand[] | null {
  if (!ARROW.test(text)) return null;
  const { parts, endedAt } = scanAnswer(text);
  if (endedAt !== null && parts.length < MAX_PARTS) return null;
  const commands: TypedCommand[] = [];
  for (const part of parts) {
    const written = text.slice(part.from, part.to);
    if (part.kind !== 'prose' && ARROW.test(written)) commands.push(part);
    else if (/\S/.test(written)) return null;
  }
  return commands;
}
