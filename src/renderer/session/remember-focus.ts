/**
 * Notes which element has the focus, for a command that moves it later: the writer may have gone to a field
 * meanwhile, and what they type there must not end up in the text.
 * @returns a function that returns whether the focus is still there, or was lost together with its element
 */
export function rememberFocus(): () => boolean {
  const before = document.activeElement;
  return () => document.activeElement === before || document.activeElement === document.body;
}
