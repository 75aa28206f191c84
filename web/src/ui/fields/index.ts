export { DayRange } from './day-range.tsx';
export { NumberField } from './number-field.tsx';
