import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { root } from '../../scripts/setup/project.mjs';
import { filesBelow } from '../helpers/files-with.ts';
import { expect, test } from './test.ts';

/** Requirements of Electron's checklist and `proof.md`, *Security*, on every window, inside and outside the page. */

test('the page runs in a sandbox, isolated, without Node', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const preferences = await writer.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    // Electron has no other way to read the preferences a window was created with.
    const contents = window?.webContents as unknown as { getLastWebPreferences(): Electron.WebPreferences };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
  });
  expect(preferences).not.toMatchObject({ enableBlinkFeatures: expect.stringMatching(/./) });
  const globals = await writer.page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
  );
  expect(globals).toEqual([]);
});

test('the page is given call, on and openDropped, and nothing else', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const names = await writer.page.evaluate(() =>
    Object.keys((window as unknown as { aspen: object }).aspen).sort(),
  );
  expect(names).toEqual(['call', 'on', 'openDropped']);
});

test('the policy comes as a header and forbids what is not ours', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const policy = await writer.app.evaluate(async ({ net }) => {
    const response = await net.fetch('app://aspen/index.html');
    return response.headers.get('content-security-policy') ?? '';
  });
  for (const rule of [
    "default-src 'none'",
    "connect-src 'none'",
    "script-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types aspen-find',
  ]) {
    expect(policy).toContain(rule);
  }
  expect(policy).not.toContain('unsafe');
});

test('inline scripts, eval, markup from strings and requests are refused', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const outcome = await writer.page.evaluate(async () => {
    const attempts: Record<string, () => unknown> = {
      markup: () => {
        document.createElement('div').innerHTML = '<b>x</b>';
      },
      script: () => {
        const script = document.createElement('script');
        script.textContent = 'window.intruder = true';
        document.head.append(script);
        if (!('intruder' in window)) throw new Error('did not run');
      },
      request: () => fetch('https://example.com/'),
      socket: () =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket('wss://example.com/');
          socket.onopen = resolve;
          socket.onerror = reject;
        }),
    };
    const refused: string[] = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        await attempt();
      } catch {
        refused.push(name);
      }
    }
    return refused;
  });
  expect(outcome).toEqual(['markup', 'script', 'request', 'socket']);
});

test('an address outside the fixed map is not found', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const statuses = await writer.app.evaluate(async ({ net }) => {
    const addresses = [
      'app://aspen/../package.json',
      'app://aspen/..%2f..%2fpackage.json',
      'app://aspen/etc/passwd',
      'app://elsewhere/index.html',
    ];
    return Promise.all(addresses.map(async (address) => (await net.fetch(address)).status));
  });
  expect(statuses).toEqual([404, 404, 404, 404]);
});

// Playwright waits for the refused navigation when it is in a later window of an app.
test('the page cannot go elsewhere or open a window', { tag: '@isolated' }, async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const before = writer.page.url();
  await writer.page.evaluate(() => {
    // Deferred, so that nothing here waits for a navigation that must not happen.
    setTimeout(() => {
      window.open('file:///etc/passwd');
      window.location.href = 'file:///etc/passwd';
    });
  });
  await writer.type('Still here.');
  await expect(writer.manuscript).toBeVisible();
  expect(writer.page.url()).toBe(before);
  expect(writer.app.windows()).toHaveLength(1);
});

test('a link goes to the system only after a click, and only as https or mailto', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.app.evaluate(({ shell }) => {
    // Keeps the system's browser closed and records what it would have been passed.
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (address) => void opened.push(address);
  });
  const opened = () => writer.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await writer.page.waitForFunction(() => !navigator.userActivation.isActive);
  await writer.page.evaluate(() => void window.open('https://example.com/unasked'));
  const addresses = [
    'https://example.com/asked',
    'mailto:mara@example.com',
    'file:///etc/passwd',
    'ssh://host',
  ];
  await writer.page.evaluate((all) => {
    for (const address of all) {
      const link = document.createElement('a');
      Object.assign(link, { href: address, target: '_blank', textContent: address });
      link.style.cssText = 'position: relative; z-index: 9; background: white; display: block';
      document.body.prepend(link);
    }
  }, addresses);
  for (const address of addresses) await writer.page.getByRole('link', { name: address }).click();
  await expect.poll(opened).toEqual(['https://example.com/asked', 'mailto:mara@example.com']);
});

test('every permission is denied', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const states = await writer.page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'];
    return Promise.all(
      names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state),
    );
  });
  expect(new Set(states)).toEqual(new Set(['denied']));
});

test('the page cannot connect to a peer, through UDP, TCP or a name server', async ({ desk }) => {
  const heard: string[] = [];
  const udp = createSocket('udp4');
  udp.on('message', () => heard.push('udp'));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const tcp = createServer(() => heard.push('tcp'));
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  try {
    const writer = await desk.open('story.aspen');
    const ports = { udp: udp.address().port, tcp: (tcp.address() as AddressInfo).port };
    const found = await writer.page.evaluate(async ({ udp, tcp }) => {
      // An empty frame has its own constructor, whatever the page does with its own.
      const frame = document.body.appendChild(document.createElement('iframe'));
      const inFrame = (frame.contentWindow as (Window & typeof globalThis) | null)?.RTCPeerConnection;
      if (inFrame === undefined) return { own: typeof window.RTCPeerConnection, candidates: [] };
      const user = { username: 'a', credential: 'b' };
      const peer = new inFrame({
        iceServers: [
          { urls: `stun:127.0.0.1:${udp}` },
          { urls: `turn:127.0.0.1:${udp}?transport=udp`, ...user },
          { urls: `turn:127.0.0.1:${tcp}?transport=tcp`, ...user },
          { urls: `turn:localhost:${tcp}?transport=tcp`, ...user },
        ],
      });
      const candidates: string[] = [];
      const gathered = new Promise<void>((resolve) => {
        peer.onicecandidate = ({ candidate }) => {
          if (candidate === null) resolve();
          else candidates.push(candidate.candidate);
        };
      });
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
      await gathered;
      return { own: typeof window.RTCPeerConnection, candidates };
    }, ports);
    expect(found).toEqual({ own: 'undefined', candidates: [] });
    expect(heard).toEqual([]);
  } finally {
    udp.close();
    tcp.close();
  }
});

test('a message that the contract does not know changes nothing and gets a code', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const answers = await writer.page.evaluate(async () => {
    const { aspen } = window as unknown as {
      aspen: { call(name: unknown, input: unknown): Promise<unknown> };
    };
    const calls: [unknown, unknown][] = [
      ['constructor', {}],
      ['__proto__', {}],
      ['no.such', {}],
      [42, {}],
      ['app.info', { more: 1 }],
      ['app.info', null],
      ['path.read', { treeId: '../../etc/passwd' }],
      ['draft.save', { treeId: 7 }],
    ];
    return Promise.all(calls.map(([name, input]) => aspen.call(name, input)));
  });
  for (const answer of answers) {
    expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_ARGUMENT' } });
    expect(Object.keys((answer as { error: object }).error).sort()).toEqual(['code', 'detail', 'sentence']);
  }
});

test('a frame inside the page cannot be loaded', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = 'app://aspen/index.html';
    document.body.append(frame);
  });
  await expect.poll(() => writer.complaints.join(' ')).toContain('Content Security Policy');
  expect(writer.page.frames().filter((frame) => frame.url().startsWith('app:'))).toHaveLength(1);
});

test('what is built for Node hashes with its own code, what is built for the page with @noble/hashes', () => {
  /** How often the first round constant of SHA-256 is in the code of a folder: once for each implementation in it. */
  const implementationsIn = (folder: string) =>
    filesBelow(join(root, 'out', folder))
      .filter((file) => /\.c?js$/.test(file))
      .flatMap((file) => readFileSync(file, 'utf8').match(/0x428a2f98|\b1116352408\b/gi) ?? []).length;
  expect(implementationsIn('main')).toBe(0);
  expect(implementationsIn('preload')).toBe(0);
  expect(implementationsIn('renderer')).toBeLessThanOrEqual(1);
});
