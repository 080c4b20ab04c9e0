/** Formats what the Context tab shows. */
import {
  PIECE_NAMES,
  REASONS_NOT_SENT,
  SENT_AS_CHAT_MESSAGE,
  SENT_AS_TEXT,
  SENT_TO_FILL_IN,
  sentAsMessages,
} from '../../../ui-text/context/sent.ts';
import type { ContextPiece, ContextPreview, OmittedRange } from '../../session/tree/context-session.ts';

/** The kind of request. */
export function formatStyle({ style, messages, pieces }: ContextPreview): string {
  if (messages.length > 0) return sentAsMessages(messages.length);
  if (pieces.some(({ kind }) => kind === 'before' || kind === 'after')) return SENT_TO_FILL_IN;
  return style === 'completion' ? SENT_AS_TEXT : SENT_AS_CHAT_MESSAGE;
}

const NAMES: Readonly<Record<ContextPiece['kind'], string>> = PIECE_NAMES;

export function pieceName(kind: ContextPiece['kind']): string {
  return NAMES[kind];
}

export function formatReason(reason: OmittedRange['reason']): string {
  return REASONS_NOT_SENT[reason];
}
