import { useId, useRef, useState } from 'react';
import {
  canBeLoomAware,
  neededBy,
  PERMISSION_NAMES,
  PERMISSION_PRESETS,
  type Permission,
  type PermissionName,
  type PermissionPreset,
  PRESET_NAMES,
  permissionsOf,
  presetOf,
} from '../../../../core/tree/agent.ts';
import {
  CUSTOM_WORDS,
  LOOM_ACCESS,
  LOOM_ACCESS_HINT,
  MAY_DO,
  OFFLINE_CANNOT_ACT,
  PERMISSION_STATES,
  PERMISSION_WORDS,
  PRESET_WORDS,
} from '../../../../ui-text/agents/loom-access.ts';
import type { Agent } from '../../../session/settings/agents-session.ts';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import styles from './LoomAccess.module.css';

type Permissions = Readonly<Record<PermissionName, Permission>>;

export interface LoomAccessProps {
  readonly agent: Agent;
  onChange(permissions: Permissions): void;
}

const CARDS: readonly {
  readonly value: PermissionPreset | 'custom';
  readonly text: string;
  readonly sentence: string;
}[] = [
  ...PRESET_NAMES.map((value) => ({
    value,
    text: PRESET_WORDS[value].name,
    sentence: PRESET_WORDS[value].sentence,
  })),
  { value: 'custom', text: CUSTOM_WORDS.name, sentence: CUSTOM_WORDS.sentence },
];

/** An agent's permissions in a tree: a preset, and each permission unless it is a subject. */
export function LoomAccess({ agent, onChange }: LoomAccessProps) {
  const rowsId = useId();
  const preset = presetOf(agent);
  const permitted = permissionsOf(agent);
  /** The permissions of `Custom`: the last ones, and at first reading, with questions for the rest. */
  const custom = useRef<Permissions>({
    loom_aware: 'allow',
    loom_write: 'ask',
    edit_apply: 'never',
    loom_generate: 'ask',
    doc_read: 'allow',
    doc_write: 'ask',
    other_trees: 'ask',
  });
  if (preset === null) custom.current = permitted;
  /** `Never` was chosen in a row, so that the rows stay: the one with the keyboard would disappear under it. */
  const [keepsRows, setKeepsRows] = useState(false);
  if (!canBeLoomAware(agent)) {
    return (
      <section>
        <h4 className={styles.heading}>{LOOM_ACCESS}</h4>
        <p className={styles.sentence}>{OFFLINE_CANNOT_ACT}</p>
      </section>
    );
  }
  const set = (name: PermissionName, permission: Permission) => {
    setKeepsRows(true);
    // Other permissions stay, and count again when reading is permitted again.
    const stays = (known: PermissionName) => agent.permissions[known] ?? permitted[known];
    onChange({
      loom_aware: stays('loom_aware'),
      loom_write: stays('loom_write'),
      edit_apply: stays('edit_apply'),
      loom_generate: stays('loom_generate'),
      doc_read: stays('doc_read'),
      doc_write: stays('doc_write'),
      other_trees: stays('other_trees'),
      [name]: permission,
    });
  };
  return (
    <div>
      <RadioCards
        label={LOOM_ACCESS}
        hint={LOOM_ACCESS_HINT}
        value={preset ?? 'custom'}
        options={CARDS}
        onChange={(chosen) => {
          setKeepsRows(false);
          onChange(chosen === 'custom' ? custom.current : PERMISSION_PRESETS[chosen]);
        }}
      />
      {(preset !== 'subject' || keepsRows) && (
        <section className={styles.rows} aria-labelledby={rowsId}>
          <h4 id={rowsId} className={styles.heading}>
            {MAY_DO}
          </h4>
          {PERMISSION_NAMES.map((name) => (
            <Row
              key={name}
              name={name}
              value={permitted[name]}
              disabled={lacksWhatItNeeds(name, permitted)}
              onChange={(permission) => set(name, permission)}
            />
          ))}
        </section>
      )}
    </div>
  );
}

function lacksWhatItNeeds(name: PermissionName, permitted: Permissions): boolean {
  const needs = neededBy(name);
  return needs !== null && permitted[needs] === 'never';
}

const STATES = (['allow', 'ask', 'never'] as const).map((value) => ({
  value,
  text: PERMISSION_STATES[value],
}));

interface RowProps {
  readonly name: PermissionName;
  readonly value: Permission;
  readonly disabled: boolean;
  onChange(value: Permission): void;
}

function Row({ name, value, disabled, onChange }: RowProps) {
  const id = useId();
  const words = PERMISSION_WORDS[name];
  return (
    <div className={styles.row}>
      <div>
        <div className={styles.label}>{words.name}</div>
        <p id={id} className={styles.sentence}>
          {words.sentence}
        </p>
      </div>
      <SegmentedControl
        label={words.name}
        describedBy={id}
        value={value}
        options={STATES}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  );
}
