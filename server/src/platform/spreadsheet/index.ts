export { cellSql, portionOf } from './cells.ts';
export type { Column, Heading, Portion, Table } from './cells.ts';
export { csvStream } from './csv.ts';
export { xlsxStream } from './xlsx.ts';
