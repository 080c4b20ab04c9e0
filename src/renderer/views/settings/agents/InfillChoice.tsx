import {
  familyOfMarkers,
  infillOf,
  MARKER_FAMILIES,
  MARKERS,
  usualInfill,
} from '../../../../core/context/infill.ts';
import { MAX_MARKER_LENGTH } from '../../../../core/text/limits.ts';
import { type Infill, type InfillMarkers, isOffline } from '../../../../core/tree/agent.ts';
import {
  FAMILY_NAMES,
  FILLS_IN_BY,
  FILLS_IN_BY_HINT,
  INFILL_WORDS,
  MARKER_MISSING,
  MARKER_WORDS,
  MARKERS_OF,
  markerTooLong,
  ORDER_NAMES,
  OTHER_MARKERS,
  SENT_FIRST,
} from '../../../../ui-text/agents/infill.ts';
import type { Agent } from '../../../session/settings/agents-session.ts';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from './Agent.module.css';

export interface InfillChoiceProps {
  readonly agent: Agent;
  /** @param infill undefined for the default of this style */
  onChange(infill: Infill | undefined): void;
}

const KINDS = ['suffix', 'template', 'chat'] as const;
const CARDS = KINDS.map((value) => ({
  value,
  text: INFILL_WORDS[value].name,
  sentence: INFILL_WORDS[value].sentence,
}));
const ORDERS = ['psm', 'spm'] as const;
/** Markers to begin with. */
const FIRST_FAMILY = 'starCoder';

/** An agent's way of filling in a text, and the markers of a model that needs some. The offline agent has no choice. */
export function InfillChoice({ agent, onChange }: InfillChoiceProps) {
  if (isOffline(agent)) return null;
  const infill = infillOf(agent);
  const choose = (kind: Infill['kind']) => {
    const chosen: Infill = kind === 'template' ? { kind, ...MARKERS[FIRST_FAMILY] } : { kind };
    onChange(kind === usualInfill(agent).kind ? undefined : chosen);
  };
  return (
    <div className={styles.part}>
      <RadioCards
        label={FILLS_IN_BY}
        hint={FILLS_IN_BY_HINT}
        value={infill.kind}
        options={CARDS}
        onChange={choose}
      />
      {infill.kind === 'template' && (
        <Markers value={infill} onChange={(markers) => onChange({ kind: 'template', ...markers })} />
      )}
    </div>
  );
}

interface MarkersProps {
  readonly value: InfillMarkers;
  onChange(value: InfillMarkers): void;
}

function Markers({ value: { prefix, suffix, middle, order = 'psm' }, onChange }: MarkersProps) {
  const family = familyOfMarkers({ prefix, suffix, middle, order });
  const markers = { prefix, suffix, middle, ...(order === 'psm' ? {} : { order }) };
  const field = (name: keyof typeof MARKER_WORDS) => (
    <TextField
      {...MARKER_WORDS[name]}
      value={markers[name]}
      check={(text) => problemOfMarker(text, name !== 'middle')}
      onCommit={(text) => {
        onChange({ ...markers, [name]: text });
        return null;
      }}
    />
  );
  return (
    <div className={styles.pair}>
      <Select
        label={MARKERS_OF}
        value={family ?? ''}
        options={[
          ...MARKER_FAMILIES.map((known) => ({ value: known, text: FAMILY_NAMES[known] })),
          ...(family === null ? [{ value: '', text: OTHER_MARKERS }] : []),
        ]}
        onChange={(chosen) => {
          const known = MARKER_FAMILIES.find((name) => name === chosen);
          if (known !== undefined) onChange(MARKERS[known]);
        }}
      />
      <Select
        label={SENT_FIRST}
        value={order}
        options={ORDERS.map((name) => ({ value: name, text: ORDER_NAMES[name] }))}
        onChange={(chosen) =>
          onChange(chosen === 'spm' ? { prefix, suffix, middle, order: 'spm' } : { prefix, suffix, middle })
        }
      />
      {field('prefix')}
      {field('suffix')}
      {field('middle')}
    </div>
  );
}

function problemOfMarker(text: string, isNeeded: boolean): string | null {
  if (text === '' && isNeeded) return MARKER_MISSING;
  return text.length > MAX_MARKER_LENGTH ? markerTooLong(MAX_MARKER_LENGTH) : null;
}
