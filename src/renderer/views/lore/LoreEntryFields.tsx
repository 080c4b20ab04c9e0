import { useEffect, useId, useState } from 'react';
import type { PositionId, TreeId } from '../../../core/ids.ts';
import { keysIn, lineOf } from '../../../core/lore/key-line.ts';
import { LORE_ORDER, type LoreEntry, type LoreLogic, type LoreWaker } from '../../../core/lore/lore-entry.ts';
import {
  MAX_LORE_KEYS,
  MAX_LORE_POSITIONS,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../../core/text/limits.ts';
import { KEY_FAULTS, LOGIC_NAMES, LORE_FIELDS, tooManyKeys, WAKER_NAMES } from '../../../ui-text/lore.ts';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import { DEPTH_RANGE } from '../../session/tree/context-texts.ts';
import type { LoreChange } from '../../session/tree/lore-entries.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './Lore.module.css';
import { OptionalNumber } from './OptionalNumber.tsx';

const ORDER_RANGE = { min: -10_000, max: 10_000 } as const;
/** The depth of an entry that is moved into the text. */
const USUAL_DEPTH = 4;

export interface LoreEntryFieldsProps {
  /** Of the document. */
  readonly treeId: TreeId;
  readonly entry: LoreEntry;
  /** It is the document's only one, which the switch turns off. */
  readonly isOne: boolean;
  onChange(change: LoreChange): void;
}

/** One entry of a document: its keys, and under *More* whatever else decides when and where it is sent. */
export function LoreEntryFields({ treeId, entry, isOne, onChange }: LoreEntryFieldsProps) {
  const { keys = [], always = false, part } = entry;
  const [open, setOpen] = useState<string | null>(null);
  return (
    <div className={styles.form}>
      <KeyField
        label={LORE_FIELDS.keys}
        hint={LORE_FIELDS.keysHint}
        placeholder={part === undefined ? LORE_FIELDS.itsNames : LORE_FIELDS.itsHeading}
        keys={keys}
        onChange={(typed) => onChange({ keys: typed })}
      />
      <Checkbox
        text={LORE_FIELDS.always}
        checked={always}
        onChange={(on) => onChange({ always: on || undefined })}
      />
      <Accordion
        open={open}
        onOpen={setOpen}
        items={[
          {
            id: 'more',
            title: LORE_FIELDS.more,
            content: <More treeId={treeId} entry={entry} isOne={isOne} onChange={onChange} />,
          },
        ]}
      />
    </div>
  );
}

function More({ treeId, entry, isOne, onChange }: LoreEntryFieldsProps) {
  const { secondary = [], logic = 'andAny', place = 'top', order = LORE_ORDER, scan } = entry;
  const { wokenBy = 'text', wakes = true, group = '', enabled = true, after = [], notAfter = [] } = entry;
  const { lore } = useAppSession();
  useEffect(() => lore.words.want([...(entry.after ?? []), ...(entry.notAfter ?? [])]), [lore, entry]);
  return (
    <div className={styles.form}>
      <KeyField
        label={LORE_FIELDS.secondary}
        keys={secondary}
        onChange={(typed) => onChange({ secondary: typed })}
      />
      {secondary.length > 0 && (
        <Select
          label={LORE_FIELDS.logic}
          value={logic}
          options={optionsOf(LOGIC_NAMES)}
          onChange={(value) => onChange({ logic: value as LoreLogic })}
        />
      )}
      <Select
        label={LORE_FIELDS.place}
        value={place === 'top' ? 'top' : 'within'}
        options={[
          { value: 'top', text: LORE_FIELDS.top },
          { value: 'within', text: LORE_FIELDS.within },
        ]}
        onChange={(value) => onChange({ place: value === 'top' ? undefined : USUAL_DEPTH })}
      />
      {place !== 'top' && (
        <NumberField
          label={LORE_FIELDS.depth}
          value={place}
          {...DEPTH_RANGE}
          onChange={(value) => onChange({ place: value })}
        />
      )}
      <NumberField
        label={LORE_FIELDS.order}
        hint={LORE_FIELDS.orderHint}
        value={order}
        {...ORDER_RANGE}
        onChange={(value) => onChange({ order: value === LORE_ORDER ? undefined : value })}
      />
      <OptionalNumber
        label={LORE_FIELDS.scan}
        placeholder={LORE_FIELDS.asTheBook}
        value={scan}
        min={0}
        max={MAX_TEXT_LENGTH}
        onChange={(value) => onChange({ scan: value })}
      />
      <Select
        label={LORE_FIELDS.wokenBy}
        value={wokenBy}
        options={optionsOf(WAKER_NAMES)}
        onChange={(value) => onChange({ wokenBy: value as LoreWaker })}
      />
      <Checkbox
        text={LORE_FIELDS.wakes}
        checked={wakes}
        onChange={(on) => onChange({ wakes: on ? undefined : false })}
      />
      <TextField
        label={LORE_FIELDS.group}
        hint={LORE_FIELDS.groupHint}
        value={group}
        onCommit={(text) => {
          onChange({ group: text.trim().slice(0, MAX_TITLE_LENGTH) || undefined });
          return null;
        }}
      />
      <Positions
        label={LORE_FIELDS.after}
        treeId={treeId}
        positions={after}
        onChange={(value) => onChange({ after: value })}
      />
      <Positions
        label={LORE_FIELDS.notAfter}
        treeId={treeId}
        positions={notAfter}
        onChange={(value) => onChange({ notAfter: value })}
      />
      {!isOne && (
        <Checkbox
          text={LORE_FIELDS.off}
          checked={!enabled}
          onChange={(off) => onChange({ enabled: off ? false : undefined })}
        />
      )}
    </div>
  );
}

function optionsOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, text]) => ({ value, text }));
}

interface KeyFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly keys: readonly string[];
  /** Undefined for none. */
  onChange(keys: readonly string[] | undefined): void;
}

/** Keys on a line. One that cannot be a key says why as it is typed, and is not taken. */
function KeyField({ keys, onChange, ...props }: KeyFieldProps) {
  const { lore } = useTreeDesk();
  const { notices } = useAppSession();
  const check = (text: string) => (keysIn(text).length > MAX_LORE_KEYS ? tooManyKeys(MAX_LORE_KEYS) : null);
  const checkSoon = async (text: string) => {
    for (const key of keysIn(text).filter((one) => !keys.includes(one))) {
      const trial = await notices.attempt(lore.try(key));
      if (trial?.kind === 'badKey') return `${key}: ${KEY_FAULTS[trial.reason]}`;
    }
    return null;
  };
  return (
    <TextField
      {...props}
      value={lineOf(keys)}
      check={check}
      checkSoon={checkSoon}
      onCommit={async (text) => {
        const problem = await checkSoon(text);
        const typed = keysIn(text);
        if (problem === null) onChange(typed.length === 0 ? undefined : typed);
        return problem;
      }}
    />
  );
}

interface PositionsProps {
  readonly label: string;
  /** Of the document. */
  readonly treeId: TreeId;
  readonly positions: readonly PositionId[];
  /** Undefined for none. */
  onChange(positions: readonly PositionId[] | undefined): void;
}

/** Passages of the story, by their first words. */
function Positions({ label, treeId, positions, onChange }: PositionsProps) {
  const { lore, notices } = useAppSession();
  useStore(lore.words.revision);
  const id = useId();
  const add = () => {
    const here = lore.passageAtCaret(treeId);
    if (here === null) notices.tell(LORE_FIELDS.noStory);
    else if (!positions.includes(here)) onChange([...positions, here].slice(-MAX_LORE_POSITIONS));
  };
  return (
    <section className={styles.positions} aria-labelledby={id}>
      <h4 id={id} className={styles.label}>
        {label}
      </h4>
      {positions.length > 0 && (
        <ul aria-labelledby={id}>
          {positions.map((position) => {
            const words = lore.words.find(position) ?? LORE_FIELDS.elsewhere;
            return (
              <li key={position} className={styles.position}>
                <span className={styles.words} dir="auto">
                  {words}
                </span>
                <Button
                  variant="icon"
                  label={LORE_FIELDS.removePosition(words)}
                  onClick={() => {
                    const left = positions.filter((one) => one !== position);
                    onChange(left.length === 0 ? undefined : left);
                  }}
                >
                  <CloseIcon />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <div>
        <Button variant="quiet" keepsFocus onClick={add}>
          {LORE_FIELDS.addHere}
        </Button>
      </div>
    </section>
  );
}
