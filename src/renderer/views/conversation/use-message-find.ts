import { type RefObject, useEffect } from 'react';
import { type MessageMatch, MessageSearch } from '../../editor/index.ts';
import { useDialogueDesk } from '../../session/hooks.ts';
import { rangeInMessage } from './range-in-message.ts';

const FOUND = 'message-found';
const CURRENT = 'message-found-current';

/** Searches the messages for the find bar, and highlights the matches in those that are on the screen. */
export function useMessageFind(feed: RefObject<HTMLElement | null>): void {
  const desk = useDialogueDesk();
  useEffect(() => {
    const { conversation, find } = desk;
    let matches: readonly MessageMatch[] = [];
    let current = -1;
    let frame = 0;
    const messages = () => conversation.view.get().messages;
    const highlight = () => {
      frame = 0;
      const drawn = matches.flatMap((match, nth) => {
        const { positionId } = messages()[match.index] ?? {};
        const article = feed.current?.querySelector(`[data-position="${positionId}"]`);
        const range = article == null ? null : rangeInMessage(article, match);
        return range === null ? [] : [{ range, isCurrent: nth === current }];
      });
      const rangesOf = (isCurrent: boolean) =>
        drawn.filter((match) => match.isCurrent === isCurrent).map(({ range }) => range);
      CSS.highlights.set(FOUND, new Highlight(...rangesOf(false)));
      CSS.highlights.set(CURRENT, new Highlight(...rangesOf(true)));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(highlight);
    };
    const search = new MessageSearch({
      texts: () => messages().map(({ text }) => text),
      onReport: (report) => find.onReport(report),
      onMatches: (found, selected, reveals) => {
        matches = found;
        current = selected;
        const match = found[selected];
        if (reveals && match !== undefined) conversation.moveCaretAfter(match.index);
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
