export type { Cell, Column, Table } from './cells.ts';
export { csvStream } from './csv.ts';
export { xlsxStream } from './xlsx.ts';
