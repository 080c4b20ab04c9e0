/** Formats what the Context tab shows. */
import { SENT_AS_CHAT_MESSAGE, SENT_AS_TEXT, sentAsMessages } from '../../../ui-text/context.ts';
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
export function formatStyle({ style, messages }: ContextPreview): string {
  if (messages.length > 0) return sentAsMessages(messages.length);
  return style === 'completion' ? SENT_AS_TEXT : SENT_AS_CHAT_MESSAGE;
}

export function formatOverflow({ tooMany }: ContextPreview): string {
  return `Nothing would be sent: it is about ${formatCount(tooMany, 'token')} too long.`;
}

const PIECES: Readonly<Record<ContextPiece['kind'], string>> = {
  system: 'System text',
  memory: 'Memory',
  text: 'Text',
  gap: 'Gap',
  authorsNote: 'Author’s note',
  names: 'Who the agent is',
  addendum: 'How the agent acts',
  topic: 'Text near its place',
  loomContext: 'Where it is',
  recalled: 'Earlier results',
  answer: 'Its answer',
  results: 'Results of its commands',
};

export function pieceName(kind: ContextPiece['kind']): string {
  return PIECES[kind];
}

const REASONS: Readonly<Record<OmittedRange['reason'], string>> = {
  excluded: 'Excluded',
  pruned: 'Pruned',
  truncated: 'Does not fit',
};

export function formatReason(reason: OmittedRange['reason']): string {
  return REASONS[reason];
}
