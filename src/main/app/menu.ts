import { Menu } from 'electron';
import { type MenuOptions, menuTemplate } from './menu-template.ts';

/** The system's menu. */
export function buildMenu(options: MenuOptions): Menu {
  return Menu.buildFromTemplate(menuTemplate(options));
}
