import { useState } from 'react';
import {
  countAtOnce,
  NEW_PRESET,
  PRESETS_INTRO,
  presetRemoved,
  temperatureOf,
  tokensOfEach,
} from '../../../../ui-text/settings/presets.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import {
  addPreset,
  changePreset,
  type Preset,
  removePreset,
  restorePreset,
} from '../../../session/settings/edit-presets.ts';
import { activeModelAgents } from '../../../session/settings/generation-choice.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from '../agents/Agent.module.css';
import { RemovedItem } from '../RemovedItem.tsx';
import { useNextFocus } from '../use-next-focus.ts';
import { keyName } from './key-name.ts';
import { PresetEditor } from './PresetEditor.tsx';

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
      maxTokens === null ? undefined : tokensOfEach(maxTokens),
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
