import { numberSetting, type Setting, switchSetting } from '../setting-kinds.tsx';

/** What holds for the commands of every agent, and of the writer. */
export const agentSettings: readonly Setting[] = [
  numberSetting({
    name: 'resultTokens',
    label: 'Longest result of a command',
    sentence:
      'If a command shows a longer text, its middle is left out. The agent, or you, can ask for the rest.',
    step: 100,
    sliderMax: 5_000,
    unit: 'tokens',
  }),
  switchSetting({
    name: 'editsByPatches',
    label: 'Agents edit by patches',
    sentence:
      'Agents are told to send only what changes. Turn it off for models that cannot write patches: they then replace whole passages.',
  }),
];
