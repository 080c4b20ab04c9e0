import { OneOfSetting, SwitchSetting } from './settings.tsx';

/** Light or dark, and how it is shown who wrote what. */
export function AppearanceSection() {
  return (
    <>
      <OneOfSetting
        name="theme"
        label="Theme"
        sentence="Light or dark paper; System follows the computer."
        options={[
          { value: 'system', text: 'System' },
          { value: 'light', text: 'Light' },
          { value: 'dark', text: 'Dark' },
        ]}
      />
      <SwitchSetting
        name="authorship"
        label="Show who wrote what"
        sentence="Text that a model wrote looks different from yours."
      />
      <OneOfSetting
        name="authorLook"
        label="A model’s text"
        sentence="In a colour of its own for each model, or in your ink with a thin underline."
        options={[
          { value: 'colour', text: 'Colour' },
          { value: 'underline', text: 'Underline' },
        ]}
      />
      <OneOfSetting
        name="boundaries"
        label="Where nodes meet"
        sentence="Small ticks mark where one node ends and the next begins; holding Alt shows them in any case."
        options={[
          { value: 'hover', text: 'Under the pointer' },
          { value: 'always', text: 'Always' },
        ]}
      />
      <SwitchSetting
        name="tokenProbabilities"
        label="Token probabilities"
        sentence="Resting with the pointer on a model’s text shows how likely its words were, and what else might have come."
      />
    </>
  );
}
