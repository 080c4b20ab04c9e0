import { useState } from 'react';
import { CAP_NAMES, CAPS, type CapName, type TurnCaps } from '../../../../core/commands/caps.ts';
import {
  familyOfMarkers,
  infillOf,
  MARKER_FAMILIES,
  MARKERS,
  usualInfill,
} from '../../../../core/context/infill.ts';
import { MAX_MARKER_LENGTH } from '../../../../core/text/limits.ts';
import { type Infill, type InfillMarkers, isLoomAware, isOffline } from '../../../../core/tree/agent.ts';
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
import {
  CAP_WORDS,
  countOwnLimits,
  TURN_LIMITS,
  TURN_LIMITS_HINT,
} from '../../../../ui-text/agents/loom-access.ts';
import {
  AN_AGENT,
  ANY_LENGTH,
  ASKING_STYLES,
  archiveAgent,
  COLOUR,
  CONTEXT_LENGTH,
  CONTEXT_LENGTH_HINT,
  duplicateAgent,
  hintOnTokens,
  NAME,
  PARAMETERS,
  PROVIDERS_DEFAULT,
  SYSTEM_PROMPT,
  SYSTEM_PROMPT_HINT,
  THINKING,
  TOKENS_EACH,
} from '../../../../ui-text/settings/agents.ts';
import { saveAsTemplate } from '../../../../ui-text/settings/presets.ts';
import { useAppSession } from '../../../session/hooks.ts';
import {
  AGENT_COLOURS,
  type Agent,
  type AgentConfiguration,
  joinModelRef,
  type ModelRef,
  splitModelRef,
} from '../../../session/settings/agents-session.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { Button } from '../../../ui/Button.tsx';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Swatches } from '../../../ui/fields/Swatches.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ElsewhereAgent } from '../../turns/ElsewhereAgent.tsx';
import { ForExperts } from '../ForExperts.tsx';
import { type Parsed, parseAmount, parseWholeNumber, problemOf, problemOfName } from '../parse-settings.ts';
import styles from './Agent.module.css';
import { LoomAccess } from './LoomAccess.tsx';
import { ModelChoice } from './ModelChoice.tsx';
import { Sampling } from './Sampling.tsx';

export interface AgentEditorProps {
  readonly agent: Agent;
  onDuplicate(): void;
  onArchive(): void;
  /** Keeps the agent's settings as a template for all groves; null if they cannot be one. */
  readonly onKeep: (() => void) | null;
}

const MAX_TOKENS = 100_000_000;

/** All settings of one agent. Every change is saved at once. */
export function AgentEditor({ agent, onDuplicate, onArchive, onKeep }: AgentEditorProps) {
  const { agents } = useAppSession();
  /** A newly chosen provider, until one of its models is chosen. */
  const [pendingModel, setPendingModel] = useState<ModelRef | null>(null);
  const { id, name, color, configuration } = agent;
  const {
    completionStyle = 'completion',
    infill,
    systemPrompt,
    thinking,
    maxTokens,
    contextLength,
    caps,
    ...sampling
  } = configuration;
  const own = { completionStyle, infill, systemPrompt, thinking, maxTokens, contextLength, caps };
  const configure = (patch: { [K in keyof AgentConfiguration]: AgentConfiguration[K] | undefined }) =>
    agents.change(id, { configuration: withoutUnset({ ...configuration, ...patch }) });
  const tokensOf = (text: string) => parseWholeNumber(text, 1, MAX_TOKENS);
  const commitTokens = (text: string, field: 'maxTokens' | 'contextLength') => {
    const typed = tokensOf(text);
    if (typed.ok) configure({ [field]: typed.value ?? undefined });
    return null;
  };
  return (
    <div className={styles.agent}>
      <div className={styles.pair}>
        <TextField
          label={NAME}
          value={name}
          check={(text) => problemOfName(text, AN_AGENT)}
          onCommit={(text) => {
            agents.change(id, { name: text.trim() });
            return null;
          }}
        />
        <Swatches
          label={COLOUR}
          colours={AGENT_COLOURS}
          value={color}
          onChange={(colour) => agents.change(id, { color: colour })}
        />
      </div>
      <ModelChoice
        value={pendingModel ?? splitModelRef(agent.modelRef)}
        onChange={(chosen, known) => {
          setPendingModel(chosen.model === '' ? chosen : null);
          if (chosen.model === '') return;
          agents.change(id, {
            modelRef: joinModelRef(chosen),
            configuration: withoutUnset({
              ...configuration,
              contextLength: known?.contextLength ?? undefined,
            }),
          });
        }}
      />
      <RadioCards
        label={ASKING_STYLES.label}
        value={completionStyle}
        options={ASKING_STYLES.options}
        onChange={(style) => configure({ completionStyle: style })}
      />
      <TextField
        label={SYSTEM_PROMPT}
        hint={SYSTEM_PROMPT_HINT}
        kind="lines"
        value={systemPrompt ?? ''}
        onCommit={(text) => {
          configure({ systemPrompt: text === '' ? undefined : text });
          return null;
        }}
      />
      <div className={styles.pair}>
        <TextField
          label={TOKENS_EACH}
          hint={hintOnTokens(maxTokens ?? null)}
          value={maxTokens?.toString() ?? ''}
          placeholder="50"
          check={problemOf(tokensOf)}
          onCommit={(text) => commitTokens(text, 'maxTokens')}
        />
        <TextField
          label={CONTEXT_LENGTH}
          hint={CONTEXT_LENGTH_HINT}
          value={contextLength?.toString() ?? ''}
          placeholder={ANY_LENGTH}
          check={problemOf(tokensOf)}
          onCommit={(text) => commitTokens(text, 'contextLength')}
        />
      </div>
      <Select
        label={THINKING.label}
        value={thinking ?? 'none'}
        options={THINKING.options}
        onChange={(value) => configure({ thinking: value === 'text' ? 'text' : undefined })}
      />
      <ElsewhereAgent agent={agent} />
      <LoomAccess agent={agent} onChange={(permissions) => agents.change(id, { permissions })} />
      {isLoomAware(agent) && <TurnLimits value={caps ?? {}} onChange={(next) => configure({ caps: next })} />}
      <section>
        <h4 className={styles.heading}>{PARAMETERS}</h4>
        <Sampling
          value={sampling}
          unsetNote={PROVIDERS_DEFAULT}
          onChange={(next) => agents.change(id, { configuration: withoutUnset({ ...own, ...next }) })}
        />
      </section>
      {!isOffline(agent) && (
        <ForExperts>
          <InfillChoice agent={agent} onChange={(next) => configure({ infill: next })} />
        </ForExperts>
      )}
      <div className={styles.row}>
        <Button onClick={onDuplicate}>{duplicateAgent(name)}</Button>
        {onKeep !== null && <Button onClick={onKeep}>{saveAsTemplate(name)}</Button>}
        <Button onClick={onArchive}>{archiveAgent(name)}</Button>
      </div>
    </div>
  );
}

/** Removes undefined properties, so that they are not sent. */
function withoutUnset(
  value: {
    [K in keyof AgentConfiguration]: AgentConfiguration[K] | undefined;
  },
): AgentConfiguration {
  return Object.fromEntries(Object.entries(value).filter(([, set]) => set !== undefined));
}

interface TurnLimitsProps {
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

interface InfillChoiceProps {
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

/** An agent's way of filling in a text, and the markers of a model that needs some. */
function InfillChoice({ agent, onChange }: InfillChoiceProps) {
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
