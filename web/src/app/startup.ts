/** "100 ms after the app mounts (0.3 s fade)": document 000 §2. */
const HIDE_AFTER_MS = 100;
const FADE_MS = 300;

/** Removes the loading overlay of index.html. Call it once the app has mounted. */
export function hideBootLoader(): void {
  document.documentElement.setAttribute('data-app-started', '');
  const loader = document.getElementById('boot-loader');
  if (!loader) return;
  setTimeout(() => {
    loader.classList.add('leaving');
    setTimeout(() => loader.remove(), FADE_MS);
  }, HIDE_AFTER_MS);
}

/** Shows the startup error of index.html ('Application Error'). public/boot.js handles the event. */
export function showStartupError(error: unknown): void {
  console.error('The application failed to start.', error);
  dispatchEvent(new Event('muneem:startup-failed'));
}

const RELOADED_KEY = 'muneem.reloaded-for-new-version';
const AT_MOST_EVERY_MS = 60_000;

/**
 * Reloads the page if the server responds: the missing file belongs to an older version. Without `byHand` at most once
 * a minute. Offline the page stays, because a reload would lose it. @returns false if the page stays
 */
export async function reloadWhenServerAnswers({ byHand = false } = {}): Promise<boolean> {
  try {
    const lastReload = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (!byHand && Date.now() - lastReload < AT_MOST_EVERY_MS) return false;
    const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    if (!ok) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    // Offline, or no storage: then the one-minute limit cannot be kept.
    return false;
  }
  location.reload();
  return true;
}
