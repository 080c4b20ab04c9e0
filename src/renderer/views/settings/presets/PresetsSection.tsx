import { useState } from 'react';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import { askableAgents } from '../../../session/settings/generation-settings.ts';
import {
  addPreset,
  changePreset,
  type Preset,
  removePreset,
  restorePreset,
} from '../../../session/settings/presets.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from '../agents/Agent.module.css';
import { Gone } from '../Gone.tsx';
import { useNextFocus } from '../use-next-focus.ts';
import { keyName } from './key-name.ts';
import { PresetEditor } from './PresetEditor.tsx';

/** Ways to ask for continuations that are chosen with one key. */
export function PresetsSection() {
  const session = useAppSession();
  const { presets } = useStore(session.preferences);
  const platform = useStore(session.info)?.platform ?? 'linux';
  const agents = askableAgents(useStore(session.agents.agents));
  const [open, setOpen] = useState<string | null>(null);
  const [removed, setRemoved] = useState<{ readonly preset: Preset; readonly at: number } | null>(null);
  const [page, focusNext] = useNextFocus();
  const keep = (next: readonly Preset[]) => session.prefer({ presets: next });

  const add = () => {
    const id = session.newId();
    keep(addPreset(presets, id));
    setOpen(id);
    focusNext(`[data-fold="${id}"]`);
  };
  const remove = (preset: Preset) => {
    setRemoved({ preset, at: presets.indexOf(preset) });
    keep(removePreset(presets, preset.id));
    focusNext(`[data-gone="${preset.id}"] button`);
  };
  const restore = () => {
    if (removed === null) return;
    keep(restorePreset(presets, removed.preset, removed.at));
    setRemoved(null);
    focusNext(`[data-fold="${removed.preset.id}"]`);
  };
  const words = ({ key, agentId, count, maxTokens, parameters }: Preset) =>
    [
      agents.find(({ id }) => id === agentId)?.name,
      count === null ? undefined : `${count} at once`,
      maxTokens === null ? undefined : `${maxTokens} tokens`,
      parameters.temperature === undefined ? undefined : `temperature ${parameters.temperature}`,
      key === null ? undefined : keyName(key, platform),
    ]
      .filter((part) => part !== undefined)
      .join(' · ');
  return (
    <div ref={page}>
      <p className={styles.intro}>
        A preset says who is asked, for how much, and how they write; what it leaves open stays as it is. It
        is chosen beside Generate, or with its key.
      </p>
      {presets.length > 0 && (
        <Accordion
          open={open}
          onOpen={setOpen}
          items={presets.map((preset) => ({
            id: preset.id,
            title: preset.name,
            note: words(preset),
            content: (
              <PresetEditor
                preset={preset}
                agents={agents}
                onChange={(patch) => keep(changePreset(session.preferences.get().presets, preset.id, patch))}
                onRemove={() => remove(preset)}
              />
            ),
          }))}
        />
      )}
      {removed !== null && (
        <Gone id={removed.preset.id} name={removed.preset.name} onBringBack={restore}>
          {removed.preset.name} was taken away.
        </Gone>
      )}
      <div className={styles.actions}>
        <Button onClick={add}>New preset</Button>
      </div>
    </div>
  );
}
