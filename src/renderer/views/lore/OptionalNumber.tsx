import { notBetween } from '../../../ui-text/lore.ts';
import { TextField } from '../../ui/fields/TextField.tsx';

export interface OptionalNumberProps {
  readonly label: string;
  readonly hint?: string;
  /** Undefined for the default. */
  readonly value: number | undefined;
  /** In place of no number. */
  readonly placeholder: string;
  readonly min: number;
  readonly max: number;
  onChange(value: number | undefined): void;
}

/** A whole number, or nothing for a default that is elsewhere. */
export function OptionalNumber(props: OptionalNumberProps) {
  const { label, hint, value, placeholder, min, max, onChange } = props;
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      placeholder={placeholder}
      value={value === undefined ? '' : String(value)}
      check={(text) => (numberIn(text, min, max) === null ? notBetween(min, max) : null)}
      onCommit={(text) => {
        const typed = numberIn(text, min, max);
        if (typed !== null) onChange(typed);
        return null;
      }}
    />
  );
}

/** Undefined for no text; null for anything but a whole number in the range. Commas may group its digits. */
function numberIn(text: string, min: number, max: number): number | undefined | null {
  const digits = text.replaceAll(/[\s,]/g, '');
  if (digits === '') return undefined;
  const value = /^-?\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return value >= min && value <= max ? value : null;
}
