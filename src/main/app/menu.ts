import { Menu } from 'electron';
import { type MenuOptions, menuTemplate } from './menu-template.ts';

/** Builds the native menu bar. */
export function buildMenu(options: MenuOptions): Menu {
  return Menu.buildFromTemplate(menuTemplate(options));
}
