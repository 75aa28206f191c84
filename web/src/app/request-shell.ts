// main.tsx imports this file first. With a stored session (public/boot.js), the shell loads while the app is evaluated.
if (document.documentElement.hasAttribute('data-session')) import('./shell/shell.tsx').catch(() => undefined);
