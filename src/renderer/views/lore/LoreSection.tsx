import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { LoreTrial, LoreVerdict } from '../../../core/lore/lore-verdict.ts';
import {
  LORE,
  LORE_STATES,
  loreName,
  loreReason,
  loreTrial,
  moreLore,
  TRY_A_KEY,
  TRY_HINT,
} from '../../../ui-text/lore.ts';
import { useAppSession, useDesk, useStore, useTreeDesk } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import styles from './Lore.module.css';

/** More would push what is below out of reach. */
const MAX_LISTED = 100;

/** From a key that is tried to the answer. Milliseconds. */
const TRY_AFTER = 150;

/** The grove's lore, with what fires now, and a field to try a key. Nothing without any. */
export function LoreSection() {
  const { lore } = useTreeDesk();
  const of = useDesk().mode === 'dialogue' ? 'message' : 'paragraph';
  const verdicts = useStore(lore.verdicts);
  const { lore: session } = useAppSession();
  const isTrying = useStore(session.isTrying);
  const id = useId();
  useEffect(() => lore.watch(), [lore]);
  const listed = useMemo(() => inUse(verdicts), [verdicts]);
  if (listed.length === 0 && !isTrying) return null;
  // Rows stay where they are as the writer writes, unless there are too many.
  const shown =
    listed.length <= MAX_LISTED
      ? listed
      : [...listed.filter(({ fired }) => fired), ...listed.filter(({ fired }) => !fired)];
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h3 className={styles.heading} id={id}>
          {LORE}
        </h3>
        <Button
          variant="quiet"
          pressed={isTrying}
          onClick={() => (isTrying ? session.stopTrying() : session.startTrying())}
        >
          {TRY_A_KEY}
        </Button>
      </div>
      {isTrying && <Trial of={of} onClose={() => session.stopTrying()} />}
      <ul aria-labelledby={id}>
        {shown.slice(0, MAX_LISTED).map((verdict) => (
          <LoreRow key={`${verdict.treeId} ${verdict.entry}`} verdict={verdict} of={of} />
        ))}
      </ul>
      {shown.length > MAX_LISTED && <p className={styles.soft}>{moreLore(shown.length - MAX_LISTED)}</p>}
    </section>
  );
}

/** There may be ten thousand of them, at each pause in typing. */
const titles = new Intl.Collator();

/** The entries of documents that are not switched off, by name. */
function inUse(verdicts: readonly LoreVerdict[]): readonly LoreVerdict[] {
  const used = new Set(verdicts.filter(({ why }) => why.kind !== 'off').map(({ treeId }) => treeId));
  return verdicts
    .filter(({ treeId }) => used.has(treeId))
    .toSorted((one, other) => titles.compare(one.title, other.title) || one.entry - other.entry);
}

interface LoreRowProps {
  readonly verdict: LoreVerdict;
  readonly of: 'paragraph' | 'message';
}

/** An entry; its button opens the document beside the text. */
function LoreRow({ verdict: { treeId, title, part, fired, why }, of }: LoreRowProps) {
  const { documents } = useAppSession();
  const isQuiet = why.kind === 'noKey';
  return (
    <li className={styles.entry} data-fired={fired || undefined}>
      <span className={styles.mark} aria-hidden="true" />
      <button type="button" className={styles.row} dir="auto" onClick={() => documents.show(treeId)}>
        <span className={styles.rowName}>{loreName(title, part)}</span>
        <VisuallyHidden>, {fired ? LORE_STATES.sent : LORE_STATES.notSent}</VisuallyHidden>
        {!isQuiet && <span className={styles.reason}>{loreReason(why, of)}</span>}
      </button>
    </li>
  );
}

interface TrialProps {
  readonly of: 'paragraph' | 'message';
  onClose(): void;
}

/** A key that is tried: where it is found in what is looked through, or why it is refused. Escape closes the field. */
function Trial({ of, onClose }: TrialProps) {
  const { lore } = useTreeDesk();
  const { notices, lore: session } = useAppSession();
  const verdicts = useStore(lore.verdicts);
  const [key, setKey] = useState('');
  const [trial, setTrial] = useState<LoreTrial | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useFocusRequest(session.focusRequest, () => {
    field.current?.focus();
    return true;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other verdicts tell of another text
  useEffect(() => {
    if (key === '') return setTrial(null);
    let isCurrent = true;
    const timer = setTimeout(
      () => void notices.attempt(lore.try(key)).then((found) => isCurrent && setTrial(found ?? null)),
      TRY_AFTER,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, lore, notices, verdicts]);
  const place = trial?.kind === 'found' ? trial.place : null;
  return (
    <div className={styles.trial}>
      <input
        ref={field}
        className={styles.field}
        aria-label={TRY_A_KEY}
        aria-describedby={id}
        placeholder={TRY_HINT}
        autoComplete="off"
        spellCheck={false}
        value={key}
        onChange={(event) => setKey(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && place !== null) lore.goTo(place);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <p id={id} className={styles.soft} aria-live="polite">
        {trial !== null && loreTrial(trial, of)}
      </p>
    </div>
  );
}
