import { type RefObject, useEffect } from 'react';
import { type MessageMatch, MessageSearch } from '../../editor/index.ts';
import { createMessageRows, partAt, placeInText, textsOf } from '../../session/dialogue/message-rows.ts';
import { useDialogueDesk } from '../../session/hooks.ts';
import { ShownText } from './shown-text.ts';

const FOUND = 'message-found';
const CURRENT = 'message-found-current';

/** Searches the messages for the find bar, and highlights the matches in those that are on the screen. */
export function useMessageFind(feed: RefObject<HTMLElement | null>): void {
  const desk = useDialogueDesk();
  useEffect(() => {
    const { conversation, find } = desk;
    let matches: readonly MessageMatch[] = [];
    let current = -1;
    /** The current match is to be scrolled into view, once its message is on the screen. */
    let reveals = false;
    let frame = 0;
    const messages = () => conversation.view.get().messages;
    const highlight = () => {
      frame = 0;
      const shown = new Map<string | null, ShownText>();
      for (const text of feed.current?.querySelectorAll('[data-message-text]') ?? [])
        shown.set(text.getAttribute('data-message-text'), new ShownText(text));
      const { messages: parts, edits } = conversation.view.get();
      const rows = createMessageRows(parts);
      const drawn = matches.flatMap((match, nth) => {
        const part = partAt(parts, rows.rangeOf(match.index), match.from);
        const { first, before } = placeInText(parts, edits, part.index);
        const shift = before - part.start;
        const place = { from: match.from + shift, to: match.to + shift };
        const range = shown.get(parts[first]?.positionId ?? null)?.rangeOf(place) ?? null;
        return range === null ? [] : [{ range, isCurrent: nth === current }];
      });
      const revealed = reveals ? drawn.find(({ isCurrent }) => isCurrent)?.range : undefined;
      if (revealed !== undefined && feed.current !== null) {
        reveals = false;
        revealRange(revealed, feed.current);
      }
      const rangesOf = (isCurrent: boolean) =>
        drawn.filter((match) => match.isCurrent === isCurrent).map(({ range }) => range);
      CSS.highlights.set(FOUND, new Highlight(...rangesOf(false)));
      CSS.highlights.set(CURRENT, new Highlight(...rangesOf(true)));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(highlight);
    };
    const search = new MessageSearch({
      texts: () => textsOf(messages()),
      onReport: (report) => find.onReport(report),
      onMatches: (found, selected, isSought) => {
        matches = found;
        current = selected;
        const match = found[selected];
        reveals = isSought && match !== undefined;
        const parts = messages();
        if (isSought && match !== undefined)
          conversation.moveCaretAfter(
            partAt(parts, createMessageRows(parts).rangeOf(match.index), match.from).index,
          );
        schedule();
      },
    });
    desk.attachFind({
      focus: () => conversation.focus(),
      selectedText: () => document.getSelection()?.toString() ?? '',
      find: (query, options) => search.find(query, options),
      findStep: (direction) => search.findStep(direction),
    });
    let shown = messages();
    const stop = conversation.view.subscribe(() => {
      if (messages() === shown) return;
      shown = messages();
      search.onChanged();
    });
    // Rows come and go as the reader scrolls.
    const observer = new MutationObserver(() => {
      if (matches.length > 0) schedule();
    });
    if (feed.current !== null) observer.observe(feed.current, { childList: true, subtree: true });
    return () => {
      stop();
      observer.disconnect();
      cancelAnimationFrame(frame);
      desk.attachFind(null);
      search.close();
      CSS.highlights.delete(FOUND);
      CSS.highlights.delete(CURRENT);
    };
  }, [desk, feed]);
}

/** Distance between a range and the edge that it was scrolled to, in CSS pixels. */
const MARGIN = 8;

/**
 * Scrolls what a range is in, up to and including `outermost`, as little as shows it. Of a range that is larger than what
 * it is in, the beginning is shown. (An element's own `scrollIntoView` shows all of the element, which may be a long one.)
 */
function revealRange(range: Range, outermost: Element): void {
  const { startContainer } = range;
  let around = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  for (; around !== null; around = around === outermost ? null : around.parentElement) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight, clientLeft, clientTop } = around;
    if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) continue;
    const frame = around.getBoundingClientRect();
    const left = frame.left + clientLeft;
    const top = frame.top + clientTop;
    const shown = range.getBoundingClientRect();
    around.scrollBy(
      distance(shown.left - left, shown.right - left, clientWidth),
      distance(shown.top - top, shown.bottom - top, clientHeight),
    );
  }
}

/** The distance to scroll to show `[start, end)` in a view of this length that begins at 0. */
function distance(start: number, end: number, length: number): number {
  if (start < 0) return start - MARGIN;
  return end > length ? Math.min(end - length + MARGIN, start - MARGIN) : 0;
}
