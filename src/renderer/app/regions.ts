/** The regions of the window that F6 stops at (`interface.md`, *Keys*). */
import { PERMISSION } from '../../ui-text/agents/turns.ts';
import { MESSAGE } from '../../ui-text/dialogue/messages.ts';
import { GROVE } from '../../ui-text/grove/pane.ts';
import { STATUS } from '../../ui-text/save-trouble.ts';
import { NOTICES } from '../../ui-text/window/notices.ts';
import { canTake, ENTRIES } from './keep-focus.ts';

const named = (name: string) => `[aria-label="${name}"]`;

/** A region in another, such as a bar below the text, is a stop of its own. */
const REGIONS = `${named(NOTICES)}, aside, main, [data-bar], ${named(PERMISSION)}, ${named(STATUS)}`;

/** An agent's request for permission has keys of its own, and the status bar is there to be read. */
const TAKES_IT_WHOLE = `${named(PERMISSION)}, ${named(STATUS)}`;

/**
 * Moves the keyboard to the next region in the order of the page, wrapping around.
 * @param step -1 for the previous one
 */
export function focusRegion(page: Document, step: -1 | 1): void {
  const stops = [...page.querySelectorAll<HTMLElement>(REGIONS)].flatMap((region) => {
    const entry = entryOf(region);
    return entry === undefined ? [] : [{ region, entry }];
  });
  const here = page.activeElement?.closest(REGIONS);
  const at = stops.findIndex(({ region }) => region === here);
  const next = at < 0 && step === -1 ? stops.length - 1 : (at + step + stops.length) % stops.length;
  stops[next]?.entry.focus();
}

/** The element that takes the keyboard for a region; undefined if nothing in it does, or it is not shown. */
function entryOf(region: HTMLElement): HTMLElement | undefined {
  if (region.matches(TAKES_IT_WHOLE)) return canTake(region) ? region : undefined;
  const entries = region.matches(named(GROVE)) ? ['[type="search"]'] : [`[role="textbox"]${named(MESSAGE)}`];
  for (const entry of [...entries, ...ENTRIES]) {
    const found = [...region.querySelectorAll<HTMLElement>(entry)].find(
      (element) => canTake(element) && element.closest(REGIONS) === region,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
