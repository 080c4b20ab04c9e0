import { useEffect, useState } from 'react';
import { CLOSE_CONNECT, CONNECT_TITLE, SERVICES } from '../../../ui-text/settings/connect.ts';
import { useAppSession } from '../../session/hooks.ts';
import { serviceTemplates } from '../../session/settings/service-templates.ts';
import { FullPage } from '../full-page/FullPage.tsx';
import { ServicePanel } from './ServicePanel.tsx';

/** From a service's key to the first continuation: the services at the side, and what each needs, in order. */
export function ConnectPage() {
  const { providers } = useAppSession();
  const [shown, setShown] = useState(serviceTemplates[0]?.id ?? '');
  useEffect(() => void providers.read(), [providers]);
  return (
    <FullPage
      title={CONNECT_TITLE}
      label={SERVICES}
      closeLabel={CLOSE_CONNECT}
      sections={serviceTemplates.map((template) => ({
        id: template.id,
        title: template.name,
        content: <ServicePanel template={template} />,
      }))}
      shown={shown}
      onShow={(id) => setShown(serviceTemplates.find((template) => template.id === id)?.id ?? shown)}
    />
  );
}
