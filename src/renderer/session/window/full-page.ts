/** A page that stands where the text was; null while the text is shown. */
export type FullPage =
  | {
      readonly kind: 'settings';
      /** Which section to begin with; null for the first. */
      readonly section: string | null;
    }
  | { readonly kind: 'help'; readonly page: HelpPageId };

export const HELP_PAGES = ['loom', 'editing', 'models', 'files', 'keys', 'shortcuts'] as const;
export type HelpPageId = (typeof HELP_PAGES)[number];
