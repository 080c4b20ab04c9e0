/** A page that covers the text. */
export type FullPage =
  | {
      readonly kind: 'settings';
      /** The section to show first; null for the first of all. */
      readonly section: string | null;
      /** A search of the settings instead. */
      readonly query?: string;
    }
  /** Connect a model. */
  | { readonly kind: 'connect' }
  | { readonly kind: 'help'; readonly page: HelpPageId };

export const HELP_PAGES = [
  'loom',
  'editing',
  'models',
  'conversations',
  'files',
  'keys',
  'shortcuts',
] as const;
export type HelpPageId = (typeof HELP_PAGES)[number];
