import { Menu } from 'electron';
import { menuTemplate } from './menu-template.ts';

/** The system's menu. `keys` are those that commands have now, by their ids; `run` is called with the id of the command that was chosen. */
export function buildMenu(
  isMac: boolean,
  keys: Readonly<Record<string, string>>,
  run: (commandId: string) => void,
): Menu {
  return Menu.buildFromTemplate(menuTemplate(isMac, keys, run));
}
