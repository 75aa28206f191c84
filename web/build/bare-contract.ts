import type { Plugin } from 'vite';

const ROUTE = /^(?:export )?const \w+ = (?:defineRoute\()?\{\n {2}method: [^]*?^\}/gm;
/** A schema of a route, as the formatter writes it: two spaces, then deeper lines up to its end. */
const SCHEMA = /^ {2}(?:params|query|body|answer)(?::.*|,)\n(?: {3,}.*\n| {2}[)\]}].*\n)*/gm;
/** A constant that a call or an object with schemas makes, up to the next statement. */
const MADE =
  /^((?:export )?const \w+ = )((?!defineRoute)[a-z]\w*[(.\s][^]*?|\{(?=[^;]*\bz\.)[^]*?);(?=\n+[\w/]|\n*(?![^]))/gm;

/**
 * Drops every schema that no form uses: the server parses requests and answers, and the browser trusts it. Otherwise
 * each visit would load all schemas before the first row. Calls in the contract have no side effects.
 */
export const bareContract = (): Plugin => ({
  name: 'bare-contract',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /contract\/src\/.*\.ts$/ },
    handler: (code) =>
      code
        .replaceAll(ROUTE, (route) => route.replaceAll(SCHEMA, ''))
        .replaceAll('= defineRoute(', '= /* @__PURE__ */ defineRoute(')
        // A function expression in place of this call would be inlined before unused code is dropped.
        .replaceAll(MADE, '$1/* @__PURE__ */ Reflect.apply(() => ($2), null, []);'),
  },
});
