export { DayField, DayRange } from './day-range.tsx';
export { FilterSelect, optionsOf } from './filter-select.tsx';
export { NumberField } from './number-field.tsx';
