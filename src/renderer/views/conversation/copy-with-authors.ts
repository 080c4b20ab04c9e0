import type { ClipboardEvent } from 'react';
import { sliceSpans } from '../../../core/text/span.ts';
import { rememberCopied } from '../../editor/index.ts';
import type { PathNode } from '../../surface.ts';
import { partInMessage } from './range-in-message.ts';

/**
 * Copies a part of one message as it is in the tree: pasted into a text of this window, it keeps its authors
 * (`domain.md`, *Authorship*). A selection that goes beyond a message is copied as the browser does.
 */
export function copyWithAuthors(event: ClipboardEvent, messages: readonly PathNode[]): void {
  const selection = document.getSelection();
  const range = selection === null || selection.isCollapsed ? null : selection.getRangeAt(0);
  const start = range?.startContainer;
  const article = (start instanceof Element ? start : start?.parentElement)?.closest('article') ?? null;
  const part = range === null || article === null ? null : partInMessage(article, range);
  const message = messages.find(({ positionId }) => positionId === article?.getAttribute('data-position'));
  if (part === null || message === undefined) return;
  const text = message.text.slice(part.from, part.to);
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
  rememberCopied(text, sliceSpans(message.spans, part.from, part.to));
}
