// Runs before the first paint. It stands in a file of its own because the content security policy allows no inline script.
(function () {
  var root = document.documentElement;

  // The colour scheme that the person chose, else the system's: set before anything is drawn.
  var chosen = null;
  try {
    chosen = localStorage.getItem('muneem.color-scheme');
  } catch (error) {
    chosen = null;
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // Asked here, before anything large is on its way: where the API is decides when the first calls can go out.
  window.muneemConfig = fetch('/config.json').then(function (response) {
    return response.ok ? response.json() : undefined;
  });
  // Whoever waits for it hears of the failure too.
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

  // Until the app stands, a script that does not load or throws means that it will not start.
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
