import { type ReactNode, useState } from 'react';
import { FOR_EXPERTS } from '../../../ui-text/settings/section-words.ts';
import { Accordion } from '../../ui/Accordion.tsx';

/** A fold for what few writers change. */
export function ForExperts({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Accordion
      open={open}
      onOpen={setOpen}
      items={[{ id: 'for-experts', title: FOR_EXPERTS, content: children }]}
    />
  );
}
