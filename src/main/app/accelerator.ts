/** Keys that the system's menus call by another name. */
const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
  Comma: ',',
  Period: '.',
  Meta: 'Cmd',
};
/** The keys that a menu accepts; any other throws an error. */
const KNOWN =
  /^(Ctrl|Alt|Shift|Cmd|[A-Z0-9,./;'[\]\\`=-]|F([1-9]|1[0-9]|2[0-4])|Up|Down|Left|Right|PageUp|PageDown|Home|End|Insert|Delete|Backspace|Enter|Esc|Tab|Space|Plus)$/;

/** The accelerator for a key as the page writes it (`Ctrl+Shift+f`); undefined if menus have no name for it. */
export function acceleratorOf(key: string): string | undefined {
  const parts = key
    .split('+')
    .map((part) => NAMES[part] ?? part.replace(/^Digit/, ''))
    .map((part) => (part.length === 1 ? part.toUpperCase() : part));
  return parts.every((part) => KNOWN.test(part)) ? parts.join('+') : undefined;
}
