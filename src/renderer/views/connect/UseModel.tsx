import { useEffect, useRef, useState } from 'react';
import { MAX_MODEL_LENGTH } from '../../../core/text/limits.ts';
import { ASKING_STYLES } from '../../../ui-text/settings/agents.ts';
import {
  HOSTS,
  HOSTS_HINT,
  HOSTS_OF_MODEL,
  KEEP_FOR_ALL,
  READ_ONLY,
  styleRefused,
  trying,
  USE_ANYWAY,
  USE_MODEL,
  USED_IN_NEW,
  usedIn,
} from '../../../ui-text/settings/connect.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { ProviderSummary } from '../../session/settings/providers-session.ts';
import type { ServiceTemplate } from '../../session/settings/service-templates.ts';
import { failureOf, hostsIn, takeModel, toggleHost, usualStyle } from '../../session/window/connect-model.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { RadioCards } from '../../ui/fields/RadioCards.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './Connect.module.css';

type Style = ServiceTemplate['style'];

export interface UseModelProps {
  readonly template: ServiceTemplate;
  readonly service: ProviderSummary;
  readonly model: string;
  /** In tokens; null if the service's list does not have it. */
  readonly contextLength: number | null;
  /** The model is about to become an agent. */
  onTake(): void;
}

/** The chosen model's style of requests, and the button that makes it an agent once it has answered. */
export function UseModel({ template, service, model, contextLength, onTake }: UseModelProps) {
  const session = useAppSession();
  const { providers } = session;
  const scene = useStore(session.scene);
  const [style, setStyle] = useState<Style | null>(null);
  const [hosts, setHosts] = useState('');
  const [keeps, setKeeps] = useState(true);
  const [trial, setTrial] = useState<'none' | 'running' | { readonly failure: string }>('none');
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const picksHosts = template.picksHosts === true;
  const [offered, setOffered] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!picksHosts) return;
    let isWanted = true;
    setOffered([]);
    void providers.hostsOf(service.id, model).then((names) => isWanted && setOffered(names));
    return () => {
      isWanted = false;
    };
  }, [picksHosts, providers, service.id, model]);
  const isReadOnly = scene.kind === 'grove' && scene.grove.readOnly;

  const take = async (asked: Style) => {
    onTake();
    const chosen = { providerId: service.id, model, contextLength, style: asked, hosts: hostsIn(hosts) };
    if (!(await takeModel(session, chosen, keeps)) && isOpen.current) setTrial('none');
  };
  const tryAndTake = async () => {
    setTrial('running');
    await providers.test(service.id, model);
    // The page was left, or another model chosen.
    if (!isOpen.current) return;
    const test = providers.tests.get().get(service.id);
    if (test?.state !== 'done') {
      setTrial(test?.state === 'failed' ? { failure: test.reason } : 'none');
      return;
    }
    const { abilities } = test.report;
    const failure = failureOf(model, test.report);
    const isRefused = (style === 'completion' ? abilities.completions : abilities.chat) === false;
    if (failure !== null) setTrial({ failure });
    else if (style !== null && isRefused) setTrial({ failure: styleRefused(model, style) });
    else await take(style ?? usualStyle(template, model, abilities));
  };
  const where = scene.kind === 'grove' ? usedIn(scene.grove.name) : USED_IN_NEW;
  return (
    <section className={styles.use} aria-label={model}>
      {!template.chatsOnly && (
        <RadioCards
          label={ASKING_STYLES.label}
          value={style ?? usualStyle(template, model)}
          options={ASKING_STYLES.options.filter(({ value }) => value !== 'chat')}
          onChange={(value) => {
            if (value !== 'chat') setStyle(value);
          }}
        />
      )}
      {picksHosts && (
        <>
          <TextField
            label={HOSTS}
            hint={HOSTS_HINT}
            value={hosts}
            onCommit={(text) => {
              setHosts(text);
              return null;
            }}
          />
          {offered.length > 0 && (
            <p className={styles.hosts}>
              <span className={styles.soft}>{HOSTS_OF_MODEL}</span>
              {offered.map((host) => (
                <Button
                  key={host}
                  variant="quiet"
                  pressed={hostsIn(hosts).includes(host)}
                  onClick={() => setHosts((text) => toggleHost(text, host))}
                >
                  {host}
                </Button>
              ))}
            </p>
          )}
        </>
      )}
      <Checkbox text={KEEP_FOR_ALL} checked={keeps} onChange={setKeeps} />
      <div className={styles.act}>
        <div className={styles.row}>
          <Button
            variant="primary"
            disabled={trial === 'running' || isReadOnly || model.length > MAX_MODEL_LENGTH}
            onClick={() => void tryAndTake()}
          >
            {USE_MODEL}
          </Button>
          {typeof trial === 'object' && (
            <Button onClick={() => void take(style ?? usualStyle(template, model))}>{USE_ANYWAY}</Button>
          )}
        </div>
        <p className={styles.soft} role="status">
          {trial === 'running' ? trying(model) : isReadOnly ? READ_ONLY : where}
        </p>
        <p className={styles.failed} role="alert">
          {typeof trial === 'object' && trial.failure}
        </p>
      </div>
    </section>
  );
}
