import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AspenError, type ErrorCode } from '../../../../src/core/errors.ts';
import type { AgentId } from '../../../../src/core/ids.ts';
import type { Agent } from '../../../../src/core/tree/agent.ts';
import type { GroveSnapshot } from '../../../../src/ipc/wire/grove.ts';
import type { Call } from '../../../../src/renderer/client.ts';
import { Notices } from '../../../../src/renderer/session/notices.ts';
import { createAgentsSession } from '../../../../src/renderer/session/settings/agents-session.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LLAMA = 'llama' as AgentId;

/** A main that stores one agent, and refuses while the disk is full. */
function open() {
  let agent = {
    id: LLAMA,
    name: 'Llama',
    type: 'model',
    configuration: {},
    archivedAt: null,
  } as unknown as Agent;
  const updates: unknown[] = [];
  const disk: { code: ErrorCode | null } = { code: null };
  const call = (async (name: string, input: object) => {
    if (name !== 'agent.update') expect.unreachable();
    if (disk.code !== null) throw new AspenError(disk.code, 'as the test wants it');
    updates.push(input);
    agent = { ...agent, ...input, id: LLAMA } as Agent;
    return agent;
  }) as unknown as Call;
  const notices = new Notices();
  const session = createAgentsSession({ client: { call }, notices });
  session.onGrove({ agents: [agent] } as unknown as GroveSnapshot);
  return { session, updates, disk, notices, shown: () => session.agents.get()[0] };
}

test('a change is visible at once, and quick changes are sent once', async () => {
  const { session, updates, shown } = open();
  for (const temperature of [0.5, 0.6, 0.7]) session.change(LLAMA, { configuration: { temperature } });
  session.change(LLAMA, { name: 'Goat' });
  expect(shown()).toMatchObject({ name: 'Goat', configuration: { temperature: 0.7 } });
  expect(updates).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(updates).toEqual([{ agentId: LLAMA, name: 'Goat', configuration: { temperature: 0.7 } }]);
  expect(shown()).toMatchObject({ name: 'Goat', configuration: { temperature: 0.7 } });
});

test('an event from main does not revert changes not yet sent', () => {
  const { session, shown } = open();
  session.change(LLAMA, { name: 'Goat' });
  session.onGrove({
    agents: [{ id: LLAMA, name: 'Llama', type: 'model', color: 'teal' }],
  } as unknown as GroveSnapshot);
  expect(shown()).toMatchObject({ name: 'Goat', color: 'teal' });
});

test('a change that fails is reported, kept and sent with the next one', async () => {
  const { session, updates, disk, notices, shown } = open();
  disk.code = 'DISK_FULL';
  session.change(LLAMA, { name: 'Goat' });
  await session.flush();
  expect(notices.banners.get().map(({ sentence }) => sentence)).toEqual([
    'The disk is full. Your text is kept in this window. Free some space, or save a copy elsewhere.',
  ]);
  expect(shown()?.name).toBe('Goat');
  disk.code = null;
  session.change(LLAMA, { color: 'rose' });
  await session.flush();
  expect(updates).toEqual([{ agentId: LLAMA, name: 'Goat', color: 'rose' }]);
});

test('a change that the writer did not want to wait with is sent once the file is checked', async () => {
  const { session, updates, disk, notices, shown } = open();
  disk.code = 'CANCELLED';
  session.change(LLAMA, { name: 'Goat' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([updates, notices.banners.get(), shown()?.name]).toEqual([[], [], 'Goat']);
  disk.code = null;
  const grove = { agents: [{ id: LLAMA, name: 'Llama', type: 'model' }] } as unknown as GroveSnapshot;
  session.onGrove({ ...grove, isChecking: true });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(updates).toEqual([]);
  session.onGrove({ ...grove, isChecking: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(updates).toEqual([{ agentId: LLAMA, name: 'Goat' }]);
});
