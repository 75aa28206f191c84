import type { Plugin } from 'vite';

const ICON_FILE = /\/@tabler\/icons-react\/dist\/esm\/icons\/\w+\.mjs$/;
const NODES = /(?<=const __iconNode = )\[.*\](?=;)/;

type IconNode = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** Draws each outline icon by one path instead of up to six: a page of rows has some hundred icons. */
export const flatIcons = (): Plugin => ({
  name: 'flat-icons',
  apply: 'build',
  transform: (code, id) => (ICON_FILE.test(id) ? code.replace(NODES, flatten) : undefined),
});

function flatten(text: string): string {
  const nodes = JSON.parse(text) as IconNode[];
  const isFlat = nodes.every(
    ([tag, { d, key: _, ...more }], at) =>
      tag === 'path' && d !== undefined && Object.keys(more).length === 0 && (at === 0 || d.startsWith('M')),
  );
  return isFlat ? JSON.stringify([['path', { d: nodes.map(([, { d }]) => d).join(''), key: 'svg-0' }]]) : text;
}
