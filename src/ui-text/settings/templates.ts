/** The writer's templates: agents kept for all groves. */

export const TEMPLATES = 'Your templates';
export const TEMPLATES_INTRO =
  'Agents kept on this computer for all groves. A new grove gets them; here you add them to this one.';
export const TEMPLATES_INTRO_ELSEWHERE =
  'Agents kept on this computer for all groves. A new grove gets them; an open one lets you add them here.';
export const NO_TEMPLATES = 'None yet: save an agent as a template, and it is offered in every grove.';
export const ADD_FROM_TEMPLATES = 'Add from your templates';
export const templateName = (name: string) => `Name of the template ${name}`;
export const addToGrove = (name: string) => `Add ${name} to this grove`;
export const ADD = 'Add';
export const RENAME = 'Rename';
export const REMOVE = 'Remove';
export const rename = (name: string) => `Rename the template ${name}`;
export const remove = (name: string) => `Remove the template ${name}`;
export const saveAsTemplate = (name: string) => `Save ${name} as a template`;
export const templateSaved = (name: string) => `${name} is now a template for all groves.`;
export const templateUpdated = (name: string) => `The template ${name} has these settings now.`;
export const templateRemoved = (name: string) => `The template ${name} was removed.`;
export const templateRenamed = (before: string, name: string) =>
  `The template ${before} is called ${name} now.`;
export const NAME_TAKEN = 'Another template has this name.';
export const agentAdded = (name: string) => `${name} was added to this grove.`;

/** As a sentence begins about one. */
export const A_TEMPLATE = 'A template';
