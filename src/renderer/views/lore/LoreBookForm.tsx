import { useEffect } from 'react';
import { LORE_SCAN, LORE_SCAN_MESSAGES, type LoreBook } from '../../../core/lore/lore-entry.ts';
import { MAX_LORE_ROUNDS, MAX_TEXT_LENGTH } from '../../../core/text/limits.ts';
import { LORE_BOOK } from '../../../ui-text/lore.ts';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import { Checkboxes } from '../../ui/fields/Checkbox.tsx';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import styles from './Lore.module.css';
import { OptionalNumber } from './OptionalNumber.tsx';

export interface LoreBookFormProps {
  /** A conversation about a story, which goes by the story's values. */
  readonly isAbout: boolean;
  readonly isConversation: boolean;
  readonly readOnly: boolean;
}

/** The values that the lore of a story goes by. */
export function LoreBookForm({ isAbout, isConversation, readOnly }: LoreBookFormProps) {
  const { tags } = useAppSession();
  const { texts } = useTreeDesk();
  const { loreBook } = useStore(texts.store);
  const active = useStore(tags.active);
  // The Grove pane, which reads them too, may be hidden.
  useEffect(() => tags.watch(), [tags]);
  if (isAbout || readOnly)
    return <p className={styles.soft}>{isAbout ? LORE_BOOK.topic : LORE_BOOK.about}</p>;
  const { scan, rounds = 0, budget, tags: chosen = [] } = loreBook;
  const change = (part: { readonly [K in keyof LoreBook]?: LoreBook[K] | undefined }) => {
    const values = Object.entries({ ...loreBook, ...part });
    texts.change({ loreBook: Object.fromEntries(values.filter(([, value]) => value !== undefined)) });
  };
  return (
    <div className={styles.form}>
      <p className={styles.soft}>{LORE_BOOK.about}</p>
      <OptionalNumber
        label={isConversation ? LORE_BOOK.scanMessages : LORE_BOOK.scan}
        placeholder={(isConversation ? LORE_SCAN_MESSAGES : LORE_SCAN).toLocaleString('en-US')}
        value={scan}
        min={0}
        max={MAX_TEXT_LENGTH}
        onChange={(value) => change({ scan: value })}
      />
      <NumberField
        label={LORE_BOOK.rounds}
        value={rounds}
        min={0}
        max={MAX_LORE_ROUNDS}
        onChange={(value) => change({ rounds: value })}
      />
      <OptionalNumber
        label={LORE_BOOK.budget}
        hint={LORE_BOOK.budgetHint}
        placeholder=""
        value={budget}
        min={0}
        max={MAX_TEXT_LENGTH}
        onChange={(value) => change({ budget: value })}
      />
      {active.length > 0 && (
        <Checkboxes
          label={LORE_BOOK.tags}
          options={active.map(({ tagId, name }) => ({ value: tagId, text: `#${name}` }))}
          chosen={chosen}
          onToggle={(id) =>
            change({ tags: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] })
          }
        />
      )}
    </div>
  );
}
