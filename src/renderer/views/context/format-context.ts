/** How the Context tab says what is sent. */
import type { ContextPiece, ContextPreview, LeftOutStretch } from '../../session/tree/context-session.ts';

const NUMBER = new Intl.NumberFormat('en');

/** `3,400 words`, `1 word`. */
export function formatCount(number: number, thing: string): string {
  return `${NUMBER.format(number)} ${thing}${number === 1 ? '' : 's'}`;
}

/** `about 3,400 of 8,192 tokens; 50 kept for the answer`. */
export function formatTokens({ tokens, window, reserve }: ContextPreview): string {
  const sent = window === null ? '' : ` of ${NUMBER.format(window)}`;
  return `about ${NUMBER.format(tokens)}${sent} tokens; ${NUMBER.format(reserve)} kept for the answer`;
}

export function formatTooMany({ tooMany }: ContextPreview): string {
  return `Nothing would be sent: it is about ${formatCount(tooMany, 'token')} too long.`;
}

const PIECES: Readonly<Record<ContextPiece['kind'], string>> = {
  system: 'System text',
  memory: 'Memory',
  text: 'Text',
  gap: 'Gap',
  authorsNote: 'Author’s note',
};

export function nameOfPiece(kind: ContextPiece['kind']): string {
  return PIECES[kind];
}

const REASONS: Readonly<Record<LeftOutStretch['reason'], string>> = {
  excluded: 'Excluded',
  pruned: 'Pruned',
  truncated: 'Does not fit',
};

export function sayReason(reason: LeftOutStretch['reason']): string {
  return REASONS[reason];
}
