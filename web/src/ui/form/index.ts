export { DayRange } from './day-range.tsx';
export { FilterSelect, optionsOf } from './filter-select.tsx';
export { applyServerErrors, FormActions, FormError, SubmitButton } from './form.tsx';
export { WindowForm } from './window-form.tsx';
