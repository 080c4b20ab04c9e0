/** Stacks all editors on top of each other, with one visible at a time. */
const containers = new Set<HTMLElement>();

/** Creates a hidden container for an editor. */
export function createContainer(): HTMLElement {
  const container = document.createElement('div');
  Object.assign(container.style, {
    position: 'fixed',
    inset: '0',
    visibility: 'hidden',
    background: 'white',
  });
  document.body.append(container);
  containers.add(container);
  return container;
}

/** Shows one container and hides the others, which keep their layout. */
export function showContainer(shown: HTMLElement): void {
  for (const container of containers) container.style.visibility = container === shown ? 'visible' : 'hidden';
}

export function removeContainer(container: HTMLElement): void {
  containers.delete(container);
  container.remove();
}

/** The nonce of this load of the page (`proof.md`, *Security*). */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
