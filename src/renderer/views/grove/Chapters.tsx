import { type CSSProperties, useId, useMemo } from 'react';
import { parentSections } from '../../../core/sections/sections.ts';
import { CHAPTERS, wordsIn } from '../../../ui-text/tree/outline.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { sectionTitle } from '../../session/tree/section-title.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './GrovePane.module.css';

/** The chapters of the text with their words; each goes to its heading. Nothing if there are none. */
export function Chapters() {
  const { sections } = useTreeDesk();
  const list = useStore(sections.list);
  const id = useId();
  const chapters = useMemo(() => {
    const headings = list.filter(({ kind }) => kind === 'heading');
    const parents = parentSections(headings);
    const depths: number[] = [];
    for (const [index] of headings.entries()) {
      const parent = parents[index] ?? -1;
      depths[index] = parent < 0 ? 0 : (depths[parent] ?? 0) + 1;
    }
    return headings.map((section, index) => ({ section, depth: depths[index] ?? 0 }));
  }, [list]);
  if (chapters.length === 0) return null;
  return (
    <section className={styles.chapters} aria-labelledby={id}>
      <h3 className={styles.heading} id={id}>
        {CHAPTERS}
      </h3>
      <ul>
        {chapters.map(({ section, depth }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chapter has no identity but its place
          <li key={index}>
            <button
              type="button"
              className={styles.chapter}
              dir="auto"
              style={{ '--depth': depth } as CSSProperties}
              onClick={() => sections.goToText(section)}
            >
              <span className={styles.chapterTitle}>
                {sectionTitle(section)}
                <span className={styles.comma}>,</span>
              </span>
              <span className={styles.count} aria-hidden="true">
                {section.allWords.toLocaleString('en-US')}
              </span>
              <VisuallyHidden>{wordsIn(section.allWords)}</VisuallyHidden>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
