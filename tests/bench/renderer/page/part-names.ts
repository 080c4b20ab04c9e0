/** The groups of extensions that the editor is built up from; each needs those before it. */
export const PARTS = ['path', 'marks', 'caret', 'margin'] as const;

export type Part = (typeof PARTS)[number];
