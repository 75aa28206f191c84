// The page's first file, a few kB. With a stored session it also fetches the shell, so that both compile in parallel.
if (hasStoredSession()) import('./shell/shell.tsx').catch(() => undefined);
// A missing file shows the startup error: public/boot.js handles this event.
import('./main.tsx').catch(() => dispatchEvent(new Event('muneem:startup-failed')));

function hasStoredSession(): boolean {
  try {
    return (localStorage.getItem('adminAuthToken') ?? sessionStorage.getItem('adminAuthToken')) !== null;
  } catch {
    return false;
  }
}
