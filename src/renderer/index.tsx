import { createRoot } from 'react-dom/client';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/reset.css';
import { App } from './app/App.tsx';
import { TypedAhead } from './app/typed-ahead.ts';
import { createClient } from './client.ts';
import { AppSession } from './session/window/app-session.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');

/** Main puts a fresh one into the page with every load (`proof.md`, *Security*). */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

const typedAhead = new TypedAhead(window);
const client = createClient(window.aspen);
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
