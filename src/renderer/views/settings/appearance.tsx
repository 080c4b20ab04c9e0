import { choiceSetting, type Setting, switchSetting } from './setting-kinds.tsx';

/** Theme, authorship marks and panes. */
export const appearance: readonly Setting[] = [
  choiceSetting({
    name: 'theme',
    label: 'Theme',
    sentence:
      'Light or dark paper; System follows your computer. High contrast is black on white or white on black.',
    options: [
      { value: 'system', text: 'System' },
      { value: 'light', text: 'Light' },
      { value: 'dark', text: 'Dark' },
      { value: 'contrast', text: 'High contrast' },
    ],
  }),
  switchSetting({
    name: 'authorship',
    label: 'Show who wrote what',
    sentence: 'Text that a model wrote looks different from yours.',
  }),
  choiceSetting({
    name: 'authorLook',
    label: 'A model’s text',
    sentence: 'A separate colour for each model, or your own ink with a thin underline.',
    options: [
      { value: 'colour', text: 'Colour' },
      { value: 'underline', text: 'Underline' },
    ],
  }),
  choiceSetting({
    name: 'boundaries',
    label: 'Where nodes meet',
    sentence: 'Small ticks mark where one node ends and the next begins. Holding Alt always shows them.',
    options: [
      { value: 'hover', text: 'Under the pointer' },
      { value: 'always', text: 'Always' },
    ],
  }),
  switchSetting({
    name: 'tokenProbabilities',
    label: 'Token probabilities',
    sentence: 'Hovering over a model’s text shows how likely its words were, and the alternatives.',
  }),
  switchSetting({
    name: 'grovePane',
    label: 'Grove pane',
    sentence: 'Trees, search and bookmarks, to the left of the text.',
  }),
  switchSetting({
    name: 'inspector',
    label: 'Inspector',
    sentence: 'Continuations, the tree and details of a node, to the right of the text.',
  }),
];
