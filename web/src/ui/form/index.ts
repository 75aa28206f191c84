export { CodeField } from './code-field.tsx';
export { DayRange } from './day-range.tsx';
export { FieldGrid } from './field-grid.tsx';
export { FilterSelect, optionsOf } from './filter-select.tsx';
export { applyServerErrors, FormActions, FormError, SubmitButton } from './form.tsx';
export { NumberField } from './number-field.tsx';
export { useSubmit } from './use-submit.ts';
export { WindowForm } from './window-form.tsx';
