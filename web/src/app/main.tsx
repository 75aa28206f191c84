import './styles/base.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectApi } from '#lib/api.ts';
import { App } from './app.tsx';
import { loadApiHost } from './config.ts';
import { preloadShell } from './guards.tsx';
import { registerServiceWorker } from './register-service-worker.ts';
import { sessionStore } from './session/session-store.ts';
import { reloadWhenFilesAreGone, showStartupError } from './startup.ts';

async function start(root: HTMLElement): Promise<void> {
  reloadWhenFilesAreGone();
  connectApi({
    baseUrl: await loadApiHost(),
    token: sessionStore.getToken,
    onUnauthorized: sessionStore.onUnauthorized,
  });
  sessionStore.start();
  if (sessionStore.getToken() !== undefined) preloadShell();
  createRoot(root, { onUncaughtError: showStartupError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  addEventListener('load', registerServiceWorker, { once: true });
  if (document.readyState === 'complete') registerServiceWorker();
}

const root = document.getElementById('root');
if (root) start(root).catch(showStartupError);
else console.error('The root element is missing: the application cannot be shown.');
