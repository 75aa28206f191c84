// The page's first file, a few kB. With a stored session the code of the shell is fetched beside the application's own,
// so that the browser compiles both at once.
if (hasStoredSession()) import('./shell/shell.tsx').catch(() => undefined);
// A missing file shows the startup error: public/boot.js listens.
import('./main.tsx').catch(() => dispatchEvent(new Event('muneem:startup-failed')));

function hasStoredSession(): boolean {
  try {
    return (localStorage.getItem('adminAuthToken') ?? sessionStorage.getItem('adminAuthToken')) !== null;
  } catch {
    return false;
  }
}
