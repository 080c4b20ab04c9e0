import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { ANNOUNCEMENTS } from '../../ui-text/window/panes.ts';
import { AppSessionContext, useAppSession, useStore } from '../session/hooks.ts';
import type { Preferences } from '../session/settings/preferences-session.ts';
import type { Store } from '../session/store.ts';
import type { AppSession } from '../session/window/app-session.ts';
import shared from '../styles/shared.module.css';
import { isDialogOpen } from '../ui/layers/Dialog.tsx';
import { UiProvider } from '../ui/UiProvider.tsx';
import { BookPage } from '../views/book/BookPage.tsx';
import { CommandsContext } from '../views/commands.ts';
import { ConnectPage } from '../views/connect/ConnectPage.tsx';
import { BackupsDialog } from '../views/copies/BackupsDialog.tsx';
import { ShareDialog } from '../views/copies/ShareDialog.tsx';
import { ExchangeBar } from '../views/exchange/ExchangeBar.tsx';
import { ExportPage } from '../views/exchange/ExportPage.tsx';
import { ImportDialog } from '../views/exchange/ImportDialog.tsx';
import { HelpPage } from '../views/help/HelpPage.tsx';
import { NOTICE_CARDS } from '../views/manuscript/notice-corner.ts';
import { Palette } from '../views/palette/Palette.tsx';
import { ProgressPage } from '../views/progress/ProgressPage.tsx';
import { ReadingPage } from '../views/reading/ReadingPage.tsx';
import { ReportPage } from '../views/report/ReportPage.tsx';
import { SettingsPage } from '../views/settings/SettingsPage.tsx';
import { SupportDialog } from '../views/support/SupportDialog.tsx';
import { FileComparisonDialog } from '../views/trouble/FileComparisonDialog.tsx';
import { AwaitedFile } from '../views/welcome/AwaitedFile.tsx';
import { Welcome } from '../views/welcome/Welcome.tsx';
import styles from './App.module.css';
import { commandAccessTo, runCommand, runFromKey, runFromMenu } from './command-access.ts';
import { commands, findCommand, presetCommands } from './commands.ts';
import { GroveWindow } from './GroveWindow.tsx';
import { keepFocus } from './keep-focus.ts';
import { listenForKeys } from './keymap.ts';
import { NoticeList } from './NoticeList.tsx';
import { followPlace } from './notice-place.ts';
import { EffectiveKeys } from './shortcuts/effective-keys.ts';
import type { TypedAhead } from './typed-ahead.ts';
import {
  listenForCopies,
  listenForDrops,
  listenForMouseNavigation,
  listenForPastes,
  listenForRelease,
  listenForWidth,
  restoreFocusAfterPalette,
} from './window-listeners.ts';

export interface AppProps {
  readonly session: AppSession;
  /** For the style sheets that CodeMirror and Base UI create. */
  readonly nonce: string;
  readonly typedAhead: TypedAhead;
  /** Calls `run` with the id of each command chosen in the system menu. @returns a function that stops listening */
  onMenuCommand(run: (id: string) => void): () => void;
}

/** The window's content: the current scene, its dialogs and the palette. */
export function App({ session, nonce, typedAhead, onMenuCommand }: AppProps) {
  const scene = useStore(session.scene);
  const cover = useStore(session.fullPage);
  const isPaused = useStore(session.isPaused);
  const knownPlatform = useStore(session.info)?.platform;
  const platform = knownPlatform ?? 'linux';
  const { presets, shortcuts } = useStore(session.preferences);
  const keys = useMemo(
    () => new EffectiveKeys([...commands, ...presetCommands(presets)], shortcuts, platform),
    [presets, shortcuts, platform],
  );
  const access = useMemo(() => commandAccessTo(session, keys), [session, keys]);

  useEffect(
    () => listenForKeys(window, keys, (command, event) => runFromKey(session, command, event)),
    [session, keys],
  );
  useEffect(() => {
    if (knownPlatform !== undefined) void session.showKeys(keys.primaryKeys());
  }, [session, keys, knownPlatform]);
  useEffect(() => onMenuCommand((id) => runFromMenu(session, id)), [session, onMenuCommand]);
  useEffect(listenForCopies, []);
  useEffect(listenForPastes, []);
  useEffect(() => listenForDrops(session), [session]);
  useEffect(() => listenForRelease(window, () => session.findDesk()?.preview ?? null), [session]);
  useEffect(
    () =>
      listenForMouseNavigation(window, (direction) => {
        if (!isDialogOpen())
          runCommand(session, findCommand(direction === -1 ? 'places.back' : 'places.forward'));
      }),
    [session],
  );
  useEffect(() => listenForWidth(session), [session]);
  useEffect(() => restoreFocusAfterPalette(session, document), [session]);
  useEffect(
    () =>
      keepFocus(document, (textbox) => {
        const shown = session.scene.get();
        if (shown.kind === 'grove')
          (textbox.closest('aside') === null ? shown.desk : shown.companion)?.tree.focus();
      }),
    [session],
  );
  // Start recording typed text as the page becomes inert, so that nothing typed is lost.
  useLayoutEffect(() => {
    if (!isPaused) return;
    typedAhead.start();
    void session.flushPage();
  }, [session, typedAhead, isPaused]);
  const desk = scene.kind === 'grove' ? scene.desk : null;
  useEffect(() => {
    if (isPaused) return;
    void typedAhead.resumed.then(() => {
      if (session.isPaused.get()) return;
      if (scene.kind === 'welcome') typedAhead.finish();
      void desk?.typeAhead(() => typedAhead.finish());
    });
  }, [session, scene.kind, desk, typedAhead, isPaused]);
  useEffect(() => applyTheme(session.preferences, document.documentElement), [session]);

  return (
    <UiProvider nonce={nonce}>
      <AppSessionContext value={session}>
        <CommandsContext value={access}>
          <div className={styles.window}>
            <div className={styles.scene} inert={isPaused}>
              <div className={styles.stage} inert={cover !== null}>
                {scene.kind === 'welcome' && <Welcome />}
                {scene.kind === 'awaiting' && <AwaitedFile name={scene.fileName} />}
                {scene.kind === 'grove' && (
                  <GroveWindow key={scene.desk.tree.treeId} scene={scene} session={session} nonce={nonce} />
                )}
              </div>
              {cover?.kind === 'settings' && (
                <SettingsPage
                  key={`${cover.section} ${cover.query ?? ''}`}
                  section={cover.section}
                  initialQuery={cover.query ?? ''}
                />
              )}
              {cover?.kind === 'connect' && <ConnectPage />}
              {cover?.kind === 'help' && <HelpPage page={cover.page} />}
              {cover?.kind === 'reading' && <ReadingPage />}
              {cover?.kind === 'export' && <ExportPage key={cover.treeId} {...cover} />}
              {cover?.kind === 'book' && <BookPage key={cover.treeId} treeId={cover.treeId} />}
              {cover?.kind === 'report' && <ReportPage key={cover.treeId} treeId={cover.treeId} />}
              {cover?.kind === 'progress' && <ProgressPage section={cover.section} desk={cover.desk} />}
            </div>
            <NoticeCards />
            <BackupsDialog />
            <ShareDialog />
            <ImportDialog />
            <FileComparisonDialog />
            <SupportDialog />
            <Palette />
            <Announcements />
          </div>
        </CommandsContext>
      </AppSessionContext>
    </UiProvider>
  );
}

/** The notices, and the progress of a long task. */
function NoticeCards() {
  const { notices, exchange } = useAppSession();
  const cards = useRef<HTMLDivElement>(null);
  const isProgress = useStore(exchange.progress) !== null;
  const isShown = useStore(notices.banners).length > 0 || isProgress;
  useLayoutEffect(
    () => (isShown && cards.current !== null ? followPlace(cards.current) : undefined),
    [isShown],
  );
  return (
    <div ref={cards} id={NOTICE_CARDS} className={styles.notices}>
      <NoticeList />
      <ExchangeBar />
    </div>
  );
}

/** Announcements for screen readers, in order: branch points, arrivals, errors. */
function Announcements() {
  const { notices } = useAppSession();
  const log = useStore(notices.log);
  return (
    <div role="log" aria-live="polite" aria-label={ANNOUNCEMENTS} className={shared.spoken}>
      {log.map((announcement) => (
        <p key={announcement.id}>{announcement.text}</p>
      ))}
    </div>
  );
}

/**
 * Sets the chosen theme on the root element, and whether the writer or the system asks for more contrast;
 * `tokens.css` does the rest.
 * @returns a function that stops following changes
 */
function applyTheme(preferences: Store<Preferences>, root: HTMLElement): () => void {
  const contrastQuery = window.matchMedia('(prefers-contrast: more)');
  const show = () => {
    const { theme } = preferences.get();
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
    if (theme === 'contrast' || contrastQuery.matches) root.dataset.contrast = 'more';
    else delete root.dataset.contrast;
  };
  show();
  contrastQuery.addEventListener('change', show);
  const stop = preferences.subscribe(show);
  return () => {
    contrastQuery.removeEventListener('change', show);
    stop();
  };
}
