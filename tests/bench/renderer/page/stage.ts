/** Where editors stand by turns: all in the same place, one of them to be seen. */
const places = new Set<HTMLElement>();

/** A place for an editor, hidden until it is shown. */
export function makePlace(): HTMLElement {
  const place = document.createElement('div');
  Object.assign(place.style, { position: 'fixed', inset: '0', visibility: 'hidden', background: 'white' });
  document.body.append(place);
  places.add(place);
  return place;
}

/** Shows one place and hides the others, which keep their layout. */
export function showPlace(shown: HTMLElement): void {
  for (const place of places) place.style.visibility = place === shown ? 'visible' : 'hidden';
}

export function removePlace(place: HTMLElement): void {
  places.delete(place);
  place.remove();
}

/** The one of this load of the page (`proof.md`, *Security*). */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
