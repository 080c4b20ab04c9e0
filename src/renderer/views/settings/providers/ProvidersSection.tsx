import { useEffect, useState } from 'react';
import { CONNECT_TITLE, GUIDED } from '../../../../ui-text/settings/connect.ts';
import { PROVIDERS_INTRO, providerRemoved, SET_UP } from '../../../../ui-text/settings/providers.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import { hostOf } from '../../../session/settings/connect-model.ts';
import { type ServiceTemplate, serviceTemplates } from '../../../session/settings/service-templates.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useCommands } from '../../commands.ts';
import { RemovedItem } from '../RemovedItem.tsx';
import { useNextFocus } from '../use-next-focus.ts';
import { formatSummary } from './format-provider.ts';
import { Provider } from './Provider.tsx';
import styles from './ProvidersSection.module.css';

/** The services that write continuations, and how to set one up. */
export function ProvidersSection() {
  const { providers } = useAppSession();
  const commands = useCommands();
  const list = useStore(providers.list);
  const removed = useStore(providers.removed);
  const [open, setOpen] = useState<string | null>(null);
  /** The service just set up, and its template. */
  const [fresh, setFresh] = useState<{ readonly id: string; readonly from: ServiceTemplate } | null>(null);
  const [page, focusNext] = useNextFocus();
  useEffect(() => void providers.read(), [providers]);

  const add = async (from: ServiceTemplate) => {
    const { name, baseUrl, headers, olderUrls } = from;
    const added = await providers.add({ name, baseUrl, headers, extra: {} }, olderUrls);
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
      <p className={styles.intro}>{PROVIDERS_INTRO}</p>
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
          {providerRemoved(name)}
        </RemovedItem>
      ))}
      <p className={styles.connect}>
        {GUIDED}{' '}
        <Button variant="quiet" onClick={() => commands.run('model.connect')}>
          {CONNECT_TITLE}
        </Button>
      </p>
      <h3 className={styles.heading}>{SET_UP}</h3>
      <ul className={styles.templates}>
        {serviceTemplates.map((template) => (
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
