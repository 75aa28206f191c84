import './styles/base.ts';
import { startTransition, StrictMode } from 'react';
import { connectApi } from '#lib/api.ts';
import { connectRole } from '#lib/may.ts';
import { closeByBack } from '#lib/closed-by-back.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { connectRouter } from '#lib/go-to.ts';
import { App } from './app.tsx';
import { loadApiHost } from './config.ts';
import { whenReadyToPaint } from './first-paint.ts';
import { createAppRouter } from './router.tsx';
import { registerServiceWorker, reportExpired } from './register-service-worker.ts';
import { sessionStore } from './session/session-store.ts';
import { reloadWhenServerAnswers, showStartupError } from './startup.ts';

addEventListener('vite:preloadError', () => void reloadWhenServerAnswers());

async function start(root: HTMLElement): Promise<void> {
  // The first requests are sent before this large file runs. The build preloads it.
  const drawing = import('react-dom/client');
  connectApi({
    host: loadApiHost(),
    token: sessionStore.getToken,
    onUnauthorized(token) {
      sessionStore.onUnauthorized(token);
      reportExpired(token);
    },
    onForbidden: () => void sessionStore.recheck(),
  });
  connectRole(() => sessionStore.getState().admin?.role);
  sessionStore.start();
  const router = createAppRouter();
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action }) => action === 'BACK' && closeByBack(),
  });
  connectRouter((href) => void router.navigate({ href }));
  const [{ createRoot }] = await Promise.all([drawing, whenReadyToPaint(router)]);
  // As a transition, the first rendering yields to input and to the browser.
  startTransition(() =>
    createRoot(root, { onUncaughtError: showStartupError }).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
  // The service worker fetches every file of the app, so it waits until the first screen is ready.
  whenIdle(registerServiceWorker);
}

const root = document.getElementById('root');
if (root) start(root).catch(showStartupError);
else console.error('The root element is missing: the application cannot be shown.');
