/** What whoever uses no pointer needs of the page that these run in. Handed to `page.evaluate`, so each holds all it needs. */

/** Null where the eye finds the keyboard, else what it does not find it on. */
export function isMarked(): string | null {
  const now = document.activeElement;
  if (now === null) return 'nothing';
  // A text shows its caret.
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

/** Of what carries `data-been`, the order it was gone through in: what was left out, and what came out of its turn. */
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
  const turns = [...document.querySelectorAll('[data-been]')].map((element) =>
    Number(element.getAttribute('data-been')),
  );
  // Where the round began is where it ended, so one step back is its seam.
  const steps = turns.filter((turn, index) => index > 0 && turn < (turns[index - 1] ?? 0)).length;
  if (steps > 1) found.push(`out of order: ${turns.join(' ')}`);
  return found;
}
