import './styles/base.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectApi } from '#lib/api.ts';
import { App } from './app.tsx';
import { loadApiHost } from './config.ts';
import { preloadShell } from './guards.tsx';
import { preloadLogin, preloadScreen } from './screens.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { sessionStore } from './session/session-store.ts';
import { reloadWhenFilesAreGone, showStartupError } from './startup.ts';

function start(root: HTMLElement): void {
  reloadWhenFilesAreGone();
  connectApi({ host: loadApiHost(), token: sessionStore.getToken, onUnauthorized: sessionStore.onUnauthorized });
  sessionStore.start();
  // What will be shown is known before React is: its files come along with the first ones.
  if (sessionStore.getToken() === undefined) preloadLogin();
  else {
    preloadShell();
    preloadScreen(location.pathname);
  }
  createRoot(root, { onUncaughtError: showStartupError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  if (document.readyState === 'complete') registerServiceWorker();
  else addEventListener('load', registerServiceWorker, { once: true });
}

const root = document.getElementById('root');
if (root) {
  try {
    start(root);
  } catch (error) {
    showStartupError(error);
  }
} else console.error('The root element is missing: the application cannot be shown.');
