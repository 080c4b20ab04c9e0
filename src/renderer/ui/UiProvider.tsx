import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';

/** Gives Base UI the page's nonce for the few style elements it makes. */
export function UiProvider({ nonce, children }: { readonly nonce: string; readonly children: ReactNode }) {
  return <CSPProvider nonce={nonce}>{children}</CSPProvider>;
}
