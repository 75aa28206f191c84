export { startSite, type Answer, type Call, type Handler, type Site } from './site.ts';
export { escapeHtml, html, numbersCard, page, tableCard, type Html } from './page.ts';
export { freePort } from './free-port.ts';
