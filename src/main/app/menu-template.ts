import type { MenuItemConstructorOptions } from 'electron';
import { shortFolder } from '../settings/recent-groves.ts';
import { acceleratorOf } from './accelerator.ts';

/** A grove that was opened before. */
export interface RecentFile {
  readonly name: string;
  readonly path: string;
}

export interface MenuOptions {
  readonly isMac: boolean;
  /** Those that commands have now, by their ids. */
  readonly keys: Readonly<Record<string, string>>;
  /** Newest first. */
  readonly recentGroves: readonly RecentFile[];
  /** With the id of the command that was chosen. */
  run(commandId: string): void;
  openRecent(path: string): void;
}

/**
 * What stands in the system's menu. Commands of our own run in the page, which has the one list of them
 * (`renderer/app/commands.ts`) and tells their keys; so the keys shown here are not registered with the system, and
 * labels carry no mnemonics, since Alt moves through the tree (`interface.md`, *Keys*).
 */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { isMac, keys, run } = options;
  const command = (label: string, id: string): MenuItemConstructorOptions => {
    const accelerator = acceleratorOf(keys[id] ?? '');
    return {
      id,
      label,
      click: () => run(id),
      registerAccelerator: false,
      ...(accelerator === undefined ? {} : { accelerator }),
    };
  };
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const settings = command(isMac ? 'Settings…' : 'Settings', 'settings.open');

  return [
    ...(isMac ? [appMenu(settings)] : []),
    {
      label: 'File',
      submenu: [
        command('New grove', 'grove.create'),
        command('Open…', 'grove.choose'),
        recentMenu(options),
        command('Sample grove', 'grove.openSample'),
        separator,
        command('Open a copy from…', 'copies.openBackup'),
        command('Save As…', 'copies.saveAs'),
        command('Duplicate the grove…', 'copies.duplicate'),
        command('Share a copy…', 'copies.share'),
        command('Merge a copy into this grove…', 'copies.merge'),
        separator,
        command('Rename the grove…', 'grove.rename'),
        command('Commit the draft', 'draft.commit'),
        separator,
        command('Import Markdown or text…', 'exchange.importTexts'),
        {
          label: 'Export',
          submenu: [
            command('Markdown…', 'exchange.exportMarkdown'),
            command('Plain text…', 'exchange.exportPlainText'),
            command('Web page that shows who wrote what…', 'exchange.exportHtml'),
            command('PDF…', 'exchange.exportPdf'),
            separator,
            command('The tree as JSON…', 'exchange.exportTree'),
          ],
        },
        command('Print…', 'exchange.print'),
        separator,
        ...(isMac ? [] : [settings, separator]),
        { role: 'close', label: 'Close window', registerAccelerator: isMac },
        ...(isMac ? [] : [{ role: 'quit', label: 'Quit' } satisfies MenuItemConstructorOptions]),
      ],
    },
    {
      label: 'Edit',
      submenu: [
        command('Undo', 'edit.undo'),
        command('Redo', 'edit.redo'),
        separator,
        { role: 'cut', registerAccelerator: false },
        { role: 'copy', registerAccelerator: false },
        { role: 'paste', registerAccelerator: false },
        { role: 'selectAll', registerAccelerator: false },
        separator,
        command('Find', 'find.open'),
        command('Find and replace', 'find.replace'),
        command('Find the next', 'find.next'),
        command('Find the one before', 'find.previous'),
        separator,
        command('Search the grove', 'search.open'),
      ],
    },
    {
      label: 'Tree',
      submenu: [
        command('New tree', 'grove.newTree'),
        command('Go to tree…', 'grove.goToTree'),
        command('Filter the trees', 'grove.filterTrees'),
        separator,
        command('Rename…', 'grove.renameTree'),
        command('Describe…', 'grove.describeTree'),
        command('Duplicate', 'grove.duplicateTree'),
        command('Move to another grove…', 'grove.moveTree'),
        separator,
        command('Archive', 'grove.archiveTree'),
        command('Restore from the archive…', 'grove.restoreTree'),
        command('Delete from the archive…', 'grove.deleteTree'),
      ],
    },
    {
      label: 'Loom',
      submenu: [
        command('Generate', 'generation.start'),
        command('More siblings of this node', 'generation.siblings'),
        command('One more sibling, and switch to it', 'generation.switch'),
        command('Stop', 'generation.stop'),
        separator,
        command('Previous sibling', 'path.previousSibling'),
        command('Next sibling', 'path.nextSibling'),
        command('Preview the next sibling', 'path.preview'),
        command('Parent', 'path.parent'),
        command('Last visited child', 'path.child'),
        command('End the path here', 'path.endHere'),
        command('Go to node…', 'palette.goTo'),
        separator,
        command('Back', 'places.back'),
        command('Forward', 'places.forward'),
        separator,
        command('Bookmark', 'bookmark.toggle'),
        command('Bookmark with a name…', 'bookmark.name'),
        command('Previous bookmark', 'bookmark.previous'),
        command('Next bookmark', 'bookmark.next'),
      ],
    },
    {
      label: 'Node',
      submenu: [
        command('Previous version', 'version.previous'),
        command('Next version', 'version.next'),
        separator,
        command('Split here', 'node.split'),
        command('Split and start a branch here', 'node.splitAndBranch'),
        command('Make this edit a branch', 'node.branchEdit'),
        separator,
        command('About this node', 'node.about'),
        command('What else might have come', 'node.token'),
        command('Add a note', 'note.add'),
        command('Exclude or include this node', 'node.exclude'),
        command('Export the record of this node', 'node.exportRecord'),
        separator,
        command('Prune', 'node.prune'),
      ],
    },
    {
      label: 'View',
      submenu: [
        command('Command palette', 'palette.open'),
        separator,
        command('Grove pane', 'view.toggleGrove'),
        command('Inspector', 'view.toggleInspector'),
        command('Next pane', 'view.nextPane'),
        separator,
        command('Authorship colours', 'view.toggleColours'),
        command('Focus mode', 'view.toggleFocus'),
        command('Typewriter scrolling', 'view.toggleTypewriter'),
        command('Token probabilities', 'view.tokens'),
        separator,
        command('Larger text', 'text.larger'),
        command('Smaller text', 'text.smaller'),
        command('Text as set', 'text.asSet'),
        separator,
        command('Full screen', 'view.fullScreen'),
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: 'Help',
      submenu: [
        command('The loom', 'help.loom'),
        command('Editing and branching', 'help.editing'),
        command('Models', 'help.models'),
        command('Files and safety', 'help.files'),
        command('Keys', 'help.keys'),
        separator,
        command('Keyboard shortcuts', 'help.shortcuts'),
      ],
    },
  ];
}

function recentMenu({ recentGroves, openRecent }: MenuOptions): MenuItemConstructorOptions {
  const none: MenuItemConstructorOptions = { label: 'None yet', enabled: false };
  const groves = recentGroves.map(
    ({ name, path }): MenuItemConstructorOptions => ({
      // An ampersand would be a mnemonic.
      label: `${name} – ${shortFolder(path)}`.replaceAll('&', '&&'),
      click: () => openRecent(path),
    }),
  );
  return { label: 'Open recent', submenu: groves.length === 0 ? [none] : groves };
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
