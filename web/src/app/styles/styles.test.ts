import { expect, it } from 'vitest';

const lists = import.meta.glob<string>(['./signed-in.ts', './base.css'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const base = lists['./base.css'] ?? '';
const signedIn = lists['./signed-in.ts'] ?? '';
const sources = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true });
const styleSheets = import.meta.glob('../../../../node_modules/@mantine/core/styles/*.layer.css');

const withStyles = new Set(Object.keys(styleSheets).map((path) => /([A-Za-z]+)\.layer\.css$/.exec(path)?.[1]));
const loadedBy = (css: string) => new Set([...css.matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name));

/** Returns the Mantine components with styles that a file uses. */
const componentsOf = (source: string): string[] =>
  [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => withStyles.has(name));

const without = (isMeant: (path: string) => boolean, loaded: ReadonlySet<string | undefined>): string[] =>
  Object.entries(sources)
    .filter(([path]) => isMeant(path))
    .flatMap(([path, source]) =>
      componentsOf(source)
        .filter((name) => !loaded.has(name))
        .map((name) => `${path}: ${name}`),
    );

it('loads the styles of every Mantine component that a screen uses', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(30);
  expect(withStyles.size).toBeGreaterThan(50);
  expect(without(() => true, loadedBy(base + signedIn))).toEqual([]);
});

it('loads the styles of the sign-in screens without those of the shell', () => {
  expect(without((path) => path.includes('/features/auth/') || path.includes('/ui/dialogs/'), loadedBy(base))).toEqual(
    [],
  );
});

/** Components that Mantine's own components use (Mark: the palette's matches). */
const INNER = ['Overlay', 'ModalBase', 'FloatingIndicator', 'Combobox', 'RadioIndicator', 'Mark'];

it('loads no unused styles', () => {
  const used = new Set([...Object.values(sources).flatMap(componentsOf), ...INNER]);
  expect([...loadedBy(signedIn)].filter((name) => !used.has(name ?? ''))).toEqual([]);
});
