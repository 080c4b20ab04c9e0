import type { ClipboardEvent } from 'react';
import { sliceSpans } from '../../../core/text/span.ts';
import { rememberCopied } from '../../editor/index.ts';
import type { ConversationView } from '../../session/dialogue/conversation-state.ts';
import { joinTexts } from '../../session/dialogue/join-texts.ts';
import { endOfText } from '../../session/dialogue/message-rows.ts';
import { ShownText } from './shown-text.ts';

/**
 * Copies a part of one message as it is in the tree: pasted into a text of this window, it keeps its authors
 * (`domain.md`, *Authorship*). A selection that goes beyond a message is copied as the browser does.
 */
export function copyWithAuthors(
  event: ClipboardEvent,
  { messages, edits }: Pick<ConversationView, 'messages' | 'edits'>,
): void {
  const selection = document.getSelection();
  const range = selection === null || selection.isCollapsed ? null : selection.getRangeAt(0);
  const start = range?.startContainer;
  const text =
    (start instanceof Element ? start : start?.parentElement)?.closest('[data-message-text]') ?? null;
  const part = range === null || text === null ? null : new ShownText(text).partOf(range);
  const first = messages.findIndex(
    ({ positionId }) => positionId === text?.getAttribute('data-message-text'),
  );
  if (part === null || first < 0) return;
  const whole = joinTexts(messages.slice(first, endOfText(messages, edits, first)));
  const copied = whole.text.slice(part.from, part.to);
  event.clipboardData.setData('text/plain', copied);
  event.preventDefault();
  rememberCopied(copied, sliceSpans(whole.spans, part.from, part.to));
}
