import type { FastifyInstance } from 'fastify';

/**
 * Watches the routes as they are bound. @returns the methods that an address takes, in the order of their names; none
 * for an address that no route has. Wildcards (static files) are no addresses.
 */
export function watchAllowedMethods(fastify: FastifyInstance): (path: string) => string[] {
  const byPattern = new Map<string, Set<string>>();
  fastify.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return;
    const methods = byPattern.get(url) ?? new Set();
    byPattern.set(url, methods);
    for (const one of [method].flat()) methods.add(one);
  });
  let compiled: { readonly pattern: RegExp; readonly methods: ReadonlySet<string> }[] | undefined;
  return (path) => {
    compiled ??= [...byPattern].map(([url, methods]) => ({ pattern: patternOf(url), methods }));
    const fitting = compiled.filter(({ pattern }) => pattern.test(path));
    return [...new Set(fitting.flatMap(({ methods }) => [...methods]))].sort();
  };
}

const patternOf = (url: string): RegExp => {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[^A-Za-z0-9_-]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join('/')}/?$`);
};
