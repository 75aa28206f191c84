import type { FastifyInstance } from 'fastify';

/**
 * Records the routes as they are registered. @returns a function that lists the methods of a path, sorted.
 * Unknown paths have none. Wildcards (static files) are ignored.
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
