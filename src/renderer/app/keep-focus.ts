/**
 * Decides where the keyboard goes when what had it closes, is disabled or disappears (`interface.md`, *Keys*): to the
 * nearest place around it that is still shown, else to where the keyboard was before, else to the text. Never to the body.
 */
import { NOTICES } from '../../ui-text/window/notices.ts';
import { noteStandIn } from '../session/focus.ts';

/** Parts of a pane: if there is a field in one, it takes the keyboard, but no button, which a space would press. */
const PARTS = 'section, [role="region"], [role="group"], [role="toolbar"]';
const PANES = 'main, aside, [role="dialog"], [role="alertdialog"]';
const LISTS = 'ul, ol, tbody, [role="list"]';
/** Elements that take the keyboard when their content loses it; a tab's panel has something better. */
const OWN = '[tabindex]:not([role="tabpanel"])';
const TABBABLE = 'a[href], button, input, select, textarea, [tabindex="0"], [contenteditable="true"]';
const FIELDS = ['[role="textbox"]', '[role="listbox"], [role="tree"]', 'input, textarea'];
/** The first that a pane has takes the keyboard. */
export const ENTRIES = [...FIELDS.slice(0, 2), '[role="tab"][aria-selected="true"]', TABBABLE];
/** Notices never keep the keyboard: it goes to the text, however many panes F6 went through on the way to them. */
const NOTICE_LIST = `[aria-label="${NOTICES}"]`;
/** Number of formerly focused elements that are remembered. */
const REMEMBERED = 16;
/** Attributes that disable or hide an element while it has the keyboard. */
const OBSERVED = ['disabled', 'inert', 'hidden'];

/** An element that had the keyboard, and those around it at that time, from the inside, each with its index. */
type Trail = readonly { readonly element: Element; readonly index: number }[];

/**
 * Watches the page from now on.
 * @param focusText moves the keyboard to a text as its editor does, with the caret where it was, if `textbox` is one
 * @returns a function that stops watching
 */
export function keepFocus(page: Document, focusText: (textbox: HTMLElement) => void): () => void {
  /** The trail of the focused element, or of the last one. */
  let trail: Trail = [];
  /** Formerly focused elements, the latest first. */
  let earlier: readonly HTMLElement[] = [];
  /** The writer pressed the pointer on something that does not take the keyboard, perhaps to select and copy it. */
  let isPointing = false;
  /** It is on its way from one element to another: the body has it in between. */
  let isMoving = false;

  const take = (target: HTMLElement) => {
    if (target.matches('[role="textbox"]')) focusText(target);
    if (isLost(page)) target.focus({ preventScroll: true });
    noteStandIn(page.activeElement);
  };
  const check = () => {
    if (!isLost(page) || isPointing || isMoving || !page.hasFocus()) return;
    const isNotice = trail.some(({ element }) => element.matches(NOTICE_LIST));
    const before = () => earlier.find((one) => canTake(one) && one.closest(NOTICE_LIST) === null);
    const around = isNotice ? undefined : (nearest(trail) ?? before());
    const found = around ?? firstIn([...page.querySelectorAll('main')], ENTRIES);
    if (found !== undefined) take(found);
  };
  // After what the same change of the page moves by itself, as a menu that closes does.
  const checkSoon = () => queueMicrotask(check);

  const onArrived = () => {
    isMoving = false;
    check();
  };

  const stops = new AbortController();
  const options = { capture: true, signal: stops.signal };
  page.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      isPointing = false;
      isMoving = false;
      trail = trailOf(target);
      earlier = [target, ...earlier.filter((one) => one !== target && one.isConnected)].slice(0, REMEMBERED);
    },
    options,
  );
  page.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      isMoving = relatedTarget !== null;
      // The focus's target may be gone before it gets there.
      if (isMoving) setTimeout(onArrived);
      else checkSoon();
    },
    options,
  );
  page.addEventListener(
    'pointerdown',
    () => {
      isPointing = true;
      noteStandIn(null);
    },
    options,
  );
  const onReleased = () => {
    // A selection there stays, to be copied.
    isPointing = isPointing && isLost(page) && page.getSelection()?.isCollapsed === false;
    checkSoon();
  };
  page.addEventListener('pointerup', onReleased, options);
  page.addEventListener('pointercancel', onReleased, options);
  page.addEventListener(
    'keydown',
    ({ key, ctrlKey, metaKey, altKey, isComposing }) => {
      // A letter goes to the text after all; Ctrl+C is for the selection there.
      if ([...key].length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing) {
        isPointing = false;
        check();
      }
      noteStandIn(null);
    },
    options,
  );
  page.defaultView?.addEventListener('focus', checkSoon, options);
  const observer = new MutationObserver(checkSoon);
  observer.observe(page.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: OBSERVED,
  });
  return () => {
    stops.abort();
    observer.disconnect();
  };
}

function isLost({ activeElement, body }: Document): boolean {
  if (activeElement === null || activeElement === body) return true;
  // The page takes the keyboard from it later.
  return activeElement.matches(':disabled') || activeElement.closest('[inert], [hidden]') !== null;
}

function trailOf(element: Element): Trail {
  const trail: { element: Element; index: number }[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const isInList = at.parentElement?.matches(LISTS) === true;
    trail.push({ element: at, index: isInList ? [...(at.parentElement?.children ?? [])].indexOf(at) : -1 });
  }
  return trail;
}

/** The element around the end of a trail that takes the keyboard now. */
function nearest(trail: Trail): HTMLElement | undefined {
  for (const [at, { element }] of trail.entries()) {
    if (!element.isConnected || !(element instanceof HTMLElement)) continue;
    if ((at === 0 || element.matches(OWN)) && canTake(element)) return element;
    if (element.matches(LISTS)) {
      // The row that follows, or else the last one.
      const row = element.children[trail[at - 1]?.index ?? -1] ?? element.lastElementChild;
      const found = row instanceof HTMLElement ? [row, ...tabbable(row)].find(canTake) : undefined;
      if (found !== undefined) return found;
    } else if (element.matches(`${PARTS}, ${PANES}`)) {
      const found = firstIn([element], element.matches(PANES) ? ENTRIES : FIELDS);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function firstIn(places: readonly Element[], entries: readonly string[]): HTMLElement | undefined {
  for (const place of places) {
    for (const entry of entries) {
      const found = [...place.querySelectorAll<HTMLElement>(entry)].find(canTake);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function tabbable(inside: Element): readonly HTMLElement[] {
  return [...inside.querySelectorAll<HTMLElement>(TABBABLE)];
}

/** True for an element that is shown and takes the keyboard. */
export function canTake(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    (element.tabIndex >= 0 || element.hasAttribute('tabindex')) &&
    !element.matches(':disabled') &&
    element.closest('[inert]') === null &&
    element.checkVisibility({ visibilityProperty: true })
  );
}
