/** What takes the keyboard in each pane, the first of it that is there; in the order of the window. */
const PANES: readonly (readonly string[])[] = [
  ['[aria-label="Notices"] button'],
  ['[aria-label="Grove"] [type="search"]', '[aria-label="Grove"] button'],
  ['[role="textbox"]'],
  [
    '[aria-label="Inspector"] [role="listbox"]',
    '[aria-label="Inspector"] [role="tab"][aria-selected="true"]',
  ],
];

/** What such a thing is in. */
const SIDES = 'aside, main, [aria-label="Notices"]';

/** Moves the keyboard to the next pane, from the last to the first. */
export function focusNextPane(page: Document): void {
  const find = (selector: string) => page.querySelector<HTMLElement>(selector) ?? [];
  // A pane that is hidden is passed over.
  const panes = PANES.flatMap((selectors) => selectors.flatMap(find).slice(0, 1));
  const sides = panes.map((pane) => pane.closest(SIDES));
  const now = sides.indexOf(page.activeElement?.closest(SIDES) ?? null);
  panes[(now + 1) % panes.length]?.focus();
}
