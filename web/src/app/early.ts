import { askEarly } from '#lib/early-answers.ts';
import { loadApiHost, wasHere } from './config.ts';
import { FIRST_CALLS, VERIFY_CALL } from './first-calls.ts';
import { drawFirstFrame } from './first-frame.ts';
import { browserPlaces, hasExpired, readIn } from './session/read-session.ts';
import { reloadWhenServerAnswers, showStartupError } from './startup.ts';

// The first file of the page, a few kB: it asks for everything else at once, so that answers and files are there when the
// application stands. It must not import what is large.
addEventListener('vite:preloadError', () => void reloadWhenServerAnswers());
const token = storedToken();
if (token !== undefined) {
  void askForFirst(token);
  preloadFiles();
}
whenParsed()
  .then(() => {
    if (token !== undefined) drawFirstFrame(location.pathname);
    return import('./main.tsx');
  })
  .catch(showStartupError);

function storedToken(): string | undefined {
  try {
    // Each place is waited for when it is first read, and most sessions are remembered ones. Should the tab have another
    // session the answers to these calls are not taken.
    const { persistent, tab } = browserPlaces();
    const stored = readIn(persistent) ?? readIn(tab);
    return stored && !hasExpired(stored, Date.now()) ? stored.token : undefined;
  } catch {
    return undefined;
  }
}

/** The files of the shell and of the screen at this address, which the build has listed in the page. */
function preloadFiles(): void {
  const listed = document.getElementById('screen-files')?.textContent;
  if (!listed) return;
  const files = JSON.parse(listed) as Record<string, readonly string[]>;
  // Chromium compiles a preloaded module anew each time. From the second visit on it has kept what it compiled, which it
  // uses for files that are only fetched.
  const isReturning = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  for (const href of new Set([...(files['shell'] ?? []), ...(files[location.pathname] ?? [])])) {
    const link = document.createElement('link');
    if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
    else if (isReturning) Object.assign(link, { rel: 'preload', as: 'script' });
    else link.rel = 'modulepreload';
    Object.assign(link, { crossOrigin: '', href });
    document.head.append(link);
  }
}

async function askForFirst(signedInWith: string): Promise<void> {
  const host = wasHere(localStorage) ? '' : await loadApiHost();
  const calls = location.search === '' ? (FIRST_CALLS[location.pathname] ?? []) : [];
  for (const path of [VERIFY_CALL, ...calls]) askEarly(host + path, signedInWith);
}

function whenParsed(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }));
}
