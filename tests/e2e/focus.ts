/** Checks for keyboard users. Each runs in the page through `page.evaluate`, so it is self-contained. */

/** Null if the focused element is visibly marked, otherwise a description of the element. */
export function isMarked(): string | null {
  const now = document.activeElement;
  if (now === null) return 'nothing';
  // A text box shows its caret.
  if (now.matches('[role="textbox"][contenteditable]')) return null;
  const active = document.getElementById(now.getAttribute('aria-activedescendant') ?? '');
  const chosen = now.querySelector('[aria-selected="true"], [data-active]');
  const isDrawn = (element: Element | null) => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  };
  if ([now, active, chosen, now.parentElement, now.nextElementSibling].some(isDrawn)) return null;
  return `not marked: ${now.outerHTML.slice(0, 160)}`;
}

/** From the visits recorded in `data-been`: what was not reached, and whether the order differs from the document. */
export function focusComplaints(): string[] {
  const found: string[] = [];
  const wanted = 'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]';
  const tabbable = [...document.querySelectorAll<HTMLElement>(wanted)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden="true"]') === null &&
      !element.hasAttribute('data-base-ui-focus-guard'),
  );
  for (const element of tabbable) {
    if (!element.hasAttribute('data-been')) found.push(`not reached: ${element.outerHTML.slice(0, 160)}`);
  }
  const visits = [...document.querySelectorAll('[data-been]')].map((element) =>
    Number(element.getAttribute('data-been')),
  );
  // The round ends where it began, so one step back is expected.
  const steps = visits.filter((visit, index) => index > 0 && visit < (visits[index - 1] ?? 0)).length;
  if (steps > 1) found.push(`out of order: ${visits.join(' ')}`);
  return found;
}

/** True if typed text goes nowhere, though the window has the keyboard and shows a grove that can be written in. */
export function isKeyboardNowhere(): boolean {
  const { activeElement, body } = document;
  const isWritable = document.querySelector('main [role="textbox"][contenteditable="true"]') !== null;
  return isWritable && document.hasFocus() && (activeElement === null || activeElement === body);
}
