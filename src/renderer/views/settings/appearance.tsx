import { oneOf, onOff, type Setting } from './settings.tsx';

/** Light or dark, how it is shown who wrote what, and what stands beside the text. */
export const appearance: readonly Setting[] = [
  oneOf({
    name: 'theme',
    label: 'Theme',
    sentence:
      'Light or dark paper; System follows the computer. High contrast is black on white, or white on black.',
    options: [
      { value: 'system', text: 'System' },
      { value: 'light', text: 'Light' },
      { value: 'dark', text: 'Dark' },
      { value: 'contrast', text: 'High contrast' },
    ],
  }),
  onOff({
    name: 'authorship',
    label: 'Show who wrote what',
    sentence: 'Text that a model wrote looks different from yours.',
  }),
  oneOf({
    name: 'authorLook',
    label: 'A model’s text',
    sentence: 'In a colour of its own for each model, or in your ink with a thin underline.',
    options: [
      { value: 'colour', text: 'Colour' },
      { value: 'underline', text: 'Underline' },
    ],
  }),
  oneOf({
    name: 'boundaries',
    label: 'Where nodes meet',
    sentence: 'Small ticks mark where one node ends and the next begins; holding Alt shows them in any case.',
    options: [
      { value: 'hover', text: 'Under the pointer' },
      { value: 'always', text: 'Always' },
    ],
  }),
  onOff({
    name: 'tokenProbabilities',
    label: 'Token probabilities',
    sentence:
      'Resting with the pointer on a model’s text shows how likely its words were, and what else might have come.',
  }),
  onOff({
    name: 'grovePane',
    label: 'Grove pane',
    sentence: 'Trees, search and bookmarks stand at the left of the text.',
  }),
  onOff({
    name: 'inspector',
    label: 'Inspector',
    sentence: 'Continuations, the tree and what is known of a node stand at the right of the text.',
  }),
];
