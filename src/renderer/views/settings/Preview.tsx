import { useEffect, useRef } from 'react';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { setTypography } from '../manuscript/typography.ts';
import styles from './Preview.module.css';

/**
 * A preview of the manuscript: two paragraphs, one with a coloured continuation, one with an underlined one.
 */
export function Preview() {
  const preferences = useStore(useAppSession().preferences);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    if (page.current !== null) setTypography(page.current, preferences);
  }, [preferences]);
  return (
    <figure ref={page} className={styles.preview} aria-label="Preview">
      <p className={styles.paragraph}>
        The lake had frozen in a single night, and in the morning there was no sound from it at all.{' '}
        <span data-colour="blue" className={styles.coloured}>
          She walked out as far as the third post and listened for the water under her boots.
        </span>
      </p>
      <p className={styles.paragraph}>
        “It will hold,” he said from the shore.{' '}
        <span className={styles.underlined}>Nobody had asked him, and the ice answered first.</span>
      </p>
      <figcaption className={styles.caption}>
        What a model wrote, in its colour above and underlined below.
      </figcaption>
    </figure>
  );
}
