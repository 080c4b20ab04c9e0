import { PERMISSION } from '../../ui-text/agents/turns.ts';
import { MESSAGE } from '../../ui-text/dialogue/messages.ts';
import { GROVE } from '../../ui-text/grove/pane.ts';
import { NOTICES } from '../../ui-text/window/notices.ts';
import { INSPECTOR } from '../../ui-text/window/panes.ts';

const named = (name: string) => `[aria-label="${name}"]`;

/** For each pane, in window order, the selectors of what to focus; the first that matches wins. */
const PANES: readonly (readonly string[])[] = [
  [`${named(NOTICES)} button`],
  [`${named(GROVE)} [type="search"]`, `${named(GROVE)} button`],
  [`main [role="textbox"]${named(MESSAGE)}`, 'main [role="textbox"]'],
  ['main [role="toolbar"] button'],
  // An agent's request for permission.
  [named(PERMISSION)],
  [
    `${named(INSPECTOR)} [role="listbox"]`,
    `${named(INSPECTOR)} [role="textbox"]${named(MESSAGE)}`,
    `${named(INSPECTOR)} [role="tab"][aria-selected="true"]`,
  ],
];

/** The elements that contain them. */
const SIDES = `aside, main, main [role="toolbar"], ${named(NOTICES)}, ${named(PERMISSION)}`;

/** Moves the focus to the next pane, wrapping around. */
export function focusNextPane(page: Document): void {
  const find = (selector: string) => page.querySelector<HTMLElement>(selector) ?? [];
  // Hidden panes are skipped.
  const panes = PANES.flatMap((selectors) => selectors.flatMap(find).slice(0, 1));
  const sides = panes.map((pane) => pane.closest(SIDES));
  const currentSide = sides.indexOf(page.activeElement?.closest(SIDES) ?? null);
  panes[(currentSide + 1) % panes.length]?.focus();
}
