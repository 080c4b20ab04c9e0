import type { MenuItemConstructorOptions } from 'electron';

/**
 * What stands in the system's menu. Commands of our own run in the page, which has the one list of them
 * (`renderer/app/commands.ts`); so the keys shown here are not registered with the system, and labels carry no
 * mnemonics, since Alt moves through the tree (`interface.md`, *Keys*).
 */
export function menuTemplate(isMac: boolean, run: (commandId: string) => void): MenuItemConstructorOptions[] {
  const command = (label: string, id: string, accelerator?: string): MenuItemConstructorOptions => ({
    id,
    label,
    click: () => run(id),
    registerAccelerator: false,
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const tree = (key: string) => (isMac ? `Ctrl+Cmd+${key}` : `Alt+${key}`);
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const settings = command('Settings', 'settings.open', 'CmdOrCtrl+,');

  return [
    ...(isMac ? [appMenu(settings)] : []),
    {
      label: 'File',
      submenu: [
        command('New grove', 'grove.create'),
        command('Open…', 'grove.choose', 'CmdOrCtrl+O'),
        command('Sample grove', 'grove.openSample'),
        separator,
        command('Commit the draft', 'draft.commit', 'CmdOrCtrl+S'),
        separator,
        ...(isMac ? [] : [settings, separator]),
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    {
      label: 'Edit',
      submenu: [
        command('Undo', 'edit.undo', 'CmdOrCtrl+Z'),
        command('Redo', 'edit.redo', isMac ? 'Cmd+Shift+Z' : 'Ctrl+Y'),
        separator,
        { role: 'cut', registerAccelerator: false },
        { role: 'copy', registerAccelerator: false },
        { role: 'paste', registerAccelerator: false },
        { role: 'selectAll', registerAccelerator: false },
        separator,
        command('Find', 'find.open', 'CmdOrCtrl+F'),
        command('Find and replace', 'find.replace', isMac ? 'Shift+Cmd+H' : 'Ctrl+H'),
        command('Find the next', 'find.next', isMac ? 'Cmd+G' : 'F3'),
        command('Find the one before', 'find.previous', isMac ? 'Shift+Cmd+G' : 'Shift+F3'),
        separator,
        command('Search the grove', 'search.open', 'CmdOrCtrl+Shift+F'),
      ],
    },
    {
      label: 'Loom',
      submenu: [
        command('Generate', 'generation.start', 'CmdOrCtrl+Enter'),
        command('More siblings of this node', 'generation.siblings', 'CmdOrCtrl+Shift+Enter'),
        command('One more sibling, and switch to it', 'generation.switch', tree('R')),
        command('Stop', 'generation.stop', 'Esc'),
        separator,
        command('Previous sibling', 'path.previousSibling', tree('Up')),
        command('Next sibling', 'path.nextSibling', tree('Down')),
        command('Preview the next sibling', 'path.preview', tree('P')),
        command('Parent', 'path.parent', tree('Left')),
        command('Last visited child', 'path.child', tree('Right')),
        command('End the path here', 'path.endHere'),
        command('Go to node…', 'palette.goTo', 'CmdOrCtrl+J'),
        separator,
        command('Bookmark', 'bookmark.toggle', 'CmdOrCtrl+D'),
        command('Bookmark with a name…', 'bookmark.name'),
        command('Previous bookmark', 'bookmark.previous', tree('PageUp')),
        command('Next bookmark', 'bookmark.next', tree('PageDown')),
      ],
    },
    {
      label: 'Node',
      submenu: [
        command('Previous version', 'version.previous', tree(',')),
        command('Next version', 'version.next', tree('.')),
        separator,
        command('Split here', 'node.split', tree('S')),
        command('Split and start a branch here', 'node.splitAndBranch', tree('C')),
        command('Make this edit a branch', 'node.branchEdit', tree('B')),
        separator,
        command('About this node', 'node.about', tree('I')),
        command('What else might have come', 'node.token', tree('W')),
        command('Add a note', 'note.add', tree('N')),
        command('Exclude or include this node', 'node.exclude'),
        command('Export the record of this node', 'node.exportRecord'),
        separator,
        command('Prune', 'node.prune', 'CmdOrCtrl+Shift+Backspace'),
      ],
    },
    {
      label: 'View',
      submenu: [
        command('Command palette', 'palette.open', isMac ? 'Shift+Cmd+P' : 'Ctrl+Shift+P'),
        separator,
        command('Grove pane', 'view.toggleGrove'),
        command('Inspector', 'view.toggleInspector', 'CmdOrCtrl+\\'),
        command('Next pane', 'view.nextPane', 'F6'),
        separator,
        command('Authorship colours', 'view.toggleColours', tree('H')),
        command('Focus mode', 'view.toggleFocus', 'CmdOrCtrl+Shift+F11'),
        command('Typewriter scrolling', 'view.toggleTypewriter'),
        command('Token probabilities', 'view.tokens'),
        separator,
        command('Larger text', 'text.larger', 'CmdOrCtrl+='),
        command('Smaller text', 'text.smaller', 'CmdOrCtrl+-'),
        command('Text as set', 'text.asSet', 'CmdOrCtrl+0'),
        separator,
        command('Full screen', 'view.fullScreen', isMac ? 'Ctrl+Cmd+F' : 'F11'),
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' } satisfies MenuItemConstructorOptions] : []),
  ];
}

/** The first menu on macOS, where the settings are. */
function appMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    label: 'Aspen Grove',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  };
}
