// Runs before the first paint. A separate file, because the content security policy forbids inline scripts.
(function () {
  var root = document.documentElement;

  // Sets the stored colour scheme, or the system's, before the first paint.
  var chosen = null;
  try {
    chosen = localStorage.getItem('muneem.color-scheme');
  } catch (error) {
    chosen = null;
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  var stored = null;
  try {
    stored = localStorage.getItem('adminAuthToken') || sessionStorage.getItem('adminAuthToken');
  } catch (error) {
    stored = null;
  }

  // The shell loads beside the application. The build writes its file names: build/first-files.ts.
  if (stored !== null)
    (document.currentScript.dataset.signedIn || '').split(' ').forEach(function (file) {
      if (file === '') return;
      var link = document.createElement('link');
      link.rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload';
      // Vite does not wait for a style sheet that the page already links. The browser must wait for it.
      if (link.rel === 'stylesheet') link.setAttribute('blocking', 'render');
      link.href = file;
      document.head.append(link);
    });

  // Fetched first: no API call can start before the API host is known.
  window.muneemConfig = fetch('/config.json').then(function (response) {
    return response.ok ? response.json() : undefined;
  });
  // Prevents an "unhandled rejection" here. Every caller of muneemConfig still gets the error.
  window.muneemConfig.catch(function () {});

  function showStartupError() {
    var template = document.getElementById('startup-error-template');
    if (!template || document.getElementById('startup-error')) return;
    document.getElementById('boot-loader')?.remove();
    document.getElementById('root')?.remove();
    document.title = 'Application Error';
    document.body.append(template.content.cloneNode(true));
    document.querySelector('#startup-error button').addEventListener('click', function () {
      location.reload();
    });
  }

  function fail() {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showStartupError);
    else showStartupError();
  }

  // Before the app has mounted, a script error means that the app cannot start.
  addEventListener(
    'error',
    function (event) {
      if (root.hasAttribute('data-app-started')) return;
      var source = event.target instanceof HTMLScriptElement ? event.target.src : event.filename;
      if (source && new URL(source, location.href).origin === location.origin) fail();
    },
    true,
  );
  addEventListener('muneem:startup-failed', fail);
})();
