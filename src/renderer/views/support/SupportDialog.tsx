import type { ReactNode } from 'react';
import { ABOUT, CRASH_REPORT, LICENCES_TEXT, SUPPORT_REPORT } from '../../../ui-text/support.ts';
import { CLOSE } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { AboutProgram } from '../../session/window/support-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import styles from './SupportDialog.module.css';

const TEXTS = {
  report: SUPPORT_REPORT,
  crash: CRASH_REPORT,
  licences: { title: ABOUT.licences, text: LICENCES_TEXT },
} as const;

/** Shows facts about the program, or a text that the writer may read before it is saved. */
export function SupportDialog() {
  const { support } = useAppSession();
  const page = useStore(support.page);
  if (page === null) return null;
  if (page.kind === 'about') return <About about={page.about} />;
  const { title, text } = TEXTS[page.kind];
  return (
    <Dialog title={title} text={<p>{text}</p>} onClose={support.close}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that */}
      <section className={styles.contents} tabIndex={0} aria-label={title}>
        {page.text}
      </section>
      <DialogActions>
        {page.kind !== 'licences' && (
          <Button onClick={() => void support.save(page.text)}>{SUPPORT_REPORT.save}</Button>
        )}
        <Button onClick={support.close}>{CLOSE}</Button>
      </DialogActions>
    </Dialog>
  );
}

function About({ about }: { readonly about: AboutProgram }) {
  const { support } = useAppSession();
  const { version, runtime, system, dataFolder, isForTrial, isPortable } = about;
  const notes = [isForTrial ? ABOUT.forTrial : null, isPortable ? ABOUT.portable : null, ABOUT.licence];
  return (
    <Dialog
      title={ABOUT.title}
      text={notes.map((note) => note !== null && <p key={note}>{note}</p>)}
      onClose={support.close}
    >
      <dl className={styles.facts}>
        <Fact name={ABOUT.version} value={version} />
        <Fact name={ABOUT.runtime} value={runtime} />
        <Fact name={ABOUT.system} value={system} />
        <Fact name={ABOUT.data} value={dataFolder}>
          <Button variant="quiet" label={ABOUT.showData} onClick={() => void support.showDataFolder()}>
            {ABOUT.show}
          </Button>
        </Fact>
      </dl>
      <DialogActions>
        <Button onClick={() => void support.showLicences()}>{ABOUT.licences}</Button>
        <Button onClick={support.close}>{CLOSE}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Fact(props: { readonly name: string; readonly value: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{props.name}</dt>
      <dd>
        <span>{props.value}</span>
        {props.children}
      </dd>
    </div>
  );
}
