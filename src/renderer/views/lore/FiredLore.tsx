import { useId } from 'react';
import type { LoreVerdict } from '../../../core/lore/lore-verdict.ts';
import {
  LORE_IN_REQUEST,
  LORE_STATES,
  loreName,
  loreReason,
  loreTokens,
  moreLore,
} from '../../../ui-text/lore.ts';
import { useAppSession, useTreeDesk } from '../../session/hooks.ts';
import shared from '../../styles/shared.module.css';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Lore.module.css';

/** Of more, the rest are only counted. */
const MAX_SHOWN = 100;

/** These say nothing about the text. */
const FAR: ReadonlySet<LoreVerdict['why']['kind']> = new Set(['off', 'noKey']);

export interface FiredLoreProps {
  readonly verdicts: readonly LoreVerdict[];
  /** The parts of the text that distances count. */
  readonly of: 'paragraph' | 'message';
}

/** The entries of lore in the next request, and those that are nearly: why, and what each costs. Nothing without any. */
export function FiredLore({ verdicts, of }: FiredLoreProps) {
  const id = useId();
  const near = verdicts.filter(({ why }) => !FAR.has(why.kind));
  if (near.length === 0) return null;
  const listed = [...near.filter(({ fired }) => fired), ...near.filter(({ fired }) => !fired)];
  return (
    <section className={styles.fired} aria-labelledby={id}>
      <h3 id={id} className={shared.paneHeading}>
        {LORE_IN_REQUEST}
      </h3>
      <ul aria-labelledby={id}>
        {listed.slice(0, MAX_SHOWN).map((verdict) => (
          <FiredEntry key={`${verdict.treeId} ${verdict.entry}`} verdict={verdict} of={of} />
        ))}
      </ul>
      {listed.length > MAX_SHOWN && <p className={styles.soft}>{moreLore(listed.length - MAX_SHOWN)}</p>}
    </section>
  );
}

/** The name opens the document beside the text; the reason goes to the place that woke the entry, if there is one. */
function FiredEntry({ verdict, of }: { readonly verdict: LoreVerdict; readonly of: FiredLoreProps['of'] }) {
  const { documents } = useAppSession();
  const { lore } = useTreeDesk();
  const { treeId, title, part, tokens, fired, why } = verdict;
  const place = 'place' in why ? why.place : null;
  const reason = loreReason(why, of);
  return (
    <li className={styles.entry} data-fired={fired || undefined}>
      <span className={styles.mark} aria-hidden="true" />
      <div className={styles.about}>
        <span className={styles.head}>
          <button type="button" className={styles.name} dir="auto" onClick={() => documents.show(treeId)}>
            {loreName(title, part)}
          </button>
          <VisuallyHidden>, {fired ? LORE_STATES.sent : LORE_STATES.notSent}, </VisuallyHidden>
          <span className={styles.tokens}>{loreTokens(tokens)}</span>
        </span>
        {place === null ? (
          <span className={styles.reason}>{reason}</span>
        ) : (
          <button type="button" className={styles.reason} onClick={() => lore.goTo(place)}>
            {reason}
          </button>
        )}
      </div>
    </li>
  );
}
