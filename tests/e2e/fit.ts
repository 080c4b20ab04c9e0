/**
 * Elements that are cut off on the page, or that a pointer cannot reach; empty if everything fits. Runs in the page
 * through `page.evaluate`, so it is self-contained.
 */
export function fitComplaints(): string[] {
  const found: string[] = [];
  const report = (what: string, element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase();
    found.push(`${what}: ${kind} “${name.trim().slice(0, 60)}” .${element.getAttribute('class') ?? ''}`);
  };
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('[inert], [aria-hidden="true"]') === null;
  // Visually hidden text is a pixel wide; what opens on hover is clipped until then.
  const isVisuallyHidden = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 2 || height <= 2 || getComputedStyle(element).clipPath.startsWith('inset(50%');
  };
  // A dialog or menu takes the pointer and the keyboard.
  const overlay = document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]');
  const all = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) => isVisible(element) && !isVisuallyHidden(element),
  );

  const scrolled = [...document.querySelectorAll('*')].map(
    (element) => [element, element.scrollTop] as const,
  );
  if (document.documentElement.scrollWidth > innerWidth + 1) report('wider than the window', document.body);
  for (const element of all) {
    if (element instanceof SVGElement || element.closest('svg, canvas') !== null) continue;
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) continue;
    const style = getComputedStyle(element);
    const isWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
    const isHigh = element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0;
    // An ellipsis shows that there is more, and where.
    const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    if (isWide && hides(style.overflowX) && !hasEllipsis) report('cut off at its side', element);
    // Code and tables do, in messages, by keyboard too.
    const mayScroll = element.matches('[role="group"][tabindex="0"]');
    if (isWide && scrolls(style.overflowX) && !mayScroll) report('scrolls sideways', element);
    if (isHigh && hides(style.overflowY) && !hasEllipsis) report('cut off below', element);
  }

  const controls = 'button, input, select, textarea, a[href], [role="tab"], [role="option"], [role="switch"]';
  for (const control of all.filter((element) => element.matches(controls))) {
    if (control.matches(':disabled') || (overlay !== null && !overlay.contains(control))) continue;
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, right, top, bottom } = control.getBoundingClientRect();
    // Content taller than the window scrolls.
    if (bottom - top > innerHeight * 0.8) continue;
    if (left < -1 || right > innerWidth + 1) report('beyond the window’s side', control);
    else if (top < -2 || bottom > innerHeight + 2) report('beyond the window’s end', control);
    else {
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isHit = hit !== null && (control.contains(hit) || hit.contains(control));
      const isLabelled =
        control instanceof HTMLInputElement &&
        [...(control.labels ?? [])].some((label) => label.contains(hit));
      // A card lies over the text until it is closed, but over nothing else.
      const isUnderCard = hit?.closest('#notice-cards') != null && control.closest('.cm-editor') !== null;
      if (!isHit && !isLabelled && !isUnderCard) report('covered', control);
    }
  }
  for (const [element, top] of scrolled) if (element.scrollTop !== top) element.scrollTop = top;
  return found;
}
