/** "100 ms after the app mounts (0.3 s fade)": document 000 §2. */
const HIDE_AFTER_MS = 100;
const FADE_MS = 300;

/** Takes the loading overlay of index.html away. Call it once the app has mounted. */
export function hideBootLoader(): void {
  document.documentElement.setAttribute('data-app-started', '');
  const loader = document.getElementById('boot-loader');
  if (!loader) return;
  setTimeout(() => {
    loader.classList.add('leaving');
    setTimeout(() => loader.remove(), FADE_MS);
  }, HIDE_AFTER_MS);
}

/** Shows the startup error of index.html ('Application Error'); public/boot.js listens. */
export function showStartupError(error: unknown): void {
  console.error('The application failed to start.', error);
  dispatchEvent(new Event('muneem:startup-failed'));
}

const RELOADED_KEY = 'muneem.reloaded-for-new-version';
const AT_MOST_EVERY_MS = 60_000;

/**
 * Loads the page again when the server answers: the file that is missing belongs to an older version. While the server is
 * away the page stays, because the browser would put its own error page in its place. At most once a minute without `byHand`.
 * @returns false when the page stays
 */
export async function reloadWhenServerAnswers({ byHand = false } = {}): Promise<boolean> {
  try {
    const lastReload = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (!byHand && Date.now() - lastReload < AT_MOST_EVERY_MS) return false;
    const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    if (!ok) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    // No network; or no storage, and then a second failure could not be told from the first.
    return false;
  }
  location.reload();
  return true;
}
