import { useState } from 'react';
import { tokensInWords } from '../../../../ui-text/page/generate.ts';
import { NAME, PARAMETERS } from '../../../../ui-text/settings/agents.ts';
import {
  A_PRESET,
  AGENT,
  AGENTS_SETTING,
  countAtOnce,
  HOW_LONG,
  HOW_MANY,
  KEY,
  NEW_PRESET,
  NO_KEY,
  nowOf,
  OTHER_GROVES_AGENT,
  OWN_AGENTS,
  PRESETS_INTRO,
  presetRemoved,
  removePresetNamed,
  sentenceOfLength,
  TREES_SETTING,
  temperatureOf,
} from '../../../../ui-text/settings/presets.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { Agent } from '../../../session/settings/agents-session.ts';
import {
  addPreset,
  changePreset,
  PRESET_KEYS,
  type Preset,
  type PresetKey,
  removePreset,
  restorePreset,
} from '../../../session/settings/edit-presets.ts';
import { activeModelAgents, COUNT_RANGE, TOKENS_RANGE } from '../../../session/settings/generation-choice.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useCommands } from '../../commands.ts';
import styles from '../agents/Agent.module.css';
import { ParameterRow, Sampling } from '../agents/Sampling.tsx';
import { problemOfName } from '../parse-settings.ts';
import { RemovedItem, useNextFocus } from '../RemovedItem.tsx';
import { keyName } from './key-name.ts';

/** Presets: saved ways to ask for continuations, each chosen with one key. */
export function PresetsSection() {
  const session = useAppSession();
  const { presets } = useStore(session.preferences);
  const platform = useStore(session.info)?.platform ?? 'linux';
  const agents = activeModelAgents(useStore(session.agents.agents));
  const [open, setOpen] = useState<string | null>(null);
  const [removed, setRemoved] = useState<{ readonly preset: Preset; readonly at: number } | null>(null);
  const [page, focusNext] = useNextFocus();
  const save = (next: readonly Preset[]) => session.setPreferences({ presets: next });

  const add = () => {
    const id = session.newId();
    save(addPreset(presets, id));
    setOpen(id);
    focusNext(`[data-fold="${id}"]`);
  };
  const remove = (preset: Preset) => {
    setRemoved({ preset, at: presets.indexOf(preset) });
    save(removePreset(presets, preset.id));
    focusNext(`[data-gone="${preset.id}"] button`);
  };
  const restore = () => {
    if (removed === null) return;
    save(restorePreset(presets, removed.preset, removed.at));
    setRemoved(null);
    focusNext(`[data-fold="${removed.preset.id}"]`);
  };
  const describe = ({ key, agentId, count, maxTokens, parameters }: Preset) =>
    [
      agents.find(({ id }) => id === agentId)?.name,
      count === null ? undefined : countAtOnce(count),
      maxTokens === null ? undefined : tokensInWords(maxTokens),
      parameters.temperature === undefined ? undefined : temperatureOf(parameters.temperature),
      key === null ? undefined : keyName(key, platform),
    ]
      .filter((part) => part !== undefined)
      .join(' · ');
  return (
    <div ref={page}>
      <p className={styles.intro}>{PRESETS_INTRO}</p>
      {presets.length > 0 && (
        <Accordion
          open={open}
          onOpen={setOpen}
          items={presets.map((preset) => ({
            id: preset.id,
            title: preset.name,
            note: describe(preset),
            content: (
              <PresetEditor
                preset={preset}
                agents={agents}
                onChange={(patch) => save(changePreset(session.preferences.get().presets, preset.id, patch))}
                onRemove={() => remove(preset)}
              />
            ),
          }))}
        />
      )}
      {removed !== null && (
        <RemovedItem id={removed.preset.id} name={removed.preset.name} onRestore={restore}>
          {presetRemoved(removed.preset.name)}
        </RemovedItem>
      )}
      <div className={styles.actions}>
        <Button onClick={add}>{NEW_PRESET}</Button>
      </div>
    </div>
  );
}

interface PresetEditorProps {
  readonly preset: Preset;
  /** The open grove's model agents that are not archived. */
  readonly agents: readonly Agent[];
  onChange(patch: Partial<Omit<Preset, 'id'>>): void;
  onRemove(): void;
}

/** All settings of one preset. Every change is saved at once. */
function PresetEditor({ preset, agents, onChange, onRemove }: PresetEditorProps) {
  const session = useAppSession();
  const platform = useStore(session.info)?.platform ?? 'linux';
  const { presets } = useStore(session.preferences);
  const { shortcuts } = useCommands();
  const { name, agentId, count, maxTokens, parameters, key } = preset;
  const isOtherGrove = agentId !== null && agents.every(({ id }) => id !== agentId);
  // A key that belongs to a command would never reach a preset.
  const isFree = (candidate: PresetKey) => candidate === key || shortcuts.findOwner(candidate) === null;
  const ownerOf = (candidate: PresetKey) => presets.find((known) => known.key === candidate);
  return (
    <div className={styles.agent}>
      <TextField
        label={NAME}
        value={name}
        check={(text) => problemOfName(text, A_PRESET)}
        onCommit={(text) => {
          onChange({ name: text.trim() });
          return null;
        }}
      />
      <div>
        <Select
          label={KEY}
          value={key ?? ''}
          options={[
            { value: '', text: NO_KEY },
            ...PRESET_KEYS.filter(isFree).map((candidate) => {
              const owner = ownerOf(candidate);
              const taken = owner === undefined || owner.id === preset.id ? '' : nowOf(owner.name);
              return { value: candidate, text: `${keyName(candidate, platform)}${taken}` };
            }),
          ]}
          onChange={(chosen) => onChange({ key: PRESET_KEYS.find((known) => known === chosen) ?? null })}
        />
        <Select
          label={AGENT}
          value={agentId ?? ''}
          options={[
            { value: '', text: OWN_AGENTS },
            ...agents.map((agent) => ({ value: agent.id, text: agent.name })),
            ...(isOtherGrove ? [{ value: agentId, text: OTHER_GROVES_AGENT }] : []),
          ]}
          onChange={(chosen) => onChange({ agentId: chosen === '' ? null : chosen })}
        />
      </div>
      <div>
        <ParameterRow
          {...HOW_MANY}
          value={count ?? undefined}
          unsetNote={TREES_SETTING}
          {...COUNT_RANGE}
          sliderMax={COUNT_RANGE.max}
          step={1}
          initialValue={3}
          onChange={(next) => onChange({ count: next ?? null })}
        />
        <ParameterRow
          {...HOW_LONG}
          sentence={maxTokens === null ? HOW_LONG.sentence : sentenceOfLength(maxTokens)}
          value={maxTokens ?? undefined}
          unsetNote={TREES_SETTING}
          {...TOKENS_RANGE}
          sliderMax={400}
          initialValue={80}
          onChange={(next) => onChange({ maxTokens: next ?? null })}
        />
      </div>
      <section>
        <h4 className={styles.heading}>{PARAMETERS}</h4>
        <Sampling
          value={parameters}
          unsetNote={AGENTS_SETTING}
          onChange={(next) => onChange({ parameters: next })}
        />
      </section>
      <div>
        <Button onClick={onRemove}>{removePresetNamed(name)}</Button>
      </div>
    </div>
  );
}
