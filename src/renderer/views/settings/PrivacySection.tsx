import { PRIVACY } from '../../../ui-text/settings/section-words.ts';
import styles from './PrivacySection.module.css';

/** Lists the data that leave this computer. There is nothing to switch off. */
export function PrivacySection() {
  return (
    <div className={styles.words}>
      <h3 className={styles.line}>{PRIVACY.line}</h3>
      {PRIVACY.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
