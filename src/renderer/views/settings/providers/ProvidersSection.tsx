import { useEffect, useState } from 'react';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { RemovedItem } from '../RemovedItem.tsx';
import { useNextFocus } from '../use-next-focus.ts';
import { formatSummary } from './format-provider.ts';
import { Provider } from './Provider.tsx';
import styles from './ProvidersSection.module.css';
import { type ProviderTemplate, templates } from './templates.ts';

/** The services that write continuations, and how to set one up. */
export function ProvidersSection() {
  const { providers } = useAppSession();
  const list = useStore(providers.list);
  const removed = useStore(providers.removed);
  const [open, setOpen] = useState<string | null>(null);
  /** The service just set up, and its template. */
  const [fresh, setFresh] = useState<{ readonly id: string; readonly from: ProviderTemplate } | null>(null);
  const [page, focusNext] = useNextFocus();
  useEffect(() => void providers.read(), [providers]);

  const add = async (from: ProviderTemplate) => {
    const { name, baseUrl, olderUrls } = from;
    const added = await providers.add({ name, baseUrl, headers: {}, extra: {} }, olderUrls);
    if (added === null) return;
    setFresh({ id: added.id, from });
    setOpen(added.id);
  };
  const remove = async (id: string) => {
    await providers.remove(id);
    focusNext(`[data-gone="${id}"] button`);
  };
  const restore = async (id: string) => {
    await providers.restore(id);
    focusNext(`[data-fold="${id}"]`);
  };
  return (
    <div ref={page}>
      <p className={styles.intro}>
        A service is sent text only when you ask it for continuations. The offline agent needs no service.
      </p>
      {list.length > 0 && (
        <Accordion
          open={open}
          onOpen={setOpen}
          items={list.map((provider) => ({
            id: provider.id,
            title: provider.name,
            note: `${hostOf(provider.baseUrl)} · ${formatSummary(provider)}`,
            content: (
              <Provider
                provider={provider}
                from={fresh?.id === provider.id ? fresh.from : null}
                onRemove={() => void remove(provider.id)}
              />
            ),
          }))}
        />
      )}
      {removed.map(({ id, name }) => (
        <RemovedItem key={id} id={id} name={name} onRestore={() => void restore(id)}>
          {name} was removed, and its key deleted.
        </RemovedItem>
      ))}
      <h3 className={styles.heading}>Set up a service</h3>
      <ul className={styles.templates}>
        {templates.map((template) => (
          <li key={template.name}>
            <button type="button" className={styles.template} onClick={() => void add(template)}>
              <span className={styles.name}>{template.name}</span>
              <span className={styles.sentence}>{template.sentence}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}
