/**
 * What is cut off in the page that this runs in, and what no pointer reaches; empty where everything fits. Handed to
 * `page.evaluate`, so it holds everything it needs.
 */
export function fitComplaints(): string[] {
  const found: string[] = [];
  const say = (what: string, element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase();
    found.push(`${what}: ${kind} “${name.trim().slice(0, 60)}” .${element.getAttribute('class') ?? ''}`);
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('[inert], [aria-hidden="true"]') === null;
  // What is only said, never seen, is a pixel wide; what opens when it is pointed at is clipped until then.
  const isSaid = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 2 || height <= 2 || getComputedStyle(element).clipPath.startsWith('inset(50%');
  };
  // What stands over everything else has the pointer and the keyboard.
  const over = document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]');
  const all = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) => isSeen(element) && !isSaid(element),
  );

  const scrolled = [...document.querySelectorAll('*')].map(
    (element) => [element, element.scrollTop] as const,
  );
  if (document.documentElement.scrollWidth > innerWidth + 1) say('wider than the window', document.body);
  for (const element of all) {
    if (element instanceof SVGElement || element.closest('svg, canvas') !== null) continue;
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) continue;
    const style = getComputedStyle(element);
    const isWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
    const isHigh = element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0;
    // An ellipsis says that there is more, and where.
    const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    if (isWide && hides(style.overflowX) && !hasEllipsis) say('cut off at its side', element);
    if (isWide && scrolls(style.overflowX)) say('scrolls sideways', element);
    if (isHigh && hides(style.overflowY) && !hasEllipsis) say('cut off below', element);
  }

  const controls = 'button, input, select, textarea, a[href], [role="tab"], [role="option"], [role="switch"]';
  for (const control of all.filter((element) => element.matches(controls))) {
    if (control.matches(':disabled') || (over !== null && !over.contains(control))) continue;
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, right, top, bottom } = control.getBoundingClientRect();
    // What is higher than the window is scrolled through.
    if (bottom - top > innerHeight * 0.8) continue;
    if (left < -1 || right > innerWidth + 1) say('beyond the window’s side', control);
    else if (top < -2 || bottom > innerHeight + 2) say('beyond the window’s end', control);
    else {
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isHit = hit !== null && (control.contains(hit) || hit.contains(control));
      const isLabelled =
        control instanceof HTMLInputElement &&
        [...(control.labels ?? [])].some((label) => label.contains(hit));
      if (!isHit && !isLabelled) say('covered', control);
    }
  }
  for (const [element, top] of scrolled) if (element.scrollTop !== top) element.scrollTop = top;
  return found;
}
