export { cellSql } from './cells.ts';
export type { Column, Portion, Table } from './cells.ts';
export { csvStream } from './csv.ts';
export { xlsxStream } from './xlsx.ts';
