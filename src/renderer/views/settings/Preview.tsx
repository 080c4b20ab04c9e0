import { useEffect, useRef } from 'react';
import { PREVIEW } from '../../../ui-text/settings/section-words.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { setTypography } from '../manuscript/typography.ts';
import styles from './Preview.module.css';

/** A preview of the manuscript: two paragraphs, one with a coloured continuation, one with an underlined one. */
export function Preview() {
  const preferences = useStore(useAppSession().preferences);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    if (page.current !== null) setTypography(page.current, preferences);
  }, [preferences]);
  return (
    <figure ref={page} className={styles.preview} aria-label={PREVIEW.label}>
      <p className={styles.paragraph}>
        {PREVIEW.first}{' '}
        <span data-colour="blue" className={styles.coloured}>
          {PREVIEW.coloured}
        </span>
      </p>
      <p className={styles.paragraph}>
        {PREVIEW.second} <span className={styles.underlined}>{PREVIEW.underlined}</span>
      </p>
      <figcaption className={styles.caption}>{PREVIEW.caption}</figcaption>
    </figure>
  );
}
