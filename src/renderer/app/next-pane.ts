/** What has the keyboard in each pane, in the order of the window; a pane that is hidden is passed over. */
const PANES = ['[aria-label="Grove"] button', '[role="textbox"]', '[role="listbox"]'] as const;

/** Moves the keyboard to the next pane, from the last to the first. */
export function focusNextPane(page: Document): void {
  const panes = PANES.flatMap((selector) => page.querySelector<HTMLElement>(selector) ?? []);
  const sides = panes.map((pane) => pane.closest('aside, main'));
  const now = sides.indexOf(page.activeElement?.closest('aside, main') ?? null);
  panes[(now + 1) % panes.length]?.focus();
}
