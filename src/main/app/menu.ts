import { Menu, type MenuItemConstructorOptions } from 'electron';

/**
 * The system's menu. Commands of our own run in the page, which has the one list of them; so the keys shown here are
 * not registered with the system, and labels carry no mnemonics, since Alt moves through the tree (`interface.md`).
 */
export function buildMenu(isMac: boolean, run: (commandId: string) => void): Menu {
  const command = (label: string, id: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => run(id),
    registerAccelerator: false,
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const tree = (key: string) => (isMac ? `Ctrl+Cmd+${key}` : `Alt+${key}`);
  const separator: MenuItemConstructorOptions = { type: 'separator' };

  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: 'File',
      submenu: [
        command('New grove', 'grove.create'),
        command('Open…', 'grove.choose', 'CmdOrCtrl+O'),
        command('Sample grove', 'grove.openSample'),
        separator,
        command('Commit the draft', 'draft.commit', 'CmdOrCtrl+S'),
        separator,
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    {
      label: 'Edit',
      submenu: [
        command('Undo', 'edit.undo', 'CmdOrCtrl+Z'),
        command('Redo', 'edit.redo', 'CmdOrCtrl+Shift+Z'),
        separator,
        { role: 'cut', registerAccelerator: false },
        { role: 'copy', registerAccelerator: false },
        { role: 'paste', registerAccelerator: false },
        { role: 'selectAll', registerAccelerator: false },
        separator,
        command('Find', 'find.open', 'CmdOrCtrl+F'),
        command('Find and replace', 'find.replace', isMac ? 'Alt+Cmd+F' : 'Ctrl+H'),
        command('Find the next', 'find.next', isMac ? 'Cmd+G' : 'F3'),
        command('Find the one before', 'find.previous', isMac ? 'Shift+Cmd+G' : 'Shift+F3'),
      ],
    },
    {
      label: 'Loom',
      submenu: [
        command('Generate', 'generation.start', 'CmdOrCtrl+Enter'),
        command('Stop', 'generation.stop', 'Esc'),
        separator,
        command('Previous sibling', 'path.previousSibling', tree('Up')),
        command('Next sibling', 'path.nextSibling', tree('Down')),
        command('Parent', 'path.parent', tree('Left')),
        command('Last visited child', 'path.child', tree('Right')),
      ],
    },
    {
      label: 'View',
      submenu: [
        command('Grove pane', 'view.toggleGrove'),
        command('Inspector', 'view.toggleInspector', 'CmdOrCtrl+\\'),
        command('Authorship colours', 'view.toggleColours', tree('H')),
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' } satisfies MenuItemConstructorOptions] : []),
  ];
  return Menu.buildFromTemplate(template);
}
