import type { MenuItemConstructorOptions } from 'electron';
import {
  CLOSE_WINDOW,
  COMMAND_LABELS,
  MAC_SETTINGS,
  MENUS,
  NO_RECENT_GROVES,
  QUIT,
  recentGroveLabel,
} from '../../ui-text/menu.ts';
import { shortFolder } from '../settings/recent-groves.ts';

/** A recently opened grove. */
interface RecentFile {
  readonly name: string;
  readonly path: string;
}

export interface MenuOptions {
  readonly isMac: boolean;
  /** The commands' current keys, by command id. */
  readonly keys: Readonly<Record<string, string>>;
  /** Newest first. */
  readonly recentGroves: readonly RecentFile[];
  run(commandId: string): void;
  openRecent(path: string): void;
}

type CommandId = keyof typeof COMMAND_LABELS;

/**
 * The template of the menu bar. Our own commands run in the page, which has the one list of them
 * (`renderer/app/commands.ts`) and reports their keys. So the keys shown here are not registered with the
 * system, and labels have no mnemonics, because Alt moves through the tree (`interface.md`, *Keys*).
 */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { isMac, keys, run } = options;
  const command = (id: CommandId, label: string = COMMAND_LABELS[id]): MenuItemConstructorOptions => {
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
  const settings = isMac ? command('settings.open', MAC_SETTINGS) : command('settings.open');

  return [
    ...(isMac ? [appMenu(command('help.about'), settings)] : []),
    {
      label: MENUS.file,
      submenu: [
        command('grove.create'),
        command('grove.createAt'),
        command('grove.choose'),
        recentMenu(options),
        command('grove.openSample'),
        command('grove.welcome'),
        separator,
        command('copies.openBackup'),
        command('copies.saveAs'),
        command('copies.duplicate'),
        command('copies.share'),
        command('copies.merge'),
        separator,
        command('grove.rename'),
        command('draft.commit'),
        separator,
        command('exchange.importTexts'),
        command('exchange.importHistories'),
        {
          label: MENUS.export,
          submenu: [
            command('exchange.export'),
            command('exchange.exportAgain'),
            separator,
            command('exchange.exportMarkdown'),
            command('exchange.exportPlainText'),
            command('exchange.exportTyped'),
            command('exchange.exportHtml'),
            command('exchange.exportEpub'),
            command('exchange.exportDocx'),
            command('exchange.exportPdf'),
            separator,
            command('exchange.exportBranches'),
            command('exchange.exportDocuments'),
            command('exchange.report'),
            command('exchange.exportTree'),
            command('exchange.exportHistory'),
          ],
        },
        command('exchange.print'),
        separator,
        ...(isMac ? [] : [settings, separator]),
        { role: 'close', label: CLOSE_WINDOW, registerAccelerator: isMac },
        ...(isMac ? [] : [{ role: 'quit', label: QUIT } satisfies MenuItemConstructorOptions]),
      ],
    },
    {
      label: MENUS.edit,
      submenu: [
        command('edit.undo'),
        command('edit.redo'),
        separator,
        { role: 'cut', registerAccelerator: false },
        { role: 'copy', registerAccelerator: false },
        { role: 'paste', registerAccelerator: false },
        command('edit.pastePlain'),
        { role: 'selectAll', registerAccelerator: false },
        separator,
        command('find.open'),
        command('find.replace'),
        command('find.next'),
        command('find.previous'),
        separator,
        command('search.open'),
      ],
    },
    {
      label: MENUS.tree,
      submenu: [
        command('grove.newTree'),
        command('grove.newConversation'),
        command('grove.newDocument'),
        command('grove.goToTree'),
        command('grove.filterTrees'),
        separator,
        command('grove.renameTree'),
        command('grove.describeTree'),
        command('grove.treeLanguage'),
        command('grove.duplicateTree'),
        command('grove.moveTree'),
        separator,
        command('grove.archiveTree'),
        command('grove.restoreTree'),
        command('grove.deleteTree'),
      ],
    },
    {
      label: MENUS.loom,
      submenu: [
        command('generation.start'),
        command('generation.siblings'),
        command('generation.switch'),
        command('generation.stop'),
        separator,
        command('rewrite.selection'),
        command('rewrite.bridge'),
        separator,
        command('path.previousSibling'),
        command('path.nextSibling'),
        command('path.preview'),
        command('path.parent'),
        command('path.child'),
        command('path.endHere'),
        command('palette.goTo'),
        separator,
        command('path.previousChapter'),
        command('path.nextChapter'),
        command('path.previousScene'),
        command('path.nextScene'),
        separator,
        command('places.back'),
        command('places.forward'),
        separator,
        command('bookmark.toggle'),
        command('bookmark.name'),
        command('bookmark.previous'),
        command('bookmark.next'),
      ],
    },
    {
      label: MENUS.node,
      submenu: [
        command('version.previous'),
        command('version.next'),
        separator,
        command('node.split'),
        command('node.splitAndBranch'),
        command('node.branchEdit'),
        separator,
        command('node.about'),
        command('node.token'),
        command('note.add'),
        command('node.exclude'),
        command('node.exportRecord'),
        separator,
        command('node.prune'),
      ],
    },
    {
      label: MENUS.view,
      submenu: [
        command('palette.open'),
        separator,
        command('view.toggleGrove'),
        command('view.toggleInspector'),
        command('view.nextPane'),
        separator,
        command('scene.list'),
        command('timeline.open'),
        command('view.toggleColours'),
        command('view.toggleFocus'),
        command('view.toggleTypewriter'),
        command('view.tokens'),
        separator,
        command('text.larger'),
        command('text.smaller'),
        command('text.asSet'),
        separator,
        command('view.fullScreen'),
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: MENUS.help,
      submenu: [
        command('help.loom'),
        command('help.editing'),
        command('help.models'),
        command('help.conversations'),
        command('help.files'),
        command('help.keys'),
        command('help.words'),
        separator,
        command('help.shortcuts'),
        separator,
        command('help.report'),
        ...(isMac ? [] : [command('help.about')]),
      ],
    },
  ];
}

function recentMenu({ recentGroves, openRecent }: MenuOptions): MenuItemConstructorOptions {
  const none: MenuItemConstructorOptions = { label: NO_RECENT_GROVES, enabled: false };
  const groves = recentGroves.map(
    ({ name, path }): MenuItemConstructorOptions => ({
      // A single ampersand would become a mnemonic.
      label: recentGroveLabel(name, shortFolder(path)).replaceAll('&', '&&'),
      click: () => openRecent(path),
    }),
  );
  return { label: MENUS.openRecent, submenu: groves.length === 0 ? [none] : groves };
}

/** The first menu on macOS, which contains the settings. */
function appMenu(
  about: MenuItemConstructorOptions,
  settings: MenuItemConstructorOptions,
): MenuItemConstructorOptions {
  return {
    label: MENUS.app,
    submenu: [
      about,
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
