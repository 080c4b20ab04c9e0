/** For each pane, in window order, the selectors of what to focus; the first that matches wins. */
const PANES: readonly (readonly string[])[] = [
  ['[aria-label="Notices"] button'],
  ['[aria-label="Grove"] [type="search"]', '[aria-label="Grove"] button'],
  ['main [role="textbox"][aria-label="Message"]', 'main [role="textbox"]'],
  ['main [role="toolbar"] button'],
  // What an agent asks.
  ['[aria-label="Permission"]'],
  [
    '[aria-label="Inspector"] [role="listbox"]',
    '[aria-label="Inspector"] [role="textbox"][aria-label="Message"]',
    '[aria-label="Inspector"] [role="tab"][aria-selected="true"]',
  ],
];

/** The elements that contain them. */
const SIDES = 'aside, main, main [role="toolbar"], [aria-label="Notices"], [aria-label="Permission"]';

/** Moves the focus to the next pane, wrapping around. */
export function focusNextPane(page: Document): void {
  const find = (selector: string) => page.querySelector<HTMLElement>(selector) ?? [];
  // Hidden panes are skipped.
  const panes = PANES.flatMap((selectors) => selectors.flatMap(find).slice(0, 1));
  const sides = panes.map((pane) => pane.closest(SIDES));
  const currentSide = sides.indexOf(page.activeElement?.closest(SIDES) ?? null);
  panes[(currentSide + 1) % panes.length]?.focus();
}
