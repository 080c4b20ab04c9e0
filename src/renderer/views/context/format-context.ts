/** Formats what the Context tab shows. */
import {
  PIECE_NAMES,
  REASONS_NOT_SENT,
  SENT_AS_CHAT_MESSAGE,
  SENT_AS_TEXT,
  SENT_TO_FILL_IN,
  sentAsMessages,
} from '../../../ui-text/context.ts';
import type { ContextPiece, ContextPreview, OmittedRange } from '../../session/tree/context-session.ts';

const NUMBER = new Intl.NumberFormat('en');

/** `3,400 words`, `1 word`. */
export function formatCount(number: number, thing: string): string {
  return `${NUMBER.format(number)} ${thing}${number === 1 ? '' : 's'}`;
}

/** `about 3,400 of 8,192 tokens; 50 reserved for the answer`. */
export function formatTokens({ tokens, window, reserve }: ContextPreview): string {
  const sent = window === null ? '' : ` of ${NUMBER.format(window)}`;
  return `about ${NUMBER.format(tokens)}${sent} tokens; ${NUMBER.format(reserve)} reserved for the answer`;
}

/** What kind of request it is. */
export function formatStyle({ style, messages, pieces }: ContextPreview): string {
  if (messages.length > 0) return sentAsMessages(messages.length);
  if (pieces.some(({ kind }) => kind === 'before' || kind === 'after')) return SENT_TO_FILL_IN;
  return style === 'completion' ? SENT_AS_TEXT : SENT_AS_CHAT_MESSAGE;
}

export function formatOverflow({ tooMany }: ContextPreview): string {
  return `Nothing would be sent: it is about ${formatCount(tooMany, 'token')} too long.`;
}

const NAMES: Readonly<Record<ContextPiece['kind'], string>> = PIECE_NAMES;

export function pieceName(kind: ContextPiece['kind']): string {
  return NAMES[kind];
}

export function formatReason(reason: OmittedRange['reason']): string {
  return REASONS_NOT_SENT[reason];
}
