import { createRoot } from 'react-dom/client';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/reset.css';
import { App } from './app/App.tsx';
import { TypedAhead } from './app/typed-ahead.ts';
import { createClient } from './client.ts';
import { AppSession } from './session/window/app-session.ts';

// Main lets it connect to nothing (`main/app/security.ts`); without it, an attempt fails at once.
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(window, name);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');

/** Main generates a new nonce for every page load (`proof.md`, *Security*). */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

const client = createClient(window.aspen);
/** Chromium may drop keys until a page has been painted; main records them until then. */
const typedAhead = new TypedAhead(window, async () => {
  await untilPainted();
  return (await client.call('window.takeTyped', {})).text;
});
const session = new AppSession({
  client,
  schedule: (callback) => {
    requestAnimationFrame(callback);
  },
});

const onMenuCommand = (run: (id: string) => void) => client.on('command.run', ({ id }) => run(id));

createRoot(root).render(
  <App session={session} nonce={nonce} typedAhead={typedAhead} onMenuCommand={onMenuCommand} />,
);
void session.start();

function untilPainted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
