/** Checks for keyboard users. Each runs in the page through `page.evaluate`, so it is self-contained. */

/**
 * Records in `data-been` that the focused element was visited.
 * @returns null once the round is closed, else a description of the element if it is not visibly marked, else nothing
 */
export function visit(): string | null {
  const now = document.activeElement;
  if (now === null || now === document.body || now.hasAttribute('data-last')) return '';
  if (now.hasAttribute('data-been')) return null;
  document.querySelector('[data-last]')?.removeAttribute('data-last');
  // A date field has three tab stops.
  now.setAttribute('data-last', '');
  now.setAttribute('data-been', `${document.querySelectorAll('[data-been]').length}`);
  // A text box shows its caret.
  if (now.matches('[role="textbox"][contenteditable]')) return '';
  const active = document.getElementById(now.getAttribute('aria-activedescendant') ?? '');
  const chosen = now.querySelector('[aria-selected="true"], [data-active]');
  const isDrawn = (element: Element | null) => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  };
  if ([now, active, chosen, now.parentElement, now.nextElementSibling].some(isDrawn)) return '';
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
  // In a list, a tree or a toolbar, the arrow keys go on from its one tab stop; what is in the text or its margin has its
  // commands.
  const operable =
    'button, input, select, textarea, summary, [role="button"], [role="link"], [role="slider"], [role="separator"]';
  const led =
    '[role="listbox"], [role="tree"], [role="tablist"], [role="toolbar"], [role="radiogroup"], [role="menu"], .cm-editor';
  for (const element of document.querySelectorAll<HTMLElement>(operable)) {
    const isLeft =
      element.tabIndex < 0 &&
      !element.matches(':disabled, [aria-hidden="true"]') &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden="true"]') === null &&
      element.closest(led)?.querySelector('[data-been]') == null &&
      element.closest(led)?.hasAttribute('data-been') !== true;
    if (isLeft) found.push(`left out: ${element.outerHTML.slice(0, 160)}`);
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
