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

/** After an update on the server the old page asks for files that are gone: load the new page, once. */
export function reloadWhenFilesAreGone(): void {
  addEventListener('vite:preloadError', (event) => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) < 60_000) return;
      sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    } catch {
      // Without storage a second failure could not be told from the first: let the error screen show.
      return;
    }
    event.preventDefault();
    location.reload();
  });
}
