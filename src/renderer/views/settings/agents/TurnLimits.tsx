import { useState } from 'react';
import { CAP_NAMES, CAPS, type CapName, type TurnCaps } from '../../../../core/commands/caps.ts';
import {
  CAP_WORDS,
  countOwnLimits,
  TURN_LIMITS,
  TURN_LIMITS_HINT,
} from '../../../../ui-text/agents/loom-access.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { type Parsed, parseAmount, parseWholeNumber, problemOf } from '../parse-settings.ts';
import styles from './Agent.module.css';

export interface TurnLimitsProps {
  readonly value: TurnCaps;
  /** @param value undefined if every limit is the usual one */
  onChange(value: TurnCaps | undefined): void;
}

/** No service costs more; larger amounts are refused. */
const MOST_DOLLARS = 1_000_000;

/** Limits of each turn of a loom-aware agent. */
export function TurnLimits({ value, onChange }: TurnLimitsProps) {
  const [open, setOpen] = useState<string | null>(null);
  const set = (name: CapName, cap: number | null) => {
    const { [name]: _, ...others } = value;
    const next = cap === null || cap === CAPS[name].usual ? others : { ...others, [name]: cap };
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <Accordion
      open={open}
      onOpen={setOpen}
      items={[
        {
          id: 'limits',
          title: TURN_LIMITS,
          note: countOwnLimits(Object.keys(value).length),
          content: (
            <>
              <p className={styles.intro}>{TURN_LIMITS_HINT}</p>
              <div className={styles.pair}>
                {CAP_NAMES.map((name) => (
                  <Limit key={name} name={name} value={value[name]} onChange={(cap) => set(name, cap)} />
                ))}
              </div>
            </>
          ),
        },
      ]}
    />
  );
}

interface LimitProps {
  readonly name: CapName;
  readonly value: number | undefined;
  onChange(value: number | null): void;
}

function Limit({ name, value, onChange }: LimitProps) {
  const read = (text: string) => parseCap(name, text);
  const { name: label, hint } = CAP_WORDS[name];
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      value={value === undefined ? '' : formatCap(name, value)}
      placeholder={formatCap(name, CAPS[name].usual)}
      check={problemOf(read)}
      onCommit={(text) => {
        const typed = read(text);
        if (typed.ok) onChange(typed.value);
        return null;
      }}
    />
  );
}

function parseCap(name: CapName, text: string): Parsed<number | null> {
  return name === 'dollars' ? parseAmount(text, MOST_DOLLARS) : parseWholeNumber(text, 1, CAPS[name].most);
}

function formatCap(name: CapName, value: number): string {
  return name === 'dollars' ? value.toFixed(2) : value.toLocaleString('en');
}
