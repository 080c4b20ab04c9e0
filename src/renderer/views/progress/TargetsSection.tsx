import { useId } from 'react';
import { MAX_TARGET } from '../../../core/text/limits.ts';
import {
  leftText,
  NO_PARTS,
  NOT_A_NUMBER,
  ofTarget,
  PART_TARGETS,
  PART_TARGETS_HINT,
  SESSION_TARGET,
  STORY_BY,
  STORY_BY_HINT,
  STORY_TARGET,
  STORY_WORDS,
  wordsText,
} from '../../../ui-text/progress.ts';
import { writingDay } from '../../../ui-text/time.ts';
import { useAppSession, useStore, useStoreSoon } from '../../session/hooks.ts';
import type { BufferDesk } from '../../session/manuscript/buffer-desk.ts';
import { sectionTitle } from '../../session/tree/sections-session.ts';
import { daysBetween } from '../../session/window/words-of-days.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './Progress.module.css';

/** The targets of the story and of the parts under its headings. */
export function TargetsSection({ desk }: { readonly desk: BufferDesk }) {
  const { fullPage } = useAppSession();
  return (
    <>
      <Story desk={desk} />
      <Parts desk={desk} />
      <div className={styles.foot}>
        <Button variant="quiet" onClick={() => fullPage.set({ kind: 'settings', section: 'writing' })}>
          {SESSION_TARGET}
        </Button>
      </div>
    </>
  );
}

function Story({ desk }: { readonly desk: BufferDesk }) {
  const { trees } = useAppSession();
  const id = useId();
  const grove = useStore(desk.tree.grove);
  const words = useStoreSoon(desk.summary)?.words ?? 0;
  const tree = grove.trees.find((one) => one.id === desk.tree.treeId);
  if (tree === undefined) return null;
  const { words: target, by } = tree.settings.targets ?? { words: 0 };
  const days = by === undefined ? null : daysBetween(writingDay(Date.now()), by) + 1;
  return (
    <section className={styles.target} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{STORY_TARGET}</h3>
      <div className={styles.fields}>
        <WordsField
          label={STORY_WORDS}
          words={words}
          target={target}
          disabled={desk.tree.isReadOnly}
          onCommit={(next) => trees.setTarget(tree, { words: next, ...(by === undefined ? {} : { by }) })}
        />
        <div className={styles.date}>
          <label htmlFor={`${id}-by`}>{STORY_BY}</label>
          <input
            id={`${id}-by`}
            type="date"
            className={shared.input}
            value={by ?? ''}
            disabled={desk.tree.isReadOnly}
            aria-describedby={`${id}-by-hint`}
            onChange={({ target: { value } }) =>
              void trees.setTarget(tree, { words: target, ...(value === '' ? {} : { by: value }) })
            }
          />
          <p id={`${id}-by-hint`}>{STORY_BY_HINT}</p>
        </div>
      </div>
      {target > 0 && <p className={styles.left}>{leftText(target - words, days)}</p>}
    </section>
  );
}

function Parts({ desk }: { readonly desk: BufferDesk }) {
  const { sections, targets } = desk.tree;
  const id = useId();
  const list = useStoreSoon(sections.list);
  const placed = useStore(targets.placed);
  const headings = [...list.entries()].filter(([, { kind }]) => kind === 'heading');
  return (
    <section className={styles.target} aria-labelledby={id}>
      <h3 id={id}>{PART_TARGETS}</h3>
      <p className={styles.words}>{headings.length === 0 ? NO_PARTS : PART_TARGETS_HINT}</p>
      <div className={styles.fields}>
        {headings.map(([index, section]) => (
          <WordsField
            key={`${index} ${section.title}`}
            label={sectionTitle(section)}
            words={section.allWords}
            target={placed.get(index)?.words ?? 0}
            disabled={desk.tree.isReadOnly}
            onCommit={(words) => targets.set(index, words)}
          />
        ))}
      </div>
    </section>
  );
}

interface WordsFieldProps {
  readonly label: string;
  /** The words that are there. */
  readonly words: number;
  readonly target: number;
  readonly disabled: boolean;
  onCommit(words: number): Promise<void>;
}

/** A target in words, with how far it is reached. */
function WordsField({ label, words, target, disabled, onCommit }: WordsFieldProps) {
  const share = target === 0 ? 0 : Math.max(0, Math.min(1, words / target));
  return (
    <div className={styles.field}>
      <TextField
        label={label}
        disabled={disabled}
        value={target === 0 ? '' : String(target)}
        hint={target === 0 ? wordsText(words) : ofTarget(words, target)}
        check={(text) => (readWords(text) === null ? NOT_A_NUMBER : null)}
        onCommit={async (text) => {
          await onCommit(readWords(text) ?? 0);
          return null;
        }}
      />
      <div className={styles.bar} aria-hidden="true">
        <span style={{ inlineSize: `${100 * share}%` }} />
      </div>
    </div>
  );
}

/** Null for what is no number of words; 0 for an empty field. */
function readWords(text: string): number | null {
  const digits = text.replaceAll(/[\s,.’']/g, '');
  const words = Number(digits);
  return /^\d*$/.test(digits) && words <= MAX_TARGET ? words : null;
}
