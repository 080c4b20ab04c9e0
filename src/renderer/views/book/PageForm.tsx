import { useId, useState } from 'react';
import type { BookFont } from '../../../core/book/book-settings.ts';
import {
  AUTHOR_NAMES,
  FONT_NAMES,
  MARK_NAMES,
  MARKS,
  PAGE_FIELDS,
  PARAGRAPH_NAMES,
  SIZE_NAMES,
  tooLong,
} from '../../../ui-text/book.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './Book.module.css';
import type { BookFormProps } from './form.ts';

const MAX_MARK = 20;
const SIZES = [null, 9, 10, 10.5, 11, 11.5, 12, 13, 14, 16, 18] as const;
const AUTHORS = { usual: null, always: true, never: false } as const;

/** Scene marks and typography. */
export function PageForm({ book, onChange }: BookFormProps) {
  const { sceneMark = null, font = null, size = null, isSpaced = false, isJustified = false } = book;
  const { showsAuthors = null, isTypeset = false } = book;
  const id = useId();
  const isListed = sceneMark === null || sceneMark === '' || MARKS.some((mark) => mark === sceneMark);
  const [isOwn, setIsOwn] = useState(!isListed);
  const shownMark = isOwn ? 'own' : sceneMark === null ? 'typed' : sceneMark === '' ? 'space' : sceneMark;
  const names = Object.keys(AUTHORS) as (keyof typeof AUTHORS)[];
  return (
    <div className={styles.form}>
      <Select
        label={PAGE_FIELDS.sceneMark}
        value={shownMark}
        options={[
          { value: 'typed', text: MARK_NAMES.typed },
          ...MARKS.map((mark) => ({ value: mark, text: mark })),
          { value: 'space', text: MARK_NAMES.space },
          { value: 'own', text: MARK_NAMES.own },
        ]}
        onChange={(mark) => {
          setIsOwn(mark === 'own');
          if (mark !== 'own') onChange({ sceneMark: mark === 'typed' ? null : mark === 'space' ? '' : mark });
        }}
      />
      {isOwn && (
        <TextField
          label={PAGE_FIELDS.ownMark}
          value={sceneMark ?? ''}
          check={(text) => (text.length > MAX_MARK ? tooLong(MAX_MARK) : null)}
          onCommit={(text) => {
            onChange({ sceneMark: text.trim() });
            return null;
          }}
        />
      )}
      <Select
        label={PAGE_FIELDS.font}
        value={font === null || font === 'literata' ? 'usual' : font}
        options={Object.entries(FONT_NAMES).map(([value, text]) => ({ value, text }))}
        onChange={(chosen) => onChange({ font: chosen === 'usual' ? null : (chosen as BookFont) })}
      />
      <Select
        label={PAGE_FIELDS.size}
        value={String(size ?? '')}
        options={SIZES.map((points) => ({ value: String(points ?? ''), text: SIZE_NAMES(points) }))}
        onChange={(points) => onChange({ size: points === '' ? null : Number(points) })}
      />
      <div className={styles.choice}>
        <span className={styles.about}>{PAGE_FIELDS.paragraphs}</span>
        <SegmentedControl<'indented' | 'spaced'>
          label={PAGE_FIELDS.paragraphs}
          describedBy={`${id}-justified`}
          value={isSpaced ? 'spaced' : 'indented'}
          options={(['indented', 'spaced'] as const).map((value) => ({
            value,
            text: PARAGRAPH_NAMES[value],
          }))}
          onChange={(paragraphs) => onChange({ isSpaced: paragraphs === 'spaced' })}
        />
      </div>
      <div className={styles.choice}>
        <div className={styles.about}>
          <span>{PAGE_FIELDS.justified}</span>
          <p id={`${id}-justified`} className={styles.hint}>
            {PAGE_FIELDS.justifiedHint}
          </p>
        </div>
        <Switch
          label={PAGE_FIELDS.justified}
          describedBy={`${id}-justified`}
          on={isJustified}
          onChange={(on) => onChange({ isJustified: on })}
        />
      </div>
      <div className={styles.choice}>
        <div className={styles.about}>
          <span>{PAGE_FIELDS.typeset}</span>
          <p id={`${id}-typeset`} className={styles.hint}>
            {PAGE_FIELDS.typesetHint}
          </p>
        </div>
        <Switch
          label={PAGE_FIELDS.typeset}
          describedBy={`${id}-typeset`}
          on={isTypeset}
          onChange={(on) => onChange({ isTypeset: on })}
        />
      </div>
      <Select
        label={PAGE_FIELDS.authors}
        value={names.find((name) => AUTHORS[name] === showsAuthors) ?? 'usual'}
        options={names.map((value) => ({ value, text: AUTHOR_NAMES[value] }))}
        onChange={(name) => onChange({ showsAuthors: AUTHORS[name as keyof typeof AUTHORS] })}
      />
    </div>
  );
}
