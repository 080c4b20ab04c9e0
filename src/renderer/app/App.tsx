import { useEffect, useLayoutEffect, useMemo } from 'react';
import { isTextFile } from '../editor/index.ts';
import { AppSessionContext, OpenTreeContext, useStore } from '../session/hooks.ts';
import type { AppSession, Scene } from '../session/window/app-session.ts';
import { isDialogOpen } from '../ui/layers/Dialog.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { UiProvider } from '../ui/UiProvider.tsx';
import { CommandsContext } from '../views/commands.ts';
import { ContextPane } from '../views/context/ContextPane.tsx';
import { ComparePage } from '../views/continuations/ComparePage.tsx';
import { ContinuationsPane, ReadyBadge } from '../views/continuations/ContinuationsPane.tsx';
import { UndoNotice } from '../views/continuations/UndoNotice.tsx';
import { BackupsDialog } from '../views/copies/BackupsDialog.tsx';
import { ShareDialog } from '../views/copies/ShareDialog.tsx';
import { ExchangeBar } from '../views/exchange/ExchangeBar.tsx';
import { DeleteTree } from '../views/grove/DeleteTree.tsx';
import { GrovePane } from '../views/grove/GrovePane.tsx';
import { HelpPage } from '../views/help/HelpPage.tsx';
import { ManuscriptPane } from '../views/manuscript/ManuscriptPane.tsx';
import { NodePane } from '../views/node/NodePane.tsx';
import { Palette } from '../views/palette/Palette.tsx';
import { SettingsPage } from '../views/settings/SettingsPage.tsx';
import { StatusBar } from '../views/status-bar/StatusBar.tsx';
import { TreePane } from '../views/tree/TreePane.tsx';
import { FileComparisonDialog } from '../views/trouble/FileComparisonDialog.tsx';
import { Welcome } from '../views/welcome/Welcome.tsx';
import { Announcements } from './Announcements.tsx';
import styles from './App.module.css';
import { Banners } from './Banners.tsx';
import { accessTo, runCommand } from './command-access.ts';
import { type Command, commands, findCommand } from './commands.ts';
import { listenForRelease } from './hold-preview.ts';
import { listenForKeys } from './keymap.ts';
import { listenForThumbs } from './listen-for-thumbs.ts';
import { Overhead } from './Overhead.tsx';
import { keepPaletteFocus } from './palette-focus.ts';
import { presetCommands } from './preset-commands.ts';
import { EffectiveKeys } from './shortcuts/effective-keys.ts';
import { showTheme } from './show-theme.ts';
import type { TypedAhead } from './typed-ahead.ts';

export interface AppProps {
  readonly session: AppSession;
  /** For the style sheets that CodeMirror and Base UI make. */
  readonly nonce: string;
  readonly typedAhead: TypedAhead;
  /** Runs a command chosen in the system's menu; returns the function that stops listening. */
  onMenuCommand(run: (id: string) => void): () => void;
}

/** The window. */
export function App({ session, nonce, typedAhead, onMenuCommand }: AppProps) {
  const scene = useStore(session.scene);
  const cover = useStore(session.cover);
  const isPaused = useStore(session.isPaused);
  const known = useStore(session.info)?.platform;
  const platform = known ?? 'linux';
  const { presets, shortcuts } = useStore(session.preferences);
  const keys = useMemo(
    () => new EffectiveKeys([...commands, ...presetCommands(presets)], shortcuts, platform),
    [presets, shortcuts, platform],
  );
  const access = useMemo(() => accessTo(session, keys), [session, keys]);

  useEffect(
    () => listenForKeys(window, keys, (command, event) => runByKey(session, command, event)),
    [session, keys],
  );
  useEffect(() => {
    if (known !== undefined) void session.showKeys(keys.firsts());
  }, [session, keys, known]);
  useEffect(() => onMenuCommand((id) => runByMenu(session, id)), [session, onMenuCommand]);
  useEffect(() => listenForDrops(session), [session]);
  useEffect(() => listenForRelease(window, () => session.findTree()?.preview ?? null), [session]);
  useEffect(
    () =>
      listenForThumbs(window, (direction) => {
        if (!isDialogOpen())
          runCommand(session, findCommand(direction === -1 ? 'places.back' : 'places.forward'));
      }),
    [session],
  );
  useEffect(() => listenForWidth(session), [session]);
  useEffect(() => keepPaletteFocus(session, document), [session]);
  // What is typed until the page takes no typing any more is handed over with the rest.
  useLayoutEffect(() => {
    if (!isPaused) return;
    typedAhead.keep();
    void session.rest();
  }, [session, typedAhead, isPaused]);
  const tree = scene.kind === 'grove' ? scene.tree : null;
  useEffect(() => {
    if (isPaused) return;
    if (scene.kind === 'welcome') typedAhead.take();
    void tree?.typeAhead(() => typedAhead.take());
  }, [scene.kind, tree, typedAhead, isPaused]);
  useEffect(() => showTheme(session.preferences, document.documentElement), [session]);

  return (
    <UiProvider nonce={nonce}>
      <AppSessionContext value={session}>
        <CommandsContext value={access}>
          <div className={styles.window}>
            <Overhead>
              <Banners />
              <ExchangeBar />
            </Overhead>
            <div className={styles.scene} inert={isPaused}>
              <div className={styles.stage} inert={cover !== null}>
                {scene.kind === 'welcome' && <Welcome />}
                {scene.kind === 'grove' && (
                  <GroveWindow key={scene.show} scene={scene} session={session} nonce={nonce} />
                )}
              </div>
              {cover?.kind === 'settings' && <SettingsPage section={cover.section} />}
              {cover?.kind === 'help' && <HelpPage page={cover.page} />}
            </div>
            <BackupsDialog />
            <ShareDialog />
            <FileComparisonDialog />
            <Palette />
            <Announcements />
          </div>
        </CommandsContext>
      </AppSessionContext>
    </UiProvider>
  );
}

interface GroveWindowProps {
  readonly scene: Extract<Scene, { kind: 'grove' }>;
  readonly session: AppSession;
  readonly nonce: string;
}

function GroveWindow({ scene: { grove, tree }, session, nonce }: GroveWindowProps) {
  const panes = useStore(session.panes.shown);
  const { inspectorTab } = useStore(session.preferences);
  const isComparing = useStore(tree.comparison.shown) !== null;
  const title = grove.trees.find((known) => known.id === tree.treeId)?.title ?? grove.name;
  return (
    <OpenTreeContext value={tree}>
      <div
        className={styles.panes}
        data-grove={panes.grove ? 'shown' : 'hidden'}
        data-inspector={panes.inspector ? 'shown' : 'hidden'}
        inert={isComparing}
      >
        {panes.grove && <GrovePane grove={grove} />}
        <ManuscriptPane
          title={title}
          agents={grove.agents}
          writerId={grove.writerId}
          readOnly={grove.readOnly}
          nonce={nonce}
        />
        {panes.inspector && (
          <aside className={styles.inspector} aria-label="Inspector">
            <Tabs
              label="Inspector"
              shown={inspectorTab}
              onShow={(id) => session.prefer({ inspectorTab: id })}
              tabs={[
                {
                  id: 'continuations',
                  title: 'Continuations',
                  badge: <ReadyBadge />,
                  content: <ContinuationsPane agents={grove.agents} readOnly={grove.readOnly} />,
                },
                { id: 'tree', title: 'Tree', content: <TreePane grove={grove} /> },
                { id: 'node', title: 'Node', content: <NodePane grove={grove} /> },
                { id: 'context', title: 'Context', content: <ContextPane grove={grove} /> },
              ]}
            />
          </aside>
        )}
      </div>
      <div inert={isComparing}>
        <StatusBar grove={grove} />
      </div>
      <UndoNotice />
      <DeleteTree />
      <ComparePage agents={grove.agents} readOnly={grove.readOnly} />
    </OpenTreeContext>
  );
}

/** The palette gives way to what is chosen in the menu. */
function runByMenu(session: AppSession, id: string): void {
  if (isDialogOpen()) return;
  const command = findCommand(id);
  if (command !== undefined && !isOfPalette(command)) session.palette.close();
  runCommand(session, command);
}

function isOfPalette({ id }: Command): boolean {
  return id.startsWith('palette.');
}

function runByKey(session: AppSession, command: Command, event: KeyboardEvent): boolean {
  // What the palette covers is not to be changed from under it.
  if (isDialogOpen() || (session.palette.isOpen && !isOfPalette(command))) return false;
  if (session.findTree()?.isComposing === true) return false;
  // A field has an undo of its own; the manuscript is no field in this sense.
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  // A text of its own: Ctrl+Enter is its to take, and so is undo.
  if (event.target instanceof HTMLTextAreaElement && isOfText(command)) return false;
  if (isField && command.id.startsWith('edit.')) return false;
  if (event.repeat && command.once === true) return true;
  return runCommand(session, command);
}

function isOfText({ id }: Command): boolean {
  return id.startsWith('edit.') || id === 'generation.start';
}

/** As `App.module.css` has it. */
const NARROW = '(max-width: 46rem)';

/** A window that becomes too narrow, by its size or by a larger zoom, keeps the text and lets the panes go. */
function listenForWidth(session: AppSession): () => void {
  const query = window.matchMedia(NARROW);
  const onChange = () => session.panes.fit(query.matches);
  if (query.matches) onChange();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** A grove's file that is dropped on the window is opened, a text file on the manuscript is its own; any other goes nowhere. */
function listenForDrops(session: AppSession): () => void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  const onDragOver = (event: DragEvent) => {
    if (hasFiles(event)) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    const files = [...(event.dataTransfer?.files ?? [])];
    const isOnText = event.target instanceof Element && event.target.closest('[role="textbox"]') !== null;
    // The editor passes over an event whose default is prevented.
    if (isOnText && files.some(isTextFile)) return;
    event.preventDefault();
    event.stopPropagation();
    const file = files[0];
    if (file !== undefined) void session.opening.openDropped(file);
  };
  window.addEventListener('dragover', onDragOver, { capture: true });
  window.addEventListener('drop', onDrop, { capture: true });
  return () => {
    window.removeEventListener('dragover', onDragOver, { capture: true });
    window.removeEventListener('drop', onDrop, { capture: true });
  };
}
