/** Names of keys that the system's menus have others for. */
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
/** What a menu can show: any other key would be refused with an error. */
const KNOWN =
  /^(Ctrl|Alt|Shift|Cmd|[A-Z0-9,./;'[\]\\`=-]|F([1-9]|1[0-9]|2[0-4])|Up|Down|Left|Right|PageUp|PageDown|Home|End|Insert|Delete|Backspace|Enter|Esc|Tab|Space|Plus)$/;

/** A key as the page writes it (`Ctrl+Shift+f`) as a menu shows it; undefined where a menu has no name for it. */
export function acceleratorOf(key: string): string | undefined {
  const parts = key
    .split('+')
    .map((part) => NAMES[part] ?? part.replace(/^Digit/, ''))
    .map((part) => (part.length === 1 ? part.toUpperCase() : part));
  return parts.every((part) => KNOWN.test(part)) ? parts.join('+') : undefined;
}
