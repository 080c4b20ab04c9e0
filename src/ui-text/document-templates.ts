/** Templates, which new documents begin with, and the words about them. */

export const TEMPLATE_QUESTION = {
  label: 'Template',
  hint: 'New document: blank, or from a template',
} as const;
/** Beside the title of a template that the writer saved. */
export const OWN_TEMPLATE = 'yours';

export const NEW_DOCUMENT_FROM = 'New document…';
export const NEW_DOCUMENT_BESIDE_FROM = 'New document beside the text…';
export const SAVE_AS_TEMPLATE = 'Save as template';
export const REMOVE_TEMPLATE = { title: 'Remove a template…', verb: 'Remove' } as const;
export const RESTORE_TEMPLATE = { title: 'Bring back a template…', verb: 'Bring back' } as const;

export const templateSaved = (name: string) =>
  `“${name}” is a template now, in every grove on this computer.`;
export const templateReplaced = (name: string) => `The template “${name}” was replaced.`;
export const templateRemoved = (name: string) => `The template “${name}” was removed.`;
export const templateRestored = (name: string) => `The template “${name}” is back.`;
export const TEMPLATE_EMPTY = 'There are no words here to make a template of.';
export const TEMPLATE_TOO_LONG =
  'This document is too long for a template, which has at most 50,000 characters.';
export const TOO_MANY_TEMPLATES = 'There are 100 templates already. Remove one first.';

/** The program's own templates. */
export const TEMPLATES: readonly { readonly id: string; readonly name: string; readonly text: string }[] = [
  { id: 'blank', name: 'Blank', text: '' },
  {
    id: 'character',
    name: 'Character',
    text: `# New character

Age and work: 
Wants: 
Fears: 
Voice: 

## Looks

## History

## People

## In the story
`,
  },
  {
    id: 'place',
    name: 'Place',
    text: `# New place

Where: 
When we see it: 
Who is there: 

## What one sees, hears and smells

## What happened here

## In the story
`,
  },
  {
    id: 'outline',
    name: 'Outline',
    text: `# Outline

In one sentence:

## Beginning

- [ ] 

## Middle

- [ ] 

## End

- [ ] 
`,
  },
  {
    id: 'world',
    name: 'World',
    text: `# World

In one sentence:

## Time and land

## Who rules

## What people believe

## What is possible here, and what it costs

## Words
`,
  },
];
