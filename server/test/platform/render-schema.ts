import { keyOf } from '#platform/database-driver/index.ts';
import type { Area, ColumnOfSchema, TableOfSchema } from './read-schema.ts';

/** Renders docs/schema.md. */
export function renderDocument(areas: readonly Area[]): string {
  const parts = areas.map(({ title, tables, code }) =>
    [
      `## ${title.charAt(0).toUpperCase()}${title.slice(1)}`,
      '',
      ...(tables.length === 0 ? [] : tablesOf(tables)),
      ...(code.length === 0
        ? []
        : [
            '| function, view or trigger | does |',
            '| --- | --- |',
            ...code.map(({ name, comment }) => `| \`${name}\` | ${comment} |`),
            '',
          ]),
    ].join('\n'),
  );
  return `# Schema

Generated from the migrated database; \`server/test/platform/schema.test.ts\` compares it. Each area is one file in
\`server/migrations\`, which has all columns and rules, and one in \`server/schema\`, which has the present text of its
functions, views and triggers. A diagram shows keys and references: a solid line is a foreign key, a
dotted line a column without one.

${parts.join('\n')}`;
}

const tablesOf = (tables: readonly TableOfSchema[]): string[] => [
  '| table | holds |',
  '| --- | --- |',
  ...tables.map(({ name, comment, kind }) => `| \`${name}\`${kind === 'v' ? ' (view)' : ''} | ${comment} |`),
  '',
  '```mermaid',
  'erDiagram',
  ...tables.filter(({ kind }) => kind !== 'v').flatMap(diagramOf),
  '```',
  '',
];

function diagramOf({ name, columns }: TableOfSchema): string[] {
  const shown = columns.filter(({ isKey, refersTo }) => isKey || refersTo !== null);
  return [
    `  ${name} {`,
    ...shown.map((column) => `    ${column.type} ${column.name}${marksOf(column)}`),
    '  }',
    ...columns.flatMap(({ name: column, nullable, refersTo }) =>
      refersTo === null
        ? []
        : [`  ${refersTo.table} ${nullable ? '|o' : '||'}${refersTo.byForeignKey ? '--' : '..'}o{ ${name} : ${column}`],
    ),
  ];
}

const marksOf = ({ isKey, refersTo }: ColumnOfSchema): string => {
  const marks = [...(isKey ? ['PK'] : []), ...(refersTo?.byForeignKey ? ['FK'] : [])];
  return marks.length === 0 ? '' : ` ${marks.join(', ')}`;
};

/** The types that the driver returns (src/platform/database-driver/session.ts). */
const VALUES: Readonly<Record<string, string>> = {
  bigint: 'number',
  'bigint[]': 'string[]',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  inet: 'string',
  integer: 'number',
  jsonb: 'unknown',
  numeric: 'string',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  timestamptz: 'Date',
  uuid: 'string',
};

/** Renders src/platform/database/tables.ts: the tables that the server's sources name. */
export function renderTables(areas: readonly Area[], named: ReadonlySet<string>): string {
  const tables = areas
    .flatMap((area) => area.tables)
    .filter(({ name }) => named.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return `/* oxlint-disable max-lines */
// Generated from the migrated database by test/platform/schema.test.ts, which compares it. Do not edit. It has the tables
// whose name follows \`columnsOf<\`, \`rowColumns(\` or \`Row<\`.

import type { Coins, Paise } from '@muneem/contract/money';

/** A column: its PostgreSQL type, with the type of its values in TypeScript. */
export type Column<Value> = string & { readonly value: () => Value };
/** A column that the database fills. */
export type Generated<Value> = Column<Value> & { readonly generated: true };

const column = <Value>(type: string): Column<Value> => type as Column<Value>;
const generated = <Value>(type: string): Generated<Value> => type as Generated<Value>;

export const TABLES = {
${tables.map(({ name, columns }) => `  ${name}: {\n${columns.map((each) => `    ${keyOf(each.name)}: ${typeOf(each)},\n`).join('')}  },\n`).join('')}};
`;
}

/** Money columns, by their names. */
const moneyOf = (name: string): string | undefined =>
  name.endsWith('_paise') ? 'Paise' : /(^|_)coins$/.test(name) ? 'Coins' : undefined;

function typeOf({ name, type, words, nullable, generated }: ColumnOfSchema): string {
  const value = words === null ? (moneyOf(name) ?? VALUES[type]) : words.map((word) => `'${word}'`).join(' | ');
  if (value === undefined) throw new Error(`no TypeScript type for ${type}: add it to VALUES`);
  return `${generated ? 'generated' : 'column'}<${value}${nullable && value !== 'unknown' ? ' | null' : ''}>('${type}')`;
}
