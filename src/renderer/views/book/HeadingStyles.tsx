import { type HeadingStyle, PLAIN_HEADING } from '../../../core/book/book-settings.ts';
import { HEADING_FIELDS, LOOK_NAMES, levelName, NUMBER_NAMES, tooLong } from '../../../ui-text/book.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './Book.module.css';
import type { BookFormProps } from './form.ts';

const LEVELS = [0, 1, 2, 3, 4, 5] as const;
const MAX_WORD = 50;

/** The numbers and the looks of headings, by level. */
export function HeadingStyles({ book, onChange }: BookFormProps) {
  const { headings = [] } = book;
  const change = (level: number, part: Partial<HeadingStyle>) =>
    onChange({
      headings: LEVELS.slice(0, Math.max(headings.length, level + 1)).map((at) => ({
        ...(headings[at] ?? PLAIN_HEADING),
        ...(at === level ? part : {}),
      })),
    });
  return (
    <div className={styles.form}>
      <p className={styles.about}>{HEADING_FIELDS.about}</p>
      {LEVELS.map((level) => {
        const style = headings[level] ?? PLAIN_HEADING;
        return (
          <fieldset key={level} className={styles.level}>
            <legend className={styles.groupTitle}>{levelName(level + 1)}</legend>
            <Select
              label={HEADING_FIELDS.numbers}
              value={style.numbers}
              options={optionsOf(NUMBER_NAMES)}
              onChange={(numbers) => change(level, { numbers: numbers as HeadingStyle['numbers'] })}
            />
            <Select
              label={HEADING_FIELDS.look}
              value={style.look}
              options={optionsOf(LOOK_NAMES)}
              onChange={(look) => change(level, { look: look as HeadingStyle['look'] })}
            />
            <Checkbox
              text={HEADING_FIELDS.startsPage}
              checked={style.startsPage}
              onChange={(startsPage) => change(level, { startsPage })}
            />
            {style.numbers !== 'none' && (
              <TextField
                label={HEADING_FIELDS.word}
                value={style.word}
                check={(text) => (text.length > MAX_WORD ? tooLong(MAX_WORD) : null)}
                onCommit={(text) => {
                  change(level, { word: text.trim() });
                  return null;
                }}
              />
            )}
          </fieldset>
        );
      })}
    </div>
  );
}

function optionsOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, text]) => ({ value, text }));
}
