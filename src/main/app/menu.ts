import { Menu } from 'electron';
import { menuTemplate } from './menu-template.ts';

/** The system's menu; `run` is called with the id of the command that was chosen. */
export function buildMenu(isMac: boolean, run: (commandId: string) => void): Menu {
  return Menu.buildFromTemplate(menuTemplate(isMac, run));
}
