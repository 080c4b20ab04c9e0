import { expect, test } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { ProviderReport, ProviderSummary } from '../../../../src/ipc/wire/provider.ts';
import type { Call } from '../../../../src/renderer/client.ts';
import { Notices } from '../../../../src/renderer/session/notices.ts';
import { ProvidersSession } from '../../../../src/renderer/session/settings/providers-session.ts';
import { serviceTemplates } from '../../../../src/renderer/session/settings/service-templates.ts';

const REPORT: ProviderReport = { findings: [], abilities: {}, refusedFields: {}, models: [], model: null };

/** A main with one service, whose connection test replies on demand. */
async function open() {
  let list: readonly ProviderSummary[] = [
    {
      id: 'here',
      name: 'Here',
      baseUrl: 'http://localhost/v1',
      headers: {},
      extra: {},
      key: 'session',
      ability: null,
      refusedFields: {},
    },
  ];
  const requests: string[] = [];
  let answer: (report: ProviderReport) => void = () => {};
  const answering = new Set<string>();
  const call = (async (
    name: string,
    input: { readonly id: string; readonly baseUrl?: string; readonly baseUrls?: readonly string[] },
  ) => {
    requests.push(name);
    if (name === 'provider.findAddress')
      return { baseUrl: input.baseUrls?.find((baseUrl) => answering.has(baseUrl)) ?? null };
    if (name === 'provider.test') {
      return new Promise((resolve) => {
        answer = resolve;
      });
    }
    if (name === 'provider.save') {
      if (input.baseUrl?.startsWith('ftp:'))
        throw new AspenError('INVALID_ARGUMENT', 'an address begins with https://');
      list = list.map((known) => ({ ...known, ...input }));
      return list[0];
    }
    if (name === 'provider.remove') list = [];
    if (name === 'provider.restore') {
      const back = { ...input, key: 'none', ability: null } as unknown as ProviderSummary;
      list = [...list, back];
      return back;
    }
    return list;
  }) as unknown as Call;
  const session = new ProvidersSession({ client: { call }, notices: new Notices() });
  await session.read();
  return { session, requests, answering, answer: (report: ProviderReport) => answer(report) };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('two changes in a row are both made', async () => {
  const { session } = await open();
  await Promise.all([session.change('here', { name: 'There' }), session.change('here', { extra: { a: 1 } })]);
  expect(session.list.get()[0]).toMatchObject({ name: 'There', extra: { a: 1 } });
});

test('a refusal is explained, and nothing changes', async () => {
  const { session } = await open();
  expect(await session.change('here', { baseUrl: 'ftp://a' })).toBe('An address begins with https://.');
  expect(session.list.get()[0]?.baseUrl).toBe('http://localhost/v1');
});

test('a test result for one address is not shown for another', async () => {
  const { session, answer } = await open();
  void session.test('here', null);
  await settle();
  expect(session.tests.get().get('here')).toEqual({ state: 'running' });
  await session.change('here', { baseUrl: 'http://localhost:1234/v1' });
  answer(REPORT);
  await settle();
  expect(session.tests.get().has('here')).toBe(false);
});

test('a test can be abandoned', async () => {
  const { session, answer } = await open();
  void session.test('here', null);
  await settle();
  session.abandonTest('here');
  answer(REPORT);
  await settle();
  expect(session.tests.get().has('here')).toBe(false);
});

test('a removed service is restored under its id', async () => {
  const { session, requests } = await open();
  await session.remove('here');
  expect(session.list.get()).toEqual([]);
  expect(session.removed.get().map(({ id }) => id)).toEqual(['here']);
  await session.restore('here');
  expect(session.list.get()).toMatchObject([{ id: 'here', name: 'Here', key: 'none' }]);
  expect(session.removed.get()).toEqual([]);
  expect(requests).toEqual(['provider.list', 'provider.remove', 'provider.restore']);
});

test('llama.cpp is set up where it answers: at its port, or at that of older versions', async () => {
  const template = serviceTemplates.find(({ name }) => name === 'llama.cpp server');
  if (template === undefined) expect.unreachable();
  const { session, answering } = await open();
  const add = async () => {
    const { name, baseUrl, olderUrls } = template;
    return (await session.add({ name, baseUrl, headers: {}, extra: {} }, olderUrls))?.baseUrl;
  };
  const [current, older] = ['http://localhost:9931/v1', 'http://localhost:8080/v1'];
  expect(await add()).toBe(current);
  answering.add(older);
  expect(await add()).toBe(older);
  answering.add(current);
  expect(await add()).toBe(current);
});
