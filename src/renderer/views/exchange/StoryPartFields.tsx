import { useState } from 'react';
import { countWords } from '../../../core/text/count-words.ts';
import { chapterOption, WHAT } from '../../../ui-text/export-page.ts';
import type { ExportChoice, ExportPreview, ExportSelection } from '../../session/window/exchange-session.ts';
import { Checkboxes } from '../../ui/fields/Checkbox.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import styles from './ExportPage.module.css';

interface StoryPartFieldsProps {
  readonly choice: ExportChoice;
  readonly selection: ExportSelection | null;
  readonly chapters: ExportPreview['chapters'];
  onChange(choice: ExportChoice): void;
}

/** The part of a story that goes out: all of it, a chapter or several, or the selection. */
export function StoryPartFields({ choice, selection, chapters, onChange }: StoryPartFieldsProps) {
  // A chapter may have moved since it was chosen.
  const chosen = choice.chapters.map(({ index, label }) =>
    chapters[index]?.label === label ? index : chapters.findIndex((one) => one.label === label),
  );
  const [isSeveral, setSeveral] = useState(chosen.length > 1);
  const chapterAt = (index: number) => ({ index, label: chapters[index]?.label ?? '' });
  const value =
    choice.selection !== null ? 'selection' : isSeveral ? 'several' : String(chosen[0] ?? 'whole');

  function choose(part: string): void {
    setSeveral(part === 'several');
    const first = chosen.length > 0 ? choice.chapters : [chapterAt(0)];
    onChange({
      ...choice,
      selection: part === 'selection' ? selection : null,
      chapters:
        part === 'several'
          ? first
          : part === 'selection' || part === 'whole'
            ? []
            : [chapterAt(Number(part))],
    });
  }

  function toggle(index: number): void {
    const others = chosen.includes(index) ? chosen.filter((one) => one !== index) : [...chosen, index];
    // The last one stays: without any, all of the text would go out.
    if (others.length > 0)
      onChange({ ...choice, chapters: others.toSorted((one, other) => one - other).map(chapterAt) });
  }

  return (
    <>
      <Select
        label={WHAT.label}
        value={value}
        options={[
          { value: 'whole', text: WHAT.whole },
          ...(selection === null
            ? []
            : [{ value: 'selection', text: WHAT.selection(countWords(selection.text)) }]),
          ...chapters.map(({ label, words }, index) => ({
            value: String(index),
            text: chapterOption(label, words),
          })),
          ...(chapters.length > 1 ? [{ value: 'several', text: WHAT.several }] : []),
        ]}
        onChange={choose}
      />
      {value === 'several' && (
        <div className={styles.chapters}>
          <Checkboxes
            label={WHAT.chapters}
            options={chapters.map(({ label, words }, index) => ({
              value: String(index),
              text: chapterOption(label, words),
            }))}
            chosen={chosen.map(String)}
            onToggle={(index) => toggle(Number(index))}
          />
        </div>
      )}
    </>
  );
}
