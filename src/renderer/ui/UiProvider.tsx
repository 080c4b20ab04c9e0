import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';

/** Gives Base UI the page's nonce for its style elements, and all tooltips a shared delay. */
export function UiProvider({ nonce, children }: { readonly nonce: string; readonly children: ReactNode }) {
  return (
    <CSPProvider nonce={nonce}>
      <Tooltip.Provider delay={500}>{children}</Tooltip.Provider>
    </CSPProvider>
  );
}
