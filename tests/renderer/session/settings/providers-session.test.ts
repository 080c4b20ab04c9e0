import { expect, test } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { ProviderReport, ProviderSummary } from '../../../../src/ipc/wire/provider.ts';
import type { Call } from '../../../../src/renderer/client.ts';
import { ProvidersSession } from '../../../../src/renderer/session/settings/providers-session.ts';
import { Notices } from '../../../../src/renderer/session/window/notices.ts';

const REPORT: ProviderReport = { findings: [], abilities: {}, models: [], model: null };

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
    },
  ];
  const requests: string[] = [];
  let answer: (report: ProviderReport) => void = () => {};
  const call = (async (name: string, input: { readonly id: string; readonly baseUrl?: string }) => {
    requests.push(name);
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
  return { session, requests, answer: (report: ProviderReport) => answer(report) };
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
